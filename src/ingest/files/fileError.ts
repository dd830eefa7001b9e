/** Why a file as a whole cannot be taken in, in words for whoever sent it. */
export class FileError extends Error {}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "File not found",
  EACCES: "The file cannot be read: permission denied",
  EPERM: "The file cannot be read: permission denied",
  EISDIR: "This is a folder: name the files in it",
  ELOOP: "The symbolic link points to itself",
  ENAMETOOLONG: "The name is too long",
};

/** The failure to open or read a file as a `FileError`; any other failure as it is. */
export function asFileError(cause: unknown): unknown {
  if (!(cause instanceof Error) || !("syscall" in cause)) return cause;
  const code = "code" in cause ? String(cause.code) : "";
  return new FileError(reasons[code] ?? `The file cannot be read: ${cause.message}`, { cause });
}
