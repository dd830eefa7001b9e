import { type AggregateFunction, isSigned, type Metric, ownCombination } from "#domain/metrics";
import type { Interval } from "#domain/query";
import { combinedSql, weighedSql } from "#stores";
import type { MetricPlan } from "./seriesPlan";

/** Days, listings and groups of one statement part. */
export interface SeriesScope {
  /** SELECT of the listings as `id`, `asset_id`, their group `k`, and what `both` needs. */
  listings: string;
  /** Conditions over the daily rows `d` on their days only. */
  days: readonly string[];
  /** Conditions over both the daily rows `d` and the listings `l`. */
  both: readonly string[];
  /** Placeholder of the latest day of the metrics, on which a running period ends. */
  newest: string;
  /** Whether the listings are a subset, so that reading by asset is faster. */
  isPartial: boolean;
  /** Whether groups of one asset without a known weight show the plain mean. */
  withinAsset: boolean;
}

/**
 * Last day of the period of a day. Weeks are those of ISO 8601, from Monday. Functions such as `toMonday` do
 * not support days before 1970.
 */
export const periodEnd: Readonly<Record<Interval, (day: string) => string>> = {
  day: (day) => day,
  week: (day) => `${day} + (7 - toDayOfWeek(${day}))`,
  month: (day) => `addMonths(makeDate32(toYear(${day}), toMonth(${day}), 1), 1) - 1`,
  year: (day) => `makeDate32(toYear(${day}), 12, 31)`,
};

type Plans = readonly [MetricPlan, ...MetricPlan[]];

/**
 * SELECT of `metric_id`, group `k`, `day`, value `v` and the last day `last` that the value covers, for
 * metrics that are combined by the same rule and have the same latest day. Weighted metrics need one
 * statement each.
 */
export function seriesSql(plans: Plans, scope: SeriesScope): string {
  const [{ metric, across, members }] = plans;
  if (across.by === "weighted mean") {
    return `SELECT ${series} FROM (${meansSql(plans, { scope, weight: across.weight })})`;
  }
  const own = ownCombination(metric);
  // A sum over assets is the sum over their tokens.
  const values =
    members === "tokens" || (across.by === "sum" && own.by === "sum")
      ? valuesSql(plans, scope)
      : own.by === "weighted mean"
        ? meansSql(plans, { scope, weight: own.weight, isByAsset: true })
        : combinedByKeys(plans, {
            keys: "metric_id, k, asset_id, day",
            by: own.by,
            values: valuesSql(plans, scope),
          });
  return `SELECT ${series} FROM (${combinedByKeys(plans, { keys: "metric_id, k, day", by: across.by, values })})`;
}

const series = "metric_id, k, day, value AS v, newest AS last";

const areSigned = (plans: Plans): boolean => plans.some(({ metric }) => isSigned(metric));

function combinedByKeys(
  plans: Plans,
  { keys, by, values }: { keys: string; by: AggregateFunction; values: string },
): string {
  const value = combinedSql(by, { value: "value", weight: "NULL", areSigned: areSigned(plans) });
  return `SELECT ${keys}, ${value} AS value, max(newest) AS newest FROM (${values}) GROUP BY ${keys}`;
}

/** One row for each listing and period: a level at the end of it, a flow over all of it. */
function valuesSql(plans: Plans, scope: SeriesScope): string {
  const [{ interval, overTime }] = plans;
  const ids = plans.map(({ metric }) => metric.id);
  const day = dayOf(interval, scope);
  if (interval === "day" || overTime === "end") {
    return `SELECT d.metric_id AS metric_id, l.asset_id AS asset_id, l.k AS k, ${day} AS day, d.value AS value, d.date AS newest
      ${from(ids, scope, endsOf(plans, scope))}`;
  }
  // A flow that stops within a period ends with the period, like those of others, not on its own last day.
  return `SELECT d.metric_id AS metric_id, any(l.asset_id) AS asset_id, any(l.k) AS k, ${day} AS day,
      ${combinedSql("sum", { value: "d.value", weight: "NULL", areSigned: areSigned(plans) })} AS value, (${lastRequestedSql(plans, scope)}) AS newest
    ${from(ids, scope)} GROUP BY metric_id, d.token_id, day`;
}

/** Weighted means of one metric, for each group and period, or for each asset in it. */
function meansSql(
  plans: Plans,
  { scope, weight, isByAsset = false }: { scope: SeriesScope; weight: Metric; isByAsset?: boolean },
): string {
  const [{ metric, interval }] = plans;
  const knownOf = (id: number) => `anyIf(toNullable(d.value), d.metric_id = ${id})`;
  const hasPlainMean = isByAsset || scope.withinAsset ? "uniqExact(asset_id) = 1" : undefined;
  const mean = combinedSql("weighted mean", {
    value: "value",
    weight: "weight",
    hasPlainMean,
    areWeighed: true,
  });
  return `SELECT ${metric.id} AS metric_id, k, day, assumeNotNull(mean) AS value, newest FROM (
    SELECT k, day, ${mean} AS mean, max(date) AS newest FROM (${weighedSql(`
      SELECT any(l.asset_id) AS asset_id, any(l.k) AS k, d.date AS date, ${dayOf(interval, scope)} AS day,
        ${knownOf(metric.id)} AS value, ${knownOf(weight.id)} AS weight
      ${from([metric.id, weight.id], scope, endsOf(plans, scope))}
      GROUP BY d.token_id, date HAVING value IS NOT NULL`)}
    ) GROUP BY k, day${isByAsset ? ", asset_id" : ""}
  ) WHERE mean IS NOT NULL`;
}

/** The day that represents a period. */
const dayOf = (interval: Interval, { newest }: SeriesScope): string =>
  interval === "day" ? "d.date" : `least(${periodEnd[interval]("d.date")}, ${newest})`;

/**
 * Conditions that select the last requested day of each period: a total at the end of a period is that of one
 * day, and excludes values unknown on it.
 */
function endsOf(plans: Plans, scope: SeriesScope): string[] {
  const [{ interval }] = plans;
  return interval === "day"
    ? []
    : [`d.date IN (${lastRequestedSql(plans, scope)} GROUP BY ${periodEnd[interval]("d.date")})`];
}

/** SELECT of the last requested day, from the first day of the metrics to their latest. */
function lastRequestedSql(plans: Plans, { days, newest }: SeriesScope): string {
  const first = `SELECT min(date) AS first FROM daily_metrics WHERE metric_id IN (${plans.map(({ metric }) => metric.id).join(", ")})`;
  const calendar = `SELECT addDays(first, arrayJoin(range(toUInt32(dateDiff('day', first, ${newest})) + 1))) AS date FROM (${first})`;
  return `SELECT max(d.date) FROM (${calendar}) AS d${days.length > 0 ? ` WHERE ${days.join(" AND ")}` : ""}`;
}

function from(
  metricIds: readonly number[],
  { listings, days, both, isPartial }: SeriesScope,
  ends: readonly string[] = [],
): string {
  // The key of the table starts with metric and asset: with few assets, few other rows are read.
  const byAsset = isPartial ? [`d.asset_id IN (SELECT asset_id FROM (${listings}))`] : [];
  return `FROM daily_metrics AS d INNER JOIN (${listings}) AS l ON l.id = d.token_id
    WHERE ${[`d.metric_id IN (${metricIds.join(", ")})`, ...byAsset, ...days, ...both, ...ends].join(" AND ")}`;
}
