import { type AggregateRow, metricOf, type ResourceRow } from "#domain/api";

/**
 * The rows with the largest absolute values of a metric, in descending order, from those with the highest and
 * the lowest values. Rows without a known value are omitted.
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
