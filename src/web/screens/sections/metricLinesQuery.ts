import type { MetricSlug } from "#domain/metrics";
import { allOf, type Interval } from "#domain/query";
import { firstDayOf } from "../../charts/series/calendar";
import type { RangePreset } from "../../charts/series/chartSeries";
import type { SeriesQuery } from "../../rpc/marketQueries";

export interface LineOptions {
  /** Latest day; null if there is none. */
  asOf: string | null;
  interval?: Interval;
  range?: RangePreset;
}

/** Query for token metrics over time, one line each. Default: two years by month. */
export function metricLinesQuery(
  metrics: readonly MetricSlug[],
  filter: SeriesQuery["filter"],
  { asOf, interval = "month", range = "2y" }: LineOptions,
): SeriesQuery {
  const start = asOf === null ? null : firstDayOf({ range, interval }, asOf);
  return {
    seriesOf: "tokens",
    filter: allOf(
      { operator: "in", field: "measure_slug", value: [...metrics] },
      filter,
      start === null ? null : { operator: "onOrAfter", field: "date", value: start },
    ),
    aggregate: { groupBy: "date", interval },
  };
}
