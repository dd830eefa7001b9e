import type { Interval } from "#domain";
import { weightedMeanSql } from "../sql/weightedMeanSql";
import type { MetricPlan } from "./seriesPlan";

/** Days, listings and groups of one statement part. */
export interface SeriesScope {
  /** SELECT of the listings as `id`, `asset_id`, their group `k`, and what `both` needs. */
  listings: string;
  /** Conditions over the daily rows `d`, and those over `d` and the listings `l`. */
  conditions: readonly string[];
  /** Whether the listings are fewer than all, so that reading by asset pays. */
  isPartial: boolean;
  /** Whether groups of one asset of which no weight is known show the plain mean. */
  withinAsset: boolean;
}

/** Last day of the period of a day. Weeks are those of ISO 8601, from Monday. Functions such as `toMonday` know no day before 1970. */
const periodEnd: Readonly<Record<Interval, (day: string) => string>> = {
  day: (day) => day,
  week: (day) => `${day} + (7 - toDayOfWeek(${day}))`,
  month: (day) => `addMonths(makeDate32(toYear(${day}), toMonth(${day}), 1), 1) - 1`,
  year: (day) => `makeDate32(toYear(${day}), 12, 31)`,
};

const functions = { sum: "sumKahan", avg: "avg", min: "min", max: "max" } as const;

/**
 * SELECT of `metric_id`, group `k`, `day`, value `v` and the last day with data `last`, for metrics that are
 * combined in the same way. Weighted metrics come one at a time.
 */
export function seriesSql(plans: readonly [MetricPlan, ...MetricPlan[]], scope: SeriesScope): string {
  const [plan] = plans;
  if (typeof plan.acrossTokens !== "string") return weightedSql(plan, scope);
  const combine = functions[plan.acrossTokens];
  const rows = from(
    plans.map(({ metric }) => metric.id),
    scope,
  );
  if (plan.interval === "day") {
    return `SELECT d.metric_id AS metric_id, l.k AS k, d.date AS day, ${combine}(d.value) AS v, d.date AS last
      ${rows} GROUP BY metric_id, k, day`;
  }
  const day = periodEnd[plan.interval]("d.date");
  const value = plan.overTime === "last" ? "argMax(d.value, d.date)" : "sumKahan(d.value)";
  return `SELECT metric_id, k, day, ${combine}(value) AS v, max(newest) AS last FROM (
      SELECT d.metric_id AS metric_id, d.token_id AS token_id, any(l.k) AS k, ${day} AS day, ${value} AS value,
        max(d.date) AS newest
      ${rows} GROUP BY metric_id, token_id, day
    ) GROUP BY metric_id, k, day`;
}

function weightedSql({ metric, interval, acrossTokens }: MetricPlan, scope: SeriesScope): string {
  const weight = typeof acrossTokens === "string" ? metric : acrossTokens;
  const lastOf = (id: number) => `argMaxIf(toNullable(d.value), d.date, d.metric_id = ${id})`;
  return `SELECT ${metric.id} AS metric_id, k, day, assumeNotNull(mean) AS v, newest AS last FROM (
    SELECT k, day, ${weightedMeanSql({ value: "value", weight: "weight", withinAsset: scope.withinAsset })} AS mean, max(newest) AS newest
    FROM (
      SELECT d.token_id AS token_id, any(l.asset_id) AS asset_id, any(l.k) AS k, ${periodEnd[interval]("d.date")} AS day,
        ${lastOf(metric.id)} AS value, ${lastOf(weight.id)} AS known_weight,
        if(known_weight > 0, known_weight, NULL) AS weight, maxIf(d.date, d.metric_id = ${metric.id}) AS newest
      ${from([metric.id, weight.id], scope)} GROUP BY token_id, day HAVING value IS NOT NULL
    ) GROUP BY k, day
  ) WHERE mean IS NOT NULL`;
}

function from(metricIds: readonly number[], { listings, conditions, isPartial }: SeriesScope): string {
  // The key of the table starts with metric and asset: with few assets, little else is read.
  const byAsset = isPartial ? [`d.asset_id IN (SELECT asset_id FROM (${listings}))`] : [];
  return `FROM daily_metrics AS d FINAL INNER JOIN (${listings}) AS l ON l.id = d.token_id
    WHERE ${[`d.metric_id IN (${metricIds.join(", ")})`, ...byAsset, ...conditions].join(" AND ")}`;
}
