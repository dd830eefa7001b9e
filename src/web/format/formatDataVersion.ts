const DAY_SECONDS = 86_400;

/**
 * A data version for readers: the day of the change (UTC) and the second of that day, `2026-11-27.38029`. Each version has a
 * name of its own, also after a backup was restored. Versions of less than a day, such as 0, are written as they are.
 */
export function formatDataVersion(version: number): string {
  if (version < DAY_SECONDS) return String(version);
  const day = new Date(version * 1_000).toISOString().slice(0, 10);
  return `${day}.${version % DAY_SECONDS}`;
}
