/** Periods of a flow of which a part is known: the first, where a range begins within it, and the last, until it is over. */
import { metricByName } from "#domain";
import { periodEndOf, periodStartOf } from "./calendar";
import type { ChartSeries, ChartView } from "./chartSeries";
import { spanOf } from "./daySpan";
import { newestDate } from "./topGroups";

type Times = Pick<ChartView, "range" | "interval">;

const isFlow = ({ measure }: ChartSeries): boolean => metricByName(measure.slug)?.kind === "flow";

/** The days of a period that a range leaves of its first one; null where it leaves all. */
function restOfPeriod({ range, interval }: Times): { from: string; end: string } | null {
  const from = spanOf(range)?.from;
  if (from === undefined || periodStartOf(from, interval) === from) return null;
  return { from, end: periodEndOf(from, interval) };
}

/** First day of the newest period; null where that is over. */
function startOfRunning(series: readonly ChartSeries[], interval: ChartView["interval"]): string | null {
  const newest = newestDate(series);
  const isOver = newest === "" || newest === periodEndOf(newest, interval);
  return isOver ? null : periodStartOf(newest, interval);
}

/** The day from which the first sum is, where the range cuts the first period of a flow; null where it cuts none. The series are within the range. */
export function cutFrom(series: readonly ChartSeries[], times: Times): string | null {
  const rest = restOfPeriod(times);
  const isCut = rest && series.some((one) => isFlow(one) && one.points.some(([date]) => date <= rest.end));
  return isCut ? rest.from : null;
}

/** Whether the last sum is of a period that is not over. The series are within the range. */
export function isRunning(series: readonly ChartSeries[], { interval }: Times): boolean {
  const start = startOfRunning(series, interval);
  return start !== null && series.some((one) => isFlow(one) && one.points.some(([date]) => date >= start));
}

/** Whether the sum of a part of a period is among the points. The series are within the range. */
export const hasParts = (series: readonly ChartSeries[], times: Times): boolean =>
  cutFrom(series, times) !== null || isRunning(series, times);

/** Flows without the sums of parts of periods, which those of whole ones must not be compared with. The series are within the range. */
export function wholePeriods(series: readonly ChartSeries[], times: Times): readonly ChartSeries[] {
  const rest = restOfPeriod(times);
  const running = startOfRunning(series, times.interval);
  if (rest === null && running === null) return series;
  const isWhole = (date: string) =>
    (rest === null || date > rest.end) && (running === null || date < running);
  return series.map((one) =>
    isFlow(one) ? { ...one, points: one.points.filter(([date]) => isWhole(date)) } : one,
  );
}
