import { isoDay } from "#domain/days";

const DAY_SECONDS = 86_400;

/**
 * A data version for readers: the day of the change (UTC) and the second of that day, `2026-11-27.38029`.
 * Unique for each version, also after a backup was restored. Versions below one day, such as 0, are
 * unchanged.
 */
export function formatDataVersion(version: number): string {
  if (version < DAY_SECONDS) return String(version);
  const day = isoDay(version * 1_000);
  return `${day}.${version % DAY_SECONDS}`;
}
