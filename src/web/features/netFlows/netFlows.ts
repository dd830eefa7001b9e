import { type AggregateRow, type MetricSlug, metricOf } from "#domain";

/** Over how long net flows are told, and the metric that tells them. */
export const netFlowMetrics = {
  "7d": "trailing_7_day_net_flow_dollar",
  "30d": "trailing_30_day_net_flow_dollar",
} as const satisfies Record<string, MetricSlug>;
export type FlowPeriod = keyof typeof netFlowMetrics;

/** What flowed in or out, in dollars; null where it is unknown. */
export const flowOf = (row: AggregateRow, metric: MetricSlug): number | null =>
  metricOf(row, metric)?.val ?? null;

/**
 * The rows with the largest flows of either direction, the largest first, from those with the largest inflows and
 * those with the largest outflows. Rows of unknown flow are left out.
 */
export function largestFlows(
  metric: MetricSlug,
  inflows: readonly AggregateRow[],
  outflows: readonly AggregateRow[],
): AggregateRow[] {
  const size = (row: AggregateRow) => Math.abs(flowOf(row, metric) ?? 0);
  return [
    ...inflows.filter((row) => (flowOf(row, metric) ?? -1) >= 0),
    ...outflows.filter((row) => (flowOf(row, metric) ?? 0) < 0),
  ].sort((one, other) => size(other) - size(one));
}
