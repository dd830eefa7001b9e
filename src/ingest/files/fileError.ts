/** Why a file as a whole cannot be taken in, in words for whoever sent it. */
export class FileError extends Error {}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "There is no such file",
  EACCES: "The file may not be read: permission is denied",
  EPERM: "The file may not be read: permission is denied",
  EISDIR: "This is a folder: name the files in it",
  ELOOP: "The symbolic link leads back to itself",
  ENAMETOOLONG: "The name is too long",
};

/** The failure to open or read a file as a `FileError`; any other failure as it is. */
export function asFileError(cause: unknown): unknown {
  if (!(cause instanceof Error) || !("syscall" in cause)) return cause;
  const code = "code" in cause ? String(cause.code) : "";
  return new FileError(reasons[code] ?? `The file cannot be read: ${cause.message}`, { cause });
}
