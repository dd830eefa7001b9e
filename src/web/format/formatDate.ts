/** Dates and instants, always in UTC and in one locale, so that server and browser agree. */
import { once } from "#domain";

const LOCALE = "en-GB";

const formatterOf = (options: Intl.DateTimeFormatOptions) =>
  once(() => new Intl.DateTimeFormat(LOCALE, { ...options, timeZone: "UTC" }));

const day = formatterOf({ day: "numeric", month: "short", year: "numeric" });
const month = formatterOf({ month: "long", year: "numeric" });
const instant = formatterOf({
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
});

/** `2026-01-31` as `31 Jan 2026`; anything that is no date as it stands. */
export function formatDate(date: string): string {
  const time = Date.parse(date);
  return Number.isNaN(time) ? date : day().format(time);
}

/** A date as far as it is known: `2025-05-31` as `31 May 2025`, `2025-05` as `May 2025`, `2025` as it stands. */
export function formatPartialDate(date: string): string {
  if (!/^\d{4}-\d{2}$/.test(date)) return date.length === 4 ? date : formatDate(date);
  return month().format(Date.parse(date));
}

/** `2026-01-31T09:30:00Z` as `31 Jan 2026, 09:30 UTC`. */
export function formatInstant(date: string): string {
  const time = Date.parse(date);
  return Number.isNaN(time) ? date : `${instant().format(time)} UTC`;
}
