import { cutText } from "#domain";
import { type Parsed, refuse } from "./parsed";

/** How dates are written in a file. Times are UTC unless they carry an offset. */
export const dateFormats = [
  "iso",
  "YYYYMMDD",
  "DD/MM/YYYY",
  "MM/DD/YYYY",
  "DD.MM.YYYY",
  "unix_seconds",
  "unix_milliseconds",
] as const;
export type DateFormat = (typeof dateFormats)[number];

const DAY = 86_400_000;
/** First year that the store can hold. */
const FIRST_YEAR = 1900;
const FIRST = Date.UTC(FIRST_YEAR, 0, 1);
const ISO =
  /^(\d{4})[-/](\d{2})[-/](\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?\s?(Z|UTC|[+-]\d{2}:?\d{2})?)?$/;
const shapes: Record<Exclude<DateFormat, "iso" | "unix_seconds" | "unix_milliseconds">, RegExp> = {
  YYYYMMDD: /^(?<y>\d{4})(?<m>\d{2})(?<d>\d{2})$/,
  "DD/MM/YYYY": /^(?<d>\d{1,2})\/(?<m>\d{1,2})\/(?<y>\d{4})$/,
  "MM/DD/YYYY": /^(?<m>\d{1,2})\/(?<d>\d{1,2})\/(?<y>\d{4})$/,
  "DD.MM.YYYY": /^(?<d>\d{1,2})\.(?<m>\d{1,2})\.(?<y>\d{4})$/,
};

/** Start of a calendar day that exists, in milliseconds; null for the 30th of February and the like. */
function dayStart(year: number, month: number, day: number): number | null {
  const at = new Date(0);
  at.setUTCFullYear(year, month - 1, day);
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day ? at.getTime() : null;
}

function instantOf(text: string, format: DateFormat): Parsed<number> {
  if (format === "unix_seconds" || format === "unix_milliseconds") {
    if (!/^-?\d{1,17}(\.\d+)?$/.test(text))
      return refuse(`not a number of ${format.slice(5)}`, `"${text}" is not a number of ${format.slice(5)}`);
    return { ok: true, value: Number(text) * (format === "unix_seconds" ? 1000 : 1) };
  }
  if (format !== "iso") {
    const parts = shapes[format].exec(text)?.groups;
    if (parts === undefined)
      return refuse(`not a date in the format ${format}`, `"${text}" is not a date written ${format}`);
    const at = dayStart(Number(parts.y), Number(parts.m), Number(parts.d));
    return at === null ? notADay(text) : { ok: true, value: at };
  }
  const match = ISO.exec(text);
  if (match === null)
    return refuse("not a date in the format YYYY-MM-DD", `"${text}" is not a date written YYYY-MM-DD`);
  const [, y, m, d, hh = "0", mm = "0", ss = "0", zone = "Z"] = match;
  const at = dayStart(Number(y), Number(m), Number(d));
  if (at === null) return notADay(text);
  const seconds = secondsOfDay({ hour: Number(hh), minute: Number(mm), second: Number(ss) });
  if (seconds === null) return refuse("not a time of day", `"${text}" is not a time of day`);
  const offset = offsetMinutes(zone);
  if (offset === null) return refuse("invalid UTC offset", `"${text}" has an invalid UTC offset`);
  return { ok: true, value: at + (seconds - offset * 60) * 1000 };
}

const notADay = (text: string) => refuse("not a calendar date", `"${text}" is not a calendar date`);

/** Null for a time that no clock shows. 24:00 is the end of a day; a leap second counts as the second before it. */
function secondsOfDay({
  hour,
  minute,
  second,
}: {
  hour: number;
  minute: number;
  second: number;
}): number | null {
  if (minute > 59 || second > 60 || (second === 60 && minute % 15 !== 14)) return null;
  if (hour > 23 && !(hour === 24 && minute === 0 && second === 0)) return null;
  return hour * 3600 + minute * 60 + Math.min(second, 59);
}

/** Minutes east of UTC; null outside of what is in use, from -12:00 to +14:00. */
function offsetMinutes(zone: string): number | null {
  const match = /^([+-])(\d{2}):?(\d{2})$/.exec(zone);
  if (match === null) return 0;
  const [, sign, hours, minutes] = match;
  const size = Number(hours) * 60 + Number(minutes);
  if (Number(minutes) > 59 || size > (sign === "-" ? 12 : 14) * 60) return null;
  return sign === "-" ? -size : size;
}

/**
 * The UTC day (`YYYY-MM-DD`) of a date in a file, from 1900 to `today`.
 * @example parseDate("2024-01-31T23:30:00-05:00", { format: "iso", today: "2026-01-01" }) // 2024-02-01
 */
export function parseDate(
  text: string,
  { format, today }: { format: DateFormat; today: string },
): Parsed<string> {
  const trimmed = text.trim();
  if (trimmed === "") return refuse("date missing", "the date is missing");
  const instant = instantOf(trimmed.length > 40 ? `${cutText(trimmed, 40)}…` : trimmed, format);
  if (!instant.ok) return instant;
  if (!(instant.value >= FIRST)) {
    return refuse(`date before ${FIRST_YEAR}`, `"${trimmed}" is before ${FIRST_YEAR}`);
  }
  if (instant.value >= Date.parse(today) + DAY) {
    return refuse("date in the future", `"${trimmed}" is in the future (today is ${today}, UTC)`);
  }
  return { ok: true, value: new Date(instant.value).toISOString().slice(0, 10) };
}
