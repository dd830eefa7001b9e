import { type AcrossTokens, acrossPhrase } from "./aggregationWords";
import { metricOfSlug } from "./catalogue";
import type { AggregateFunction, Metric } from "./metric";

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

/**
 * How the values of the members of a group are combined: by a function, or as the mean weighted by another
 * metric.
 */
export type Combination =
  | { readonly by: AggregateFunction }
  | { readonly by: "weighted mean"; readonly weight: Metric };

/**
 * Whether the values of tokens, assets and groups can be summed to totals: supplies can, prices and yields
 * cannot.
 */
export const addsUp = ({ across }: { across: AcrossTokens }): boolean => across.rule === "sum";

/** Whether a metric can be negative, so that its values can cancel out. */
export const isSigned = ({ least }: Pick<Metric, "least">): boolean => least === null || least < 0;

/** How a metric's own rule combines tokens, assets and groups. */
export function ownCombination({ across }: { across: AcrossTokens }): Combination {
  if (!("weight" in across)) return { by: across.rule };
  return { by: "weighted mean", weight: metricOfSlug(across.weight) };
}

/** The weighting metric of another metric; undefined where values are summed. */
export function weightOf(metric: { across: AcrossTokens }): Metric | undefined {
  const own = ownCombination(metric);
  return own.by === "weighted mean" ? own.weight : undefined;
}

/**
 * How the members of a group are combined by a requested function. Metrics that cannot be summed use their
 * own rule instead of `sum`, and the warning says so.
 */
export function requestedCombination(
  metric: Metric,
  requested: AggregateFunction | undefined,
): { combination: Combination; warning: string | null } {
  const isRefused = requested === "sum" && !addsUp(metric);
  return {
    combination: requested === undefined || isRefused ? ownCombination(metric) : { by: requested },
    warning: isRefused
      ? `${metric.slug} cannot be summed across groups; the ${acrossPhrase(metric.across)} is returned`
      : null,
  };
}

/** How the days of a period are combined: the level at its end, or the sum of a flow. */
export const overTime = ({ kind }: Pick<Metric, "kind">): "end" | "sum" => (kind === "flow" ? "sum" : "end");
