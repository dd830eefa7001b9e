import { isSigned } from "./combination";
import type { Metric } from "./metric";

/** Whether groups of a metric are ranked by magnitude over the range shown, rather than by their latest value. */
export const isRankedByMagnitude = (metric: Pick<Metric, "least">): boolean => isSigned(metric);

/**
 * How large a series is in either direction over a range: the sum of the absolute values of a flow, the largest absolute
 * value of a level. Null without values. `magnitudeSql` computes the same in SQL.
 */
export function magnitudeOf({ kind }: Pick<Metric, "kind">, values: readonly number[]): number | null {
  if (values.length === 0) return null;
  return kind === "flow"
    ? values.reduce((sum, value) => sum + Math.abs(value), 0)
    : values.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
}
