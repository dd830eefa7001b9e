import type { Parsed } from "./parsed";

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
const ISO =
  /^(\d{4})[-/](\d{2})[-/](\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?\s?(Z|UTC|[+-]\d{2}:?\d{2})?)?$/;
const shapes: Record<Exclude<DateFormat, "iso" | "unix_seconds" | "unix_milliseconds">, RegExp> = {
  YYYYMMDD: /^(?<y>\d{4})(?<m>\d{2})(?<d>\d{2})$/,
  "DD/MM/YYYY": /^(?<d>\d{1,2})\/(?<m>\d{1,2})\/(?<y>\d{4})$/,
  "MM/DD/YYYY": /^(?<m>\d{1,2})\/(?<d>\d{1,2})\/(?<y>\d{4})$/,
  "DD.MM.YYYY": /^(?<d>\d{1,2})\.(?<m>\d{1,2})\.(?<y>\d{4})$/,
};

const refuse = (reason: string): Parsed<never> => ({ ok: false, reason });

/** Start of a calendar day that exists, in milliseconds; null for the 30th of February and the like. */
function dayStart(year: number, month: number, day: number): number | null {
  const at = new Date(0);
  at.setUTCFullYear(year, month - 1, day);
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day ? at.getTime() : null;
}

function instantOf(text: string, format: DateFormat): Parsed<number> {
  if (format === "unix_seconds" || format === "unix_milliseconds") {
    if (!/^-?\d{1,17}(\.\d+)?$/.test(text)) return refuse(`"${text}" is not a number of ${format.slice(5)}`);
    return { ok: true, value: Number(text) * (format === "unix_seconds" ? 1000 : 1) };
  }
  if (format !== "iso") {
    const parts = shapes[format].exec(text)?.groups;
    if (parts === undefined) return refuse(`"${text}" is not a date written ${format}`);
    const at = dayStart(Number(parts.y), Number(parts.m), Number(parts.d));
    return at === null ? refuse(`"${text}" is not a day of the calendar`) : { ok: true, value: at };
  }
  const match = ISO.exec(text);
  if (match === null) return refuse(`"${text}" is not a date written YYYY-MM-DD`);
  const [, y, m, d, hh = "0", mm = "0", ss = "0", zone = "Z"] = match;
  const at = dayStart(Number(y), Number(m), Number(d));
  if (at === null) return refuse(`"${text}" is not a day of the calendar`);
  if (Number(hh) > 24 || Number(mm) > 59 || Number(ss) > 60)
    return refuse(`"${text}" is not a time of the day`);
  const offset = /^([+-])(\d{2}):?(\d{2})$/.exec(zone);
  const minutes =
    offset === null ? 0 : Number(`${offset[1]}1`) * (Number(offset[2]) * 60 + Number(offset[3]));
  return { ok: true, value: at + (Number(hh) * 3600 + Number(mm) * 60 + Number(ss) - minutes * 60) * 1000 };
}

/**
 * The UTC day (`YYYY-MM-DD`) of a date in a file, from 1970 to `today`.
 * @example parseDate("2024-01-31T23:30:00-05:00", { format: "iso", today: "2026-01-01" }) // 2024-02-01
 */
export function parseDate(
  text: string,
  { format, today }: { format: DateFormat; today: string },
): Parsed<string> {
  const trimmed = text.trim();
  if (trimmed === "") return refuse("the date is missing");
  const instant = instantOf(trimmed.length > 40 ? `${trimmed.slice(0, 40)}…` : trimmed, format);
  if (!instant.ok) return instant;
  if (instant.value < 0) return refuse(`"${trimmed}" is before 1970`);
  if (instant.value >= Date.parse(today) + DAY)
    return refuse(`"${trimmed}" is in the future (today is ${today}, UTC)`);
  return { ok: true, value: new Date(instant.value).toISOString().slice(0, 10) };
}
