import { DAY_MS, isoDay } from "#domain/days";
import type { DateFormat } from "#domain/files";
import { cutText } from "#domain/text";
import { type Parsed, refuse } from "./parsed";

/** First year that the store can hold. */
const FIRST_YEAR = 1900;
const FIRST = Date.UTC(FIRST_YEAR, 0, 1);
const ISO =
  /^(\d{4})[-/](\d{2})[-/](\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?\s?(Z|UTC|[+-]\d{2}(?::?\d{2})?)?)?$/;
const MONTH = /^(?<y>\d{4})(?:[-/]|M)?(?<m>\d{2})$/;
const QUARTER = /^(?:(?<y>\d{4})[-/ ]?Q(?<q>[1-4])|Q(?<q2>[1-4])[-/ ]?(?<y2>\d{4}))$/i;
type DayFormat = Exclude<DateFormat, "iso" | "unix_seconds" | "unix_milliseconds" | "YYYY-MM" | "YYYY-Qn">;
const shapes: Record<DayFormat, RegExp> = {
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

/** The first or last day of a month or quarter. */
function periodStart(
  text: string,
  { format, periodDay }: { format: "YYYY-MM" | "YYYY-Qn"; periodDay: "first" | "last" },
): Parsed<number> {
  const parts = (format === "YYYY-MM" ? MONTH : QUARTER).exec(text)?.groups;
  const period = format === "YYYY-MM" ? "month" : "quarter";
  if (parts === undefined) {
    return refuse(
      `not a ${period} in the format ${format}`,
      `"${text}" is not a ${period} written ${format}`,
    );
  }
  const year = Number(parts.y ?? parts.y2);
  const months = format === "YYYY-MM" ? 1 : 3;
  const first = parts.m === undefined ? (Number(parts.q ?? parts.q2) - 1) * 3 + 1 : Number(parts.m);
  const start = dayStart(year, first, 1);
  if (start === null) return notADay(text);
  return { ok: true, value: periodDay === "first" ? start : Date.UTC(year, first - 1 + months, 1) - DAY_MS };
}

function instantOf(text: string, { format, periodDay }: DateSettings): Parsed<number> {
  if (format === "YYYY-MM" || format === "YYYY-Qn") return periodStart(text, { format, periodDay });
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
    return refuse(
      "not a date in the format YYYY-MM-DD",
      `"${text}" is not a date written YYYY-MM-DD${hintFor(text)}`,
    );
  const [, y, m, d, hh = "0", mm = "0", ss = "0", zone = "Z"] = match;
  const at = dayStart(Number(y), Number(m), Number(d));
  if (at === null) return notADay(text);
  const seconds = secondsOfDay({ hour: Number(hh), minute: Number(mm), second: Number(ss) });
  if (seconds === null) return refuse("not a time of day", `"${text}" is not a time of day`);
  const offset = offsetMinutes(zone);
  if (offset === null) return refuse("invalid UTC offset", `"${text}" has an invalid UTC offset`);
  return { ok: true, value: at + (seconds - offset * 60) * 1000 };
}

/** What to declare for a date that is written in another format. */
function hintFor(text: string): string {
  const declare = (format: string) => `: declare "dateFormat": ${format} in a mapping`;
  if (/^\d{4}-\d{2}$/.test(text)) return declare('"YYYY-MM"');
  if (QUARTER.test(text)) return declare('"YYYY-Qn"');
  if (/^\d{1,2}\.\d{1,2}\.\d{4}$/.test(text)) return declare('"DD.MM.YYYY"');
  if (/^\d{1,2}\/\d{1,2}\/\d{2,4}$/.test(text)) {
    return `: a spreadsheet may have rewritten it; ${declare('"DD/MM/YYYY" or "MM/DD/YYYY"').slice(2)}`;
  }
  return "";
}

const notADay = (text: string) => refuse("not a calendar date", `"${text}" is not a calendar date`);

/** Null for a time that no clock shows. 24:00 is the last second of a day; a leap second counts as the second before it. */
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
  return hour === 24 ? 86_399 : hour * 3600 + minute * 60 + Math.min(second, 59);
}

/** Minutes east of UTC; null outside of the valid range, from -12:00 to +14:00. */
function offsetMinutes(zone: string): number | null {
  const match = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone);
  if (match === null) return 0;
  const [, sign, hours, minutes = "00"] = match;
  const size = Number(hours) * 60 + Number(minutes);
  if (Number(minutes) > 59 || size > (sign === "-" ? 12 : 14) * 60) return null;
  return sign === "-" ? -size : size;
}

export interface DateSettings {
  format: DateFormat;
  /** The day that a month or quarter stands for. */
  periodDay: "first" | "last";
}

const swapped: Partial<Record<DateFormat, RegExp>> = {
  "DD/MM/YYYY": shapes["MM/DD/YYYY"],
  "MM/DD/YYYY": shapes["DD/MM/YYYY"],
  "DD.MM.YYYY": /^(?<m>\d{1,2})\.(?<d>\d{1,2})\.(?<y>\d{4})$/,
};

/**
 * Whether a date shows that days and months are in the other order than declared: it is a calendar day only if they
 * are exchanged. Other dates of the file would then be valid days, and wrong.
 */
export function disprovesOrder(text: string, format: DateFormat): boolean {
  const parts = swapped[format]?.exec(text.trim())?.groups;
  return (
    parts !== undefined &&
    dayStart(Number(parts.y), Number(parts.m), Number(parts.d)) !== null &&
    dayStart(Number(parts.y), Number(parts.d), Number(parts.m)) === null
  );
}

/**
 * The UTC day (`YYYY-MM-DD`) of a date in a file, from 1900 to `today`.
 * @example parseDate("2024-01-31T23:30:00-05:00", { format: "iso", today: "2026-01-01" }) // 2024-02-01
 */
export function parseDate(
  text: string,
  {
    format,
    periodDay = "last",
    today,
  }: Pick<DateSettings, "format"> & Partial<DateSettings> & { today: string },
): Parsed<string> {
  const trimmed = text.trim();
  if (trimmed === "") return refuse("date missing", "the date is missing");
  const instant = instantOf(trimmed.length > 40 ? `${cutText(trimmed, 40)}…` : trimmed, {
    format,
    periodDay,
  });
  if (!instant.ok) return instant;
  if (!(instant.value >= FIRST)) {
    return refuse(`date before ${FIRST_YEAR}`, `"${trimmed}" is before ${FIRST_YEAR}`);
  }
  if (instant.value >= Date.parse(today) + DAY_MS) {
    return refuse("date in the future", `"${trimmed}" is in the future (today is ${today}, UTC)`);
  }
  return { ok: true, value: isoDay(instant.value) };
}
