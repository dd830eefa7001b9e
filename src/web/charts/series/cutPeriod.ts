/** Incomplete periods of a flow: the first, if a range starts within it, and the last, until it is over. */
import { metricByName } from "#domain/metrics";
import { periodEndOf, periodStartOf } from "./calendar";
import type { ChartMeasure, ChartSeries, ChartView } from "./chartSeries";
import { spanOf } from "./daySpan";

type Times = Pick<ChartView, "range" | "interval">;

const isFlow = ({ measure }: { measure: ChartMeasure }): boolean =>
  (measure.kind ?? metricByName(measure.slug)?.kind) === "flow";

/** The days of the first period that a range includes; null if it includes all. */
function restOfPeriod({ range, interval }: Times): { from: string; end: string } | null {
  const from = spanOf(range)?.from;
  if (from === undefined || periodStartOf(from, interval) === from) return null;
  return { from, end: periodEndOf(from, interval) };
}

/** True if a sum covers an incomplete period: a full one is dated by its last day. */
const isUnfinished = (date: string, { interval }: Pick<Times, "interval">): boolean =>
  date < periodEndOf(date, interval);

/**
 * First day of the first sum, if the range cuts the first period of a flow; null otherwise. The series are
 * within the range.
 */
export function cutFrom(series: readonly ChartSeries[], times: Times): string | null {
  const rest = restOfPeriod(times);
  const isCut = rest && series.some((one) => isFlow(one) && one.points.some(([date]) => date <= rest.end));
  return isCut ? rest.from : null;
}

/**
 * Last days of incomplete periods with a sum. Metrics with other latest days end in their own periods. The
 * series are within the range.
 */
export function runningPeriods(
  series: readonly ChartSeries[],
  times: Pick<Times, "interval">,
): ReadonlySet<string> {
  const dates = series.filter(isFlow).flatMap(({ points }) => points.map(([date]) => date));
  return new Set(
    dates.filter((date) => isUnfinished(date, times)).map((date) => periodEndOf(date, times.interval)),
  );
}

/** True if the points include a sum of an incomplete period. The series are within the range. */
export const hasParts = (series: readonly ChartSeries[], times: Times): boolean =>
  cutFrom(series, times) !== null || runningPeriods(series, times).size > 0;

/**
 * Flows without the sums of incomplete periods, which are not comparable with full ones. The series are
 * within the range.
 */
export function wholePeriods(series: readonly ChartSeries[], times: Times): readonly ChartSeries[] {
  const rest = restOfPeriod(times);
  const isWhole = (date: string) => (rest === null || date > rest.end) && !isUnfinished(date, times);
  return series.map((one) =>
    isFlow(one) && !one.points.every(([date]) => isWhole(date))
      ? { ...one, points: one.points.filter(([date]) => isWhole(date)) }
      : one,
  );
}
