/** The first period of a flow, where a range that names its days begins within it: its sum is of the rest of the period. */
import { metricByName } from "#domain";
import { periodEndOf, periodStartOf } from "./calendar";
import type { ChartSeries, ChartView } from "./chartSeries";
import { spanOf } from "./daySpan";

type Times = Pick<ChartView, "range" | "interval">;

const isFlow = ({ measure }: ChartSeries): boolean => metricByName(measure.slug)?.kind === "flow";

/** The days of a period that a range leaves of its first one; null where it leaves all. */
function restOfPeriod({ range, interval }: Times): { from: string; end: string } | null {
  const from = spanOf(range)?.from;
  if (from === undefined || periodStartOf(from, interval) === from) return null;
  return { from, end: periodEndOf(from, interval) };
}

/** The day from which the first sum is, where the range cuts the first period of a flow; null where it cuts none. The series are within the range. */
export function cutFrom(series: readonly ChartSeries[], times: Times): string | null {
  const rest = restOfPeriod(times);
  const isCut = rest && series.some((one) => isFlow(one) && one.points.some(([date]) => date <= rest.end));
  return isCut ? rest.from : null;
}

/** Flows without the sum of a period that the range cuts, which whole periods must not be compared with. */
export function withoutCutPeriod(series: readonly ChartSeries[], times: Times): readonly ChartSeries[] {
  const rest = restOfPeriod(times);
  if (rest === null) return series;
  return series.map((one) =>
    isFlow(one) ? { ...one, points: one.points.filter(([date]) => date > rest.end) } : one,
  );
}
