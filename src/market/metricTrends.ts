import type { MetricTrends } from "#domain/api";
import { DAY_MS, isoDay } from "#domain/days";
import { allOf, type Query } from "#domain/query";
import type { Market } from "./market";
import { metricSeries } from "./metricSeries";
import { newestDays } from "./series/newestDays";
import { DATE_FIELD } from "./series/seriesFilter";

/** Days between two points: the resolution of a sparkline. */
const STEP = 5;
const STEPS = 18;

export interface TrendsRequest {
  /** Selects the metrics and tokens like that of a series; its grouping determines the lines. */
  query: Query;
}

/**
 * The course of metrics over the last 90 days by group of tokens, on every fifth day up to the newest: the largest
 * groups first, as many as a page has.
 * @throws InvalidError naming the part of the query that does not fit.
 */
export async function metricTrends(market: Market, { query }: TrendsRequest): Promise<MetricTrends> {
  const days = STEP * STEPS;
  const newest = [...(await newestDays(market)).values()].sort().at(-1);
  if (newest === undefined) return { days, results: [] };
  const dates = Array.from({ length: STEPS + 1 }, (_, index) =>
    isoDay(Date.parse(newest) - (days - index * STEP) * DAY_MS),
  );
  const { results } = await metricSeries(market, {
    resource: "tokens",
    query: {
      ...query,
      sort: null,
      aggregate: { ...query.aggregate, interval: "day" },
      filter: allOf(
        query.filter,
        // The bound says how much is to be read at most; the days, what of it is.
        { operator: "onOrAfter", field: DATE_FIELD, value: dates[0] ?? newest },
        { operator: "in", field: DATE_FIELD, value: dates },
      ),
    },
  });
  return {
    days,
    results: results.map(({ measure, group, points }) => {
      const byDate = new Map(points);
      return {
        metric: measure.slug,
        id: group.id,
        shape: shapeOf(dates.map((date) => byDate.get(date) ?? null)),
      };
    }),
  };
}

/** Values as whole percents of the way from the lowest to the highest; in the middle where they are all the same. */
function shapeOf(values: readonly (number | null)[]): (number | null)[] {
  const known = values.filter((value) => value !== null);
  const lowest = Math.min(...known);
  const span = Math.max(...known) - lowest;
  return values.map((value) =>
    value === null ? null : span === 0 ? 50 : Math.round(((value - lowest) / span) * 100),
  );
}
