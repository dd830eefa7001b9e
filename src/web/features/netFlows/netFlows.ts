import { type AggregateRow, metricOf } from "#domain/api";
import type { MetricSlug } from "#domain/metrics";

/** Net flow metrics by period. */
export const netFlowMetrics = {
  "7d": "trailing_7_day_net_flow_dollar",
  "30d": "trailing_30_day_net_flow_dollar",
} as const satisfies Record<string, MetricSlug>;
export type FlowPeriod = keyof typeof netFlowMetrics;

/** Net flow in dollars; null if unknown. */
export const flowOf = (row: AggregateRow, metric: MetricSlug): number | null =>
  metricOf(row, metric)?.val ?? null;
