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
  let sum = 0;
  let known = 0;
  return points.map(([date, value], index): ChartPoint => {
    const time = times[index] ?? 0;
    if (value !== null) {
      sum += value;
      known += 1;
    }
    while ((times[start] ?? time) <= time - days * DAY) {
      const left = points[start]?.[1] ?? null;
      if (left !== null) {
        sum -= left;
        known -= 1;
      }
      start += 1;
    }
    const isWhole = time - first + step >= days * DAY;
    return [date, value === null || !isWhole ? null : sum / known];
  });
}
