import { type AggregateRow, inputsOf, metricOf, metrics, type ResourceRow } from "#domain";

type Row = ResourceRow | AggregateRow;

/**
 * Whether members of a total have a figure of one unit, which totals themselves do not carry: known if a figure that
 * is derived from it alone is known.
 */
const haveMembers = (row: Row, slug: string): boolean =>
  metrics.some(
    (metric) =>
      metric.derive.some((way) =>
        inputsOf(way).some((alternatives) => alternatives.length === 1 && alternatives[0] === slug),
      ) && (metric.isPerUnit ? haveMembers(row, metric.slug) : metricOf(row, metric.slug)?.val != null),
  );

/**
 * Slugs of the metrics that something has a figure for, in the order of the catalogue. The default always is among them,
 * so that a picker shows what the chart shows.
 *
 * @param hasUnits whether figures of one unit can be shown by asset, where the row is a total without them
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
