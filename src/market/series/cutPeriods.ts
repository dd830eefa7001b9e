import type { Filter, Interval, Warning } from "#domain";
import { dayNumber, requestedDays } from "./requestedDays";
import type { MetricPlan } from "./seriesPlan";

/** Whether a day, `YYYY-MM-DD`, is the first of a period. Weeks are from Monday. */
const isFirstOf: Readonly<Record<Interval, (day: string) => boolean>> = {
  day: () => true,
  week: (day) => new Date(day).getUTCDay() === 1,
  month: (day) => day.endsWith("-01"),
  year: (day) => day.endsWith("-01-01"),
};

interface CutOptions {
  /** Metrics with the latest day of each. */
  parts: readonly { plans: readonly MetricPlan[]; newest: string }[];
  /** The first readable day under policies; null for all days. */
  since: string | null;
  filter: Filter | null;
}

/**
 * Warnings about flows whose first period is summed from the first readable day, if the filter requests
 * earlier days.
 */
export function cutPeriods({ parts, since, filter }: CutOptions): Warning[] {
  if (since === null) return [];
  const requested = requestedDays(filter);
  if (requested.first >= dayNumber(since) || requested.last < dayNumber(since)) return [];
  const cut = parts
    .filter(({ newest }) => newest >= since)
    .flatMap(({ plans }) => plans)
    .find(({ interval, overTime }) => overTime === "sum" && !isFirstOf[interval](since));
  if (cut === undefined) return [];
  const { interval } = cut;
  const message = `the first ${interval} is summed from ${since}, the earliest date that the policies of this key allow, so it is incomplete`;
  return [{ path: "aggregate.interval", message }];
}
