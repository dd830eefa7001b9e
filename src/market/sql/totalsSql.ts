import { levelParts, type Metric, metricByName, metrics } from "#domain";
import { weightedMeanSql } from "./weightedMeanSql";

/** Metrics that are means, with the metric that weighs them. */
const weighted = metrics.flatMap((metric) => {
  const weight = metric.across.rule === "weighted" ? metricByName(metric.across.weight) : undefined;
  return weight === undefined ? [] : [{ metric, weight }];
});
const weightIds = [...new Set(weighted.map(({ weight }) => weight.id))];

/** SQL of the id of the metric that weighs another; 0 for metrics that add up. */
const weightOf = (metricId: string) =>
  `transform(${metricId}, [${weighted.map(({ metric }) => metric.id)}], [${weighted.map(({ weight }) => weight.id)}], 0)`;

export interface TotalsOptions {
  /** SELECT with the columns `id` and `asset_id` of the listings, and `keys`. */
  members: string;
  /** Columns whose values make one total. */
  keys: readonly string[];
  /** Whether the members of one asset of which no weight is known show their plain mean. */
  withinAsset?: boolean;
  /** Left out: every metric. */
  metrics?: readonly Metric[];
}

/**
 * SELECT of `keys`, `metric_id` and the present and past values of each total, by the rule of each metric:
 * sums, or means by weight over members whose value and weight are both known. The values of a metric are of the
 * same days for every listing, so that totals add up however the market is divided.
 */
export function totalsSql({ members, keys, withinAsset = false, metrics: wanted }: TotalsOptions): string {
  const only =
    wanted === undefined ? "" : ` AND metric_id IN (${[0, ...wanted.map((m) => m.id)].join(", ")})`;
  const keyList = keys.join(", ");
  return `SELECT ${keyList}, metric_id, ${levelParts.map((past) => `total_${past} AS ${past}`).join(", ")} FROM (
    SELECT ${keyList}, metric_id, ${levelParts.map((past) => totalSql(past, withinAsset)).join(", ")} FROM (
      SELECT ${keys.map((key) => `l.${key} AS ${key}`).join(", ")}, l.asset_id AS asset_id, e.metric_id AS metric_id,
        e.weight_id AS weight_id,
        ${levelParts.map((past) => `toNullable(e.${past}) AS ${past}, if(w.${past} > 0, w.${past}, NULL) AS w_${past}`).join(", ")}
      FROM (${members}) AS l
      INNER JOIN (
        SELECT *, ${weightOf("metric_id")} AS weight_id FROM entity_metrics FINAL
        WHERE entity_type = 'token'${only}) AS e ON e.entity_id = l.id
      LEFT JOIN (
        SELECT entity_id, metric_id, ${levelParts.map((past) => `toNullable(${past}) AS ${past}`).join(", ")}
        FROM entity_metrics FINAL
        WHERE entity_type = 'token' AND metric_id IN (${weightIds.join(", ")})) AS w
        ON w.entity_id = e.entity_id AND w.metric_id = e.weight_id
    ) GROUP BY ${keyList}, metric_id)`;
}

/** One of the values of a total. */
const totalSql = (past: string, withinAsset: boolean) =>
  `if(any(weight_id) = 0, sumKahan(${past}),
    ${weightedMeanSql({ value: past, weight: `w_${past}`, withinAsset })}) AS total_${past}`;
