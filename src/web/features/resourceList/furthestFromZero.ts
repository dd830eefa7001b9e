import { type AggregateRow, metricOf, type ResourceRow } from "#domain";

/**
 * The rows whose values of a metric are furthest from zero in either direction, the furthest first, from those with the
 * highest and those with the lowest values. Rows of unknown value are left out.
 */
export function furthestFromZero<Row extends AggregateRow | ResourceRow>(
  metric: string,
  highest: readonly Row[],
  lowest: readonly Row[],
): Row[] {
  const reading = (row: Row) => metricOf(row, metric)?.val ?? null;
  const distance = (row: Row) => Math.abs(reading(row) ?? 0);
  return [
    ...highest.filter((row) => (reading(row) ?? -1) >= 0),
    ...lowest.filter((row) => (reading(row) ?? 0) < 0),
  ].sort((one, other) => distance(other) - distance(one));
}
