import { z } from "zod";
import { calendar, isoDay } from "../days/days";
import { invalidAt } from "./parseQuery";

/** A date, or an instant, that a client sent. */
export interface DateValue {
  /** `YYYY-MM-DD`: the date itself, or the day of the instant in UTC. */
  date: string;
  /** Milliseconds since 1970; null where a whole day was meant. */
  instant: number | null;
}

const isoDate = z.iso.date();
const isoInstant = z.union([
  z.iso.datetime({ offset: true, local: true }),
  z.iso.datetime({ offset: true, local: true, precision: -1 }),
]);

/** @throws InvalidError at `path` for anything but a date or instant from 1900 to 2299. */
export function readDateValue(value: unknown, path: string): DateValue {
  const read = parse(value);
  if (read === null) throw invalidAt(path, "must be a date: YYYY-MM-DD or an ISO 8601 timestamp");
  if (read.date < calendar.first || read.date > calendar.last) {
    throw invalidAt(path, `must be a date from ${calendar.first} to ${calendar.last}`);
  }
  return read;
}

function parse(value: unknown): DateValue | null {
  if (typeof value !== "string") return null;
  if (isoDate.safeParse(value).success) return { date: value, instant: null };
  if (!isoInstant.safeParse(value).success) return null;
  // Without an offset the instant is in UTC, as every time of ours.
  const instant = Date.parse(/(Z|[+-]\d{2}:?\d{2})$/i.test(value) ? value : `${value}Z`);
  if (Number.isNaN(instant)) return null;
  return { date: isoDay(instant), instant };
}
