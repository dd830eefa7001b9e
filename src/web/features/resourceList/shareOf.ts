import { type AggregateRow, metricOf, type ResourceRow } from "#domain";

/** Share of a row in a total, in percent; null if either is unknown or the total is zero. */
export function shareOf(
  row: AggregateRow | ResourceRow,
  metric: string,
  total: number | null,
): number | null {
  const value = metricOf(row, metric)?.val ?? null;
  return value === null || total === null || total <= 0 ? null : (value / total) * 100;
}
