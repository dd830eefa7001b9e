import {
  type Combination,
  isSigned,
  levelParts,
  type Metric,
  metrics,
  ownCombination,
  weightPart,
} from "#domain/metrics";
import { combinedSql } from "#stores";

export interface TotalsOptions {
  /** SELECT with the columns `id` and `asset_id` of the listings, and `keys`. */
  members: string;
  /** Columns by which values are totalled. */
  keys: readonly string[];
  /** Whether the members of one asset without a known weight show their plain mean. */
  withinAsset?: boolean;
  /** Left out: every metric. */
  metrics?: readonly Metric[];
  /** Condition on members `l` and their values `e`. Default: all of them. */
  where?: string;
  /** Source for FROM with the values of tokens and their weights. */
  stored?: string;
}

/**
 * SELECT of `keys`, `metric_id` and the present and past values of each total, by the rule of each metric. The values
 * of a metric are of the same days for every listing, so that totals add up however the market is divided. Weights stand
 * beside the values, of the same days as they are.
 */
export function totalsSql({
  members,
  keys,
  withinAsset = false,
  metrics: wanted = metrics,
  where,
  stored = "entity_metrics",
}: TotalsOptions): string {
  const rules = new Set<Combination["by"]>(wanted.map((metric) => ownCombination(metric).by));
  // Where no metric is wanted, the statement has no rows.
  if (rules.size === 0) rules.add("sum");
  const parts = [...rules].map((by) => {
    const combined = wanted.filter((metric) => ownCombination(metric).by === by);
    const areSigned = combined.some(isSigned);
    const values = levelParts.flatMap((part) => [
      `toNullable(e.${part}) AS ${part}`,
      ...(by === "weighted mean" ? [`toNullable(e.${weightPart(part)}) AS ${weightPart(part)}`] : []),
    ]);
    const totals = levelParts.map((part) => {
      const hasPlainMean = withinAsset ? "uniqExact(asset_id) = 1" : undefined;
      const of = { value: part, weight: weightPart(part), hasPlainMean, ofFew: true, areSigned };
      return `${combinedSql(by, of)} AS total_${part}`;
    });
    return `SELECT ${keys.join(", ")}, metric_id, ${totals.join(", ")} FROM (
      SELECT ${keys.map((key) => `l.${key} AS ${key}`).join(", ")}, l.asset_id AS asset_id, e.metric_id AS metric_id,
        ${values.join(", ")}
      FROM (${members}) AS l
      INNER JOIN (
        SELECT * FROM ${stored}
        WHERE entity_type = 'token' AND metric_id IN (${idsOf(combined)})) AS e ON e.entity_id = l.id
      ${where === undefined ? "" : `WHERE ${where}`}
    ) GROUP BY ${keys.join(", ")}, metric_id`;
  });
  const renamed = levelParts.map((part) => `total_${part} AS ${part}`).join(", ");
  return `SELECT ${keys.join(", ")}, metric_id, ${renamed} FROM (${parts.join("\nUNION ALL\n")})`;
}

/** Ids for `IN`, which takes no empty list; 0 is no metric's. */
const idsOf = (some: readonly Metric[]): string => [0, ...new Set(some.map(({ id }) => id))].join(", ");
