import { utcDay, utcMonth, utcYear } from "d3-time";
import type { ChartRange } from "../../charts/chartSeries";

const monthsOf: Partial<Record<ChartRange, number>> = {
  "1m": 1,
  "3m": 3,
  "6m": 6,
  "1y": 12,
  "2y": 24,
  "5y": 60,
};

/** First day of a range that ends on `asOf`; null where the range has no start. Days are `YYYY-MM-DD`. */
export function rangeStart(range: ChartRange, asOf: string): string | null {
  if (range === "all") return null;
  const end = utcDay(new Date(`${asOf}T00:00:00Z`));
  const start = range === "ytd" ? utcYear(end) : utcMonth.offset(end, -(monthsOf[range] ?? 0));
  return start.toISOString().slice(0, 10);
}
