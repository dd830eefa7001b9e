/**
 * The rule of aggregation in SQL, for tokens, assets, groups and what stands in the store of them: whatever makes one
 * figure of several asks here. The same in words: `aggregationWords.ts` of the domain.
 */
import { type Combination, metrics, weightOf } from "#domain";
import { exactSumSql, settledSumSql, sortedSumSql } from "./exactSumSql";

export interface Members {
  /** SQL of a member's value. */
  value: string;
  /** SQL of a member's weight, null where unknown. A weight that is not above zero does not count. */
  weight: string;
  /**
   * Condition on a group whose weights are all unknown: whether it has the plain mean of its members all the same,
   * as the tokens of one asset have. Left out: it has none.
   */
  hasPlainMean?: string;
  /** Whether the statement makes many sums of few members each, as totals of every metric do. */
  ofFew?: boolean;
  /** Whether members may be below zero, so that a sum or plain mean of them may be zero. */
  areSigned?: boolean;
  /** Whether members have the columns of `weighedSql`. */
  areWeighed?: boolean;
}

/**
 * SELECT of members with what a mean by weight adds up of them as columns. Exact sums name it seven times each: the engine
 * plans a statement of one mean in half of the time where these are names of columns.
 *
 * @param members SELECT of members with a `value` and a `weight`
 */
export const weighedSql = (members: string): string =>
  `SELECT *, ${countedSql("value", "weight")} AS counted, ${weighingSql("value", "weight")} AS weighing,
    counted * weighing AS weighed FROM (${members})`;

/** SQL of the one value that the members of a group make. Null where no member is known. */
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

/** SQL of the plain mean of the members whose value is known. `over` makes it a window's. */
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

/** A mean is never outside of its members, whatever the quotient is rounded to: of values that are all 100 it is 100. */
const among = (mean: string, value: string, over = "") =>
  `least(max(${value})${over}, greatest(min(${value})${over}, ${mean}))`;

const weights = metrics.flatMap((metric) => {
  const weight = weightOf(metric);
  return weight === undefined ? [] : [{ id: metric.id, by: weight.id }];
});

/** SQL of the id of the metric that weighs another, by its id; 0 for metrics that add up. */
export const weightIdSql = (metricId: string): string =>
  `transform(${metricId}, [${weights.map(({ id }) => id).join(", ")}], [${weights.map(({ by }) => by).join(", ")}], 0)`;
