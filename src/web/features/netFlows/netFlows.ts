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
