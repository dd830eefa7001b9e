import type { ChartPoint } from "./chartSeries";
import { timeOf } from "./utcDays";

const DAY = 86_400_000;

/**
 * The mean of the known values of the last `days` days at each date. Unknown while the days before are not all
 * among the points, and on dates that are unknown themselves.
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
    // Added up anew each time: of a sum from which a large value is taken away, the digits of the small ones are lost.
    const known = points.slice(start, index + 1).flatMap(([, one]) => one ?? []);
    return [date, known.reduce((sum, one) => sum + one, 0) / known.length];
  });
}
