/** Dates and instants, always in UTC and in one locale, so that server and browser agree. */
const LOCALE = "en-GB";

const day = new Intl.DateTimeFormat(LOCALE, {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});
const instant = new Intl.DateTimeFormat(LOCALE, {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "UTC",
});

/** `2026-01-31` as `31 Jan 2026`; anything that is no date as it stands. */
export function formatDate(date: string): string {
  const time = Date.parse(date);
  return Number.isNaN(time) ? date : day.format(time);
}

const month = new Intl.DateTimeFormat(LOCALE, { month: "long", year: "numeric", timeZone: "UTC" });

/** A date as far as it is known: `2025-05-31` as `31 May 2025`, `2025-05` as `May 2025`, `2025` as it stands. */
export function formatPartialDate(date: string): string {
  if (!/^\d{4}-\d{2}$/.test(date)) return date.length === 4 ? date : formatDate(date);
  return month.format(Date.parse(date));
}

/** `2026-01-31T09:30:00Z` as `31 Jan 2026, 09:30 UTC`. */
export function formatInstant(date: string): string {
  const time = Date.parse(date);
  return Number.isNaN(time) ? date : `${instant.format(time)} UTC`;
}
