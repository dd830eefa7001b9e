import type { ChartPoint } from "./chartSeries";
import { timeOf } from "./utcDays";

const DAY = 86_400_000;

/**
 * The mean of the known values of the last `days` days at each date. Null until the points cover that many
 * days, and on dates without a value.
 */
export function movingAverage(points: readonly ChartPoint[], days: number): ChartPoint[] {
  const times = points.map(([date]) => timeOf(date));
  const step = points.length > 1 ? Math.min(...times.slice(1).map((time, i) => time - (times[i] ?? 0))) : DAY;
  const first = times[0] ?? 0;
  let start = 0;
  return points.map(([date, value], index): ChartPoint => {
    const time = times[index] ?? 0;
    while ((times[start] ?? time) <= time - days * DAY) start += 1;
    const isWhole = time - first + step >= days * DAY;
    if (value === null || !isWhole) return [date, null];
    // Summed at every date: subtracting a large value from a running sum would lose the digits of small ones.
    const known = points.slice(start, index + 1).flatMap(([, one]) => one ?? []);
    return [date, known.reduce((sum, one) => sum + one, 0) / known.length];
  });
}
