/**
 * Dates and times, always in UTC and in British English. Months come from tables: a browser needs longer to
 * create its first date formatter than for the rest of a page's script, and engines differ on the short name
 * of September, which has three letters here like every other month.
 */
const SHORT = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const LONG = [
  ...["January", "February", "March", "April", "May", "June"],
  ...["July", "August", "September", "October", "November", "December"],
];

const dayOf = (date: Date): string =>
  `${date.getUTCDate()} ${SHORT[date.getUTCMonth()]} ${date.getUTCFullYear()}`;

const shortMonth = (time: number | Date): string => SHORT[new Date(time).getUTCMonth()] ?? "";

/** Parts of dates for axes and tooltips, from milliseconds in UTC. */
export const datePart = {
  /** `Jan` */
  month: shortMonth,
  /** `Jan 2026` */
  monthYear: (time: number | Date): string => `${shortMonth(time)} ${new Date(time).getUTCFullYear()}`,
  /** `31 Jan` */
  dayMonth: (time: number | Date): string => `${new Date(time).getUTCDate()} ${shortMonth(time)}`,
  /** `31 Jan 2026` */
  day: (time: number | Date): string => dayOf(new Date(time)),
};

const twoDigits = (value: number): string => String(value).padStart(2, "0");

const timeOf = (date: Date): string => `${twoDigits(date.getUTCHours())}:${twoDigits(date.getUTCMinutes())}`;

/** `2026-01-31` as `31 Jan 2026`; an invalid date is unchanged. */
export function formatDate(date: string): string {
  const time = Date.parse(date);
  return Number.isNaN(time) ? date : dayOf(new Date(time));
}

/**
 * A date with the precision that is known: `2025-05-31` as `31 May 2025`, `2025-05` as `May 2025`, `2025`
 * unchanged.
 */
export function formatPartialDate(date: string): string {
  const [, year, month] = /^(\d{4})-(\d{2})$/.exec(date) ?? [];
  const name = LONG[Number(month) - 1];
  if (year !== undefined && name !== undefined) return `${name} ${Number(year)}`;
  return date.length === 4 ? date : formatDate(date);
}

/** `2026-01-31T09:30:00Z` as `31 Jan 2026, 09:30 UTC`. */
export function formatInstant(date: string): string {
  const time = Date.parse(date);
  if (Number.isNaN(time)) return date;
  const instant = new Date(time);
  return `${dayOf(instant)}, ${timeOf(instant)} UTC`;
}
