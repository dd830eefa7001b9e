import { type AggregateRow, metricOf, metrics, type ResourceRow } from "#domain";

/**
 * Slugs of the metrics that something has a figure for, in the order of the
 * catalogue. The default always is among them, so that a picker shows what the chart shows.
 */
export const availableMetrics = (
  row: ResourceRow | AggregateRow | undefined,
  fallback: string,
): readonly string[] =>
  metrics
    .map((metric) => metric.slug)
    .filter((slug) => slug === fallback || (row !== undefined && metricOf(row, slug)?.val != null));
