import { DAY_MS } from "#domain/days";
import { CARRY_DAYS } from "#domain/metrics";
import type { Market } from "../market";

/**
 * The day that counts as "now" for each metric, `YYYY-MM-DD` by its id: the newest day on which it is known of
 * anything, or the newest day of all data where that is more than seven days later. Periods that are still running
 * end on it so far.
 */
export async function newestDays(market: Market): Promise<ReadonlyMap<number, string>> {
  return market.remember({
    kind: "newest days",
    key: null,
    isGround: true,
    sizeOf: (days) => days.size * 50,
    make: async () => {
      const rows = await market.store.compactRows<[metricId: number, day: string]>(
        "SELECT metric_id, max(date) FROM daily_metrics GROUP BY metric_id",
      );
      const horizon =
        rows
          .map(([, day]) => day)
          .sort()
          .at(-1) ?? "";
      const isFresh = (day: string) => Date.parse(horizon) - Date.parse(day) <= CARRY_DAYS * DAY_MS;
      return new Map(rows.map(([id, day]) => [id, isFresh(day) ? day : horizon]));
    },
  });
}
