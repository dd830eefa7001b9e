const MEGABYTE = 1_000_000;

/** The size of a file in decimal megabytes: `0.4 MB`, `12 MB`, and `< 0.1 MB` for smaller ones. */
export function formatMegabytes(bytes: number): string {
  const megabytes = bytes / MEGABYTE;
  if (megabytes < 0.1) return "< 0.1 MB";
  const digits = megabytes < 10 ? 1 : 0;
  return `${megabytes.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits })} MB`;
}
