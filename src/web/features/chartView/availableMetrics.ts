import { type AggregateRow, metricOf, type ResourceRow } from "#domain/api";
import { inputsOf, type MetricSlug, metrics } from "#domain/metrics";

/** The first metric for which a row has a current or earlier figure; the first of all if there is none. */
export function firstKnown(
  row: ResourceRow | AggregateRow | undefined,
  [first, ...others]: readonly [MetricSlug, ...MetricSlug[]],
): MetricSlug {
  const isKnown = (metric: MetricSlug) =>
    row !== undefined && Object.values(metricOf(row, metric) ?? {}).some((value) => value !== null);
  return [first, ...others].find(isKnown) ?? first;
}

type Row = ResourceRow | AggregateRow;

/**
 * True if members of a total have a figure of this unit metric, which totals do not carry: a figure derived
 * from it alone is known.
 */
const haveMembers = (row: Row, slug: string): boolean =>
  metrics.some(
    (metric) =>
      metric.derive.some((way) =>
        inputsOf(way).some((alternatives) => alternatives.length === 1 && alternatives[0] === slug),
      ) && (metric.isPerUnit ? haveMembers(row, metric.slug) : metricOf(row, metric.slug)?.val != null),
  );

/**
 * Slugs of the metrics with a figure, in catalogue order. Always includes the default metric, so that the
 * picker lists what the chart shows.
 *
 * @param hasUnits true if unit figures can be shown by asset, where the row is a total without them
 */
export const availableMetrics = (
  row: Row | undefined,
  fallback: string,
  { hasUnits = false }: { hasUnits?: boolean } = {},
): readonly string[] =>
  metrics
    .filter(
      ({ slug, isPerUnit }) =>
        slug === fallback ||
        (row !== undefined &&
          (metricOf(row, slug)?.val != null || (isPerUnit && hasUnits && haveMembers(row, slug)))),
    )
    .map(({ slug }) => slug);
