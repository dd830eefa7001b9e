/** Figures as this installation published them earlier: the parameter `as_of` of pages, files and the data API. */
import { DAY_MS, timeOfDay } from "../days/days";
import { readDateValue } from "./dateValue";
import { invalidAt } from "./parseQuery";

/** Name of the parameter, and of the input of procedures. */
export const AS_OF_PARAMETER = "as_of";

/** Longest value of the parameter. */
export const AS_OF_LENGTH = 40;

/**
 * Which publication is read: the latest one before a time, or that of a data version. Times are milliseconds since 1970;
 * `from` is the start of the requested day, or the requested instant.
 */
export type AsOf = { kind: "time"; from: number; before: number } | { kind: "version"; dataVersion: number };

const DATA_VERSION = /^[1-9]\d{0,11}$/;
/** A data version as pages show it: its day and the second of that day. */
const SHOWN_VERSION = /^(\d{4}-\d\d-\d\d)\.(\d{1,5})$/;

/**
 * @param text a day (`2026-03-31`, until its end in UTC), an instant (`2026-03-31T12:00:00Z`), or a data version, also as
 * pages show it (`2026-03-31.43200`)
 * @throws InvalidError for anything else
 */
export function readAsOf(text: string): AsOf {
  if (DATA_VERSION.test(text)) return { kind: "version", dataVersion: Number(text) };
  const [, day, second] = SHOWN_VERSION.exec(text) ?? [];
  const { date, instant } = readDate(day ?? text);
  if (day !== undefined) return { kind: "version", dataVersion: timeOfDay(date) / 1_000 + Number(second) };
  return instant === null
    ? { kind: "time", from: timeOfDay(date), before: timeOfDay(date) + DAY_MS }
    : { kind: "time", from: instant, before: instant + 1 };
}

function readDate(text: string) {
  if (!/^\d{4}-\d\d-\d\d/.test(text) || text.length > AS_OF_LENGTH) {
    throw invalidAt(
      AS_OF_PARAMETER,
      "must be a date (2026-03-31), an ISO 8601 timestamp (2026-03-31T12:00:00Z) or a data version",
    );
  }
  return readDateValue(text, AS_OF_PARAMETER);
}
