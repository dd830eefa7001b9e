import { type AggregateRow, metricOf } from "#domain";
import { shareOf } from "../resourceList/shareOf";

/**
 * Share of a total in percent, and its change over 30 days in percentage points; null if unknown on the
 * respective day.
 */
export function shareWithChange(
  row: AggregateRow,
  whole: AggregateRow | undefined,
  metric: string,
): { share: number | null; change: number | null } {
  const total = whole === undefined ? null : metricOf(whole, metric);
  const share = shareOf(row, metric, total?.val ?? null);
  const [value, all] = [metricOf(row, metric)?.val_30d ?? null, total?.val_30d ?? null];
  const before = value === null || all === null || all <= 0 ? null : (value / all) * 100;
  return { share, change: share === null || before === null ? null : share - before };
}
