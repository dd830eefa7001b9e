/** Periods of a flow of which a part is known: the first, where a range begins within it, and the last, until it is over. */
import { metricByName } from "#domain";
import { periodEndOf, periodStartOf } from "./calendar";
import type { ChartMeasure, ChartSeries, ChartView } from "./chartSeries";
import { spanOf } from "./daySpan";

type Times = Pick<ChartView, "range" | "interval">;

const isFlow = ({ measure }: { measure: ChartMeasure }): boolean =>
  (measure.kind ?? metricByName(measure.slug)?.kind) === "flow";

/** The days of a period that a range leaves of its first one; null where it leaves all. */
function restOfPeriod({ range, interval }: Times): { from: string; end: string } | null {
  const from = spanOf(range)?.from;
  if (from === undefined || periodStartOf(from, interval) === from) return null;
  return { from, end: periodEndOf(from, interval) };
}

/** Whether a sum is of a period that is not over: a whole one is dated by its last day. */
const isUnfinished = (date: string, { interval }: Pick<Times, "interval">): boolean =>
  date < periodEndOf(date, interval);

/** The day from which the first sum is, where the range cuts the first period of a flow; null where it cuts none. The series are within the range. */
export function cutFrom(series: readonly ChartSeries[], times: Times): string | null {
  const rest = restOfPeriod(times);
  const isCut = rest && series.some((one) => isFlow(one) && one.points.some(([date]) => date <= rest.end));
  return isCut ? rest.from : null;
}

/**
 * Last days of the periods that are not over, of which there is a sum. Metrics that were last reported on other days end in
 * periods of their own. The series are within the range.
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

/** Whether the sum of a part of a period is among the points. The series are within the range. */
export const hasParts = (series: readonly ChartSeries[], times: Times): boolean =>
  cutFrom(series, times) !== null || runningPeriods(series, times).size > 0;

/** Flows without the sums of parts of periods, which those of whole ones must not be compared with. The series are within the range. */
export function wholePeriods(series: readonly ChartSeries[], times: Times): readonly ChartSeries[] {
  const rest = restOfPeriod(times);
  const isWhole = (date: string) => (rest === null || date > rest.end) && !isUnfinished(date, times);
  return series.map((one) =>
    isFlow(one) && !one.points.every(([date]) => isWhole(date))
      ? { ...one, points: one.points.filter(([date]) => isWhole(date)) }
      : one,
  );
}
