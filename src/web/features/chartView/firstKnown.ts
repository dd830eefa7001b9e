import { type AggregateRow, type MetricSlug, metricOf, type ResourceRow } from "#domain";

/** The first of some metrics that a row has a figure of, today's or an earlier one; of none, the first of all. */
export function firstKnown(
  row: ResourceRow | AggregateRow | undefined,
  [first, ...others]: readonly [MetricSlug, ...MetricSlug[]],
): MetricSlug {
  const isKnown = (metric: MetricSlug) =>
    row !== undefined && Object.values(metricOf(row, metric) ?? {}).some((value) => value !== null);
  return [first, ...others].find(isKnown) ?? first;
}
