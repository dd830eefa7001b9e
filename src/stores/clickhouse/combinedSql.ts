/**
 * SQL of the aggregation rule, for tokens, assets, groups and stored aggregates: the single place that
 * combines several figures into one. In prose: `aggregationWords.ts` of the domain.
 */
import { type Combination, metrics, weightOf } from "#domain/metrics";
import { exactSumSql, settledSumSql, sortedSumSql } from "./exactSumSql";

export interface Members {
  /** SQL of a member's value. */
  value: string;
  /** SQL of a member's weight, null if unknown. Weights that are not positive are ignored. */
  weight: string;
  /**
   * Condition on a group whose weights are all unknown, under which it has the plain mean of its members,
   * such as for the tokens of one asset. Default: no value.
   */
  hasPlainMean?: string;
  /** Whether the statement has many sums of few members each, such as totals of every metric. */
  ofFew?: boolean;
  /** Whether members can be negative, so that their sum or plain mean can be zero. */
  areSigned?: boolean;
  /** Whether members have the columns of `weighedSql`. */
  areWeighed?: boolean;
}

/**
 * Adds the terms of a weighted mean to a SELECT of members, as columns. Exact sums refer to each term seven
 * times, and the engine plans a statement with one mean in half the time if they are column names.
 *
 * @param members SELECT of members with a `value` and a `weight`
 */
export const weighedSql = (members: string): string =>
  `SELECT *, ${countedSql("value", "weight")} AS counted, ${weighingSql("value", "weight")} AS weighing,
    counted * weighing AS weighed FROM (${members})`;

/** SQL of the combined value of a group. Null if no member is known. */
export function combinedSql(
  by: Combination["by"],
  { value, weight, hasPlainMean, ofFew = false, areSigned = false, areWeighed = false }: Members,
): string {
  const sumSql = ofFew ? sortedSumSql : exactSumSql;
  const totalSql: typeof exactSumSql = (summed, over) =>
    areSigned ? settledSumSql(sumSql(summed, over), summed, over) : sumSql(summed, over);
  switch (by) {
    case "sum":
      return totalSql(value);
    case "avg":
      return plainMeanSql(value, "", totalSql);
    case "min":
    case "max":
      return `${by}(${value})`;
    case "weighted mean": {
      const mean = areWeighed
        ? meanOf({ counted: "counted", weighing: "weighing", weighed: "weighed" }, sumSql)
        : weightedMeanSql(value, weight, sumSql);
      return hasPlainMean === undefined
        ? mean
        : `ifNull(${mean}, if(${hasPlainMean}, ${plainMeanSql(value, "", sumSql)}, NULL))`;
    }
  }
}

/** SQL of the plain mean of the members with a known value. `over` makes it a window function. */
export const plainMeanSql = (value: string, over = "", sumSql = exactSumSql): string =>
  among(`${sumSql(value, over)} / count(${value})${over}`, value, over);

/** Over the members whose value and weight are both known. */
function weightedMeanSql(value: string, weight: string, sumSql: typeof exactSumSql): string {
  const counted = countedSql(value, weight);
  const weighing = weighingSql(value, weight);
  return meanOf({ counted, weighing, weighed: `${counted} * ${weighing}` }, sumSql);
}

const countsSql = (value: string, weight: string) => `isNotNull(${value}) AND ${weight} > 0`;
const countedSql = (value: string, weight: string) => `if(${countsSql(value, weight)}, ${value}, NULL)`;
const weighingSql = (value: string, weight: string) => `if(${countsSql(value, weight)}, ${weight}, NULL)`;

const meanOf = (
  { counted, weighing, weighed }: Record<"counted" | "weighing" | "weighed", string>,
  sumSql: typeof exactSumSql,
): string => among(`${sumSql(weighed)} / nullIf(${sumSql(weighing)}, 0)`, counted);

/**
 * Clamps a mean to the range of its members, whatever the rounding of the quotient: the mean of values that
 * are all 100 is 100.
 */
const among = (mean: string, value: string, over = "") =>
  `least(max(${value})${over}, greatest(min(${value})${over}, ${mean}))`;

const weights = metrics.flatMap((metric) => {
  const weight = weightOf(metric);
  return weight === undefined ? [] : [{ id: metric.id, by: weight.id }];
});

/** SQL of the id of the metric that weighs another, by its id; 0 for metrics that are summed. */
export const weightIdSql = (metricId: string): string =>
  `transform(${metricId}, [${weights.map(({ id }) => id).join(", ")}], [${weights.map(({ by }) => by).join(", ")}], 0)`;
