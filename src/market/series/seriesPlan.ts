import {
  type Aggregate,
  type AggregateFunction,
  type Interval,
  invalidAt,
  type Metric,
  metricByName,
  type Warning,
} from "#domain";

/** How the points of one metric are made. */
export interface MetricPlan {
  metric: Metric;
  interval: Interval;
  /** Over the days of a period: the last value, or the sum. */
  overTime: "last" | "sum";
  /** Over the tokens of a group: a function, or the mean by this metric. */
  acrossTokens: AggregateFunction | Metric;
}

/**
 * @throws InvalidError for a mode that means nothing for the metric.
 */
export function planMetric(
  metric: Metric,
  aggregate: Aggregate | null,
): { plan: MetricPlan; warnings: Warning[] } {
  const interval = aggregate?.interval ?? "day";
  const mode = aggregate?.mode ?? metric.kind;
  if (mode === "flow" && metric.kind === "stock") {
    throw invalidAt(
      "aggregate.mode",
      `${metric.slug} is a level, which does not add up over time; use stock`,
    );
  }
  // A day's last value is the day's flow, so that asking for it is harmless.
  if (mode === "stock" && metric.kind === "flow" && interval !== "day") {
    throw invalidAt(
      "aggregate.mode",
      `${metric.slug} is what happened during a day and has no level at the end of a ${interval}; use flow`,
    );
  }
  const asked = aggregate?.aggregateFunction;
  const weight = metric.across.rule === "weighted" ? metricByName(metric.across.weight) : undefined;
  const overTime = metric.kind === "flow" ? "sum" : "last";
  if (weight === undefined) {
    return { plan: { metric, interval, overTime, acrossTokens: asked ?? "sum" }, warnings: [] };
  }
  if (asked !== "sum")
    return { plan: { metric, interval, overTime, acrossTokens: asked ?? weight }, warnings: [] };
  const message = `${metric.slug} does not add up over tokens; the mean weighted by ${weight.slug} is given`;
  return {
    plan: { metric, interval, overTime, acrossTokens: weight },
    warnings: [{ path: "aggregate.aggregateFunction", message }],
  };
}
