import { type AggregateRow, type MetricSlug, metricOf, type ResourceRow } from "#domain";

/** The first metric for which a row has a current or earlier figure; the first of all if there is none. */
export function firstKnown(
  row: ResourceRow | AggregateRow | undefined,
  [first, ...others]: readonly [MetricSlug, ...MetricSlug[]],
): MetricSlug {
  const isKnown = (metric: MetricSlug) =>
    row !== undefined && Object.values(metricOf(row, metric) ?? {}).some((value) => value !== null);
  return [first, ...others].find(isKnown) ?? first;
}
