import type { Warning } from "#domain/api";
import { type Combination, type Metric, overTime, requestedCombination } from "#domain/metrics";
import { type Aggregate, type Interval, invalidAt } from "#domain/query";
import type { TotalledResource } from "../query/listingSource";

/** How the points of one metric are made. */
export interface MetricPlan {
  metric: Metric;
  interval: Interval;
  /** Over the days of a period: the value at its end, or the sum. */
  overTime: "end" | "sum";
  /** Over the members of a group. */
  across: Combination;
  /**
   * The members over which a function runs. An asset's own value is combined from its tokens by the rule of
   * the metric.
   */
  members: TotalledResource;
}

/**
 * @throws InvalidError for a mode that means nothing for the metric.
 */
export function planMetric(
  metric: Metric,
  { aggregate, members }: { aggregate: Aggregate | null; members: TotalledResource },
): { plan: MetricPlan; warnings: Warning[] } {
  const interval = aggregate?.interval ?? "day";
  const mode = aggregate?.mode ?? metric.kind;
  if (mode === "flow" && metric.kind === "stock") {
    throw invalidAt(
      "aggregate.mode",
      `${metric.slug} is a level, which cannot be summed over time; use stock`,
    );
  }
  // A day's last value is the day's flow, so that requesting it is harmless.
  if (mode === "stock" && metric.kind === "flow" && interval !== "day") {
    throw invalidAt(
      "aggregate.mode",
      `${metric.slug} is daily activity with no level at the end of a ${interval}; use flow`,
    );
  }
  const { combination, warning } = requestedCombination(metric, aggregate?.aggregateFunction);
  return {
    plan: { metric, interval, overTime: overTime(metric), across: combination, members },
    warnings: warning === null ? [] : [{ path: "aggregate.aggregateFunction", message: warning }],
  };
}
