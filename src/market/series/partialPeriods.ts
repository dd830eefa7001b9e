/** Periods of flows that are summed over some of their days only. */
import { DAY_MS } from "#domain/days";
import { overTime } from "#domain/metrics";
import type { Query } from "#domain/query";
import type { SplitResource } from "#domain/resources";
import type { Market } from "../market";
import { compileSeries } from "./compileSeries";
import { newestDays } from "./newestDays";
import { dayNumber, requestedDays } from "./requestedDays";
import { periodEnd } from "./seriesSql";

type Period = "week" | "month" | "year";

/** Days in the period that ends with `end`. */
const lengthSql: Readonly<Record<Period, (end: string) => string>> = {
  week: () => "7",
  month: (end) => `toDayOfMonth(${end})`,
  year: (end) => `toDayOfYear(${end})`,
};

/** Days in the last period up to its newest day, which dates it. Weeks begin on Monday. */
const elapsedDays: Readonly<Record<Period, (newest: string) => number>> = {
  week: (newest) => ((new Date(newest).getUTCDay() + 6) % 7) + 1,
  month: (newest) => Number(newest.slice(8)),
  year: (newest) => (Date.parse(newest) - Date.parse(`${newest.slice(0, 4)}-01-01`)) / DAY_MS + 1,
};

export interface ShownSeries {
  metricId: number;
  key: number | string;
  /** Newest day of the metric, which dates a period that is not over. */
  newest: string;
}

export const seriesKey = ({ metricId, key }: Pick<ShownSeries, "metricId" | "key">): string =>
  `${metricId} ${key}`;

/**
 * The dates of points whose sum lacks days, by `seriesKey`: the data or the filter starts or ends within the
 * period, or it contains days without data. A running period counts up to its latest day, unless the filter
 * excludes later days. Levels have no such points.
 */
export async function partialPeriods(
  market: Market,
  { resource, query, series }: { resource: SplitResource; query: Query; series: readonly ShownSeries[] },
): Promise<ReadonlyMap<string, string[]>> {
  const partial = new Map<string, string[]>();
  const interval = query.aggregate?.interval ?? "day";
  if (interval === "day" || series.length === 0) return partial;
  const { sql, binder, metrics } = await compileSeries(market, {
    resource,
    query: { ...query, aggregate: { ...query.aggregate, interval: "day" } },
    groups: { keys: [...new Set(series.map(({ key }) => key))], isExcluded: false },
  });
  const flows = metrics.filter((metric) => overTime(metric) === "sum").map(({ id }) => id);
  if (sql === null || flows.length === 0) return partial;
  const rows = await market.store.compactRows<
    [metricId: number, key: number | string, end: string, days: number]
  >(
    `SELECT metric_id, k, ${periodEnd[interval]("day")} AS end, toUInt16(count()) AS days FROM (${sql})
     WHERE metric_id IN (${flows.join(", ")}) GROUP BY metric_id, k, end
     HAVING days < ${lengthSql[interval]("end")} ORDER BY metric_id, k, end`,
    binder.parameters,
  );
  const { last } = requestedDays(query.filter);
  const now = await newestDays(market);
  const newestOf = new Map(series.map((one) => [seriesKey(one), one.newest]));
  for (const [metricId, key, end, days] of rows) {
    const of = seriesKey({ metricId, key });
    const newest = newestOf.get(of);
    if (newest === undefined) continue;
    const isOpen = newest < end;
    const isCut = last < dayNumber(now.get(metricId) ?? newest);
    if (isOpen && !isCut && days >= elapsedDays[interval](newest)) continue;
    const date = isOpen ? newest : end;
    const dates = partial.get(of);
    if (dates === undefined) partial.set(of, [date]);
    else dates.push(date);
  }
  return partial;
}
