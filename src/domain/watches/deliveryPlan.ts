/** When a delivery that failed is tried again, and when it goes out at first. */
import type { WatchCadence } from "./watchKinds";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Seconds before each further attempt, as the Standard Webhooks specification suggests: three days and some in all. */
const retryDelays: readonly number[] = [
  5,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

/** An endpoint that has answered nothing but failures for this long is paused. */
export const FAILING_DAYS = 3;

/** Time of the next attempt after a number of attempts; null if there is none. */
export function nextAttemptAt(attempts: number, now: Date): Date | null {
  const delay = retryDelays[attempts - 1];
  return delay === undefined ? null : new Date(now.getTime() + delay * 1_000);
}

/** Hour of the day, in UTC, at which digests go out. */
const DIGEST_HOUR = 7;
const MONDAY = 1;

/**
 * When the mail about a firing goes out: in the next minute but one, so that what fires together goes together, or
 * with the next digest.
 */
export function digestTime(cadence: WatchCadence, now: Date): Date {
  if (cadence === "at_once") {
    const minute = MINUTE * 1_000;
    return new Date((Math.floor(now.getTime() / minute) + 2) * minute);
  }
  const at = new Date(now);
  at.setUTCHours(DIGEST_HOUR, 0, 0, 0);
  while (at <= now || (cadence === "weekly" && at.getUTCDay() !== MONDAY)) at.setUTCDate(at.getUTCDate() + 1);
  return at;
}
