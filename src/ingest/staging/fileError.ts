/** A file cannot be imported at all. The message is for the user who sent it. */
export class FileError extends Error {}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "File not found",
  EACCES: "The file cannot be read: permission denied",
  EPERM: "The file cannot be read: permission denied",
  EISDIR: "This is a folder: name the files in it",
  ELOOP: "The symbolic link points to itself",
  ENAMETOOLONG: "The name is too long",
};

/** Wraps failures to open or read a file in a `FileError`; returns any other failure unchanged. */
export function asFileError(cause: unknown): unknown {
  if (!(cause instanceof Error) || !("syscall" in cause)) return cause;
  const code = "code" in cause ? String(cause.code) : "";
  return new FileError(reasons[code] ?? `The file cannot be read: ${cause.message}`, { cause });
}
