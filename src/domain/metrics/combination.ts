import { type AcrossTokens, acrossPhrase } from "./aggregationWords";
import { metricOfSlug } from "./catalogue";
import type { AggregateFunction, Metric } from "./metric";

/** How the values of the members of a group make one: by a function, or as the mean by the values of another metric. */
export type Combination =
  | { readonly by: AggregateFunction }
  | { readonly by: "weighted mean"; readonly weight: Metric };

/** Whether the values of tokens, assets and groups add up to their totals: supplies do, prices and yields do not. */
export const addsUp = ({ across }: { across: AcrossTokens }): boolean => across.rule === "sum";

/** Whether a metric may be below zero, so that values of it may cancel out. */
export const isSigned = ({ least }: Pick<Metric, "least">): boolean => least === null || least < 0;

/** How a metric's own rule combines tokens, assets and groups. */
export function ownCombination({ across }: { across: AcrossTokens }): Combination {
  if (!("weight" in across)) return { by: across.rule };
  return { by: "weighted mean", weight: metricOfSlug(across.weight) };
}

/** The metric that weighs another; undefined where values add up. */
export function weightOf(metric: { across: AcrossTokens }): Metric | undefined {
  const own = ownCombination(metric);
  return own.by === "weighted mean" ? own.weight : undefined;
}

/**
 * How the members of a group are combined where a function is asked for. What does not add up cannot be summed: its
 * own rule takes the place of `sum`, and the warning says so.
 */
export function requestedCombination(
  metric: Metric,
  asked: AggregateFunction | undefined,
): { combination: Combination; warning: string | null } {
  const isRefused = asked === "sum" && !addsUp(metric);
  return {
    combination: asked === undefined || isRefused ? ownCombination(metric) : { by: asked },
    warning: isRefused
      ? `${metric.slug} cannot be summed across groups; the ${acrossPhrase(metric.across)} is returned`
      : null,
  };
}

/** What the days of a period make: the level at its end, or the sum of a flow. */
export const overTime = ({ kind }: Pick<Metric, "kind">): "end" | "sum" => (kind === "flow" ? "sum" : "end");
