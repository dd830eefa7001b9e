import type { ChartPoint, ChartSeries } from "./chartSeries";
import { changesOf } from "./transformSeries";

export interface Correlation {
  /** From −1 to 1; null if one of the two is constant. */
  coefficient: number | null;
  /** Number of dates on which both are known. */
  pairs: number;
}

/** Minimum number of pairs for a meaningful result. */
const LEAST_PAIRS = 3;

/** Pearson's correlation of two series over their common dates; null if these are too few. */
export function correlate(a: readonly ChartPoint[], b: readonly ChartPoint[]): Correlation | null {
  const other = new Map(b);
  const pairs = a.flatMap(([date, x]) => {
    const y = other.get(date) ?? null;
    return x === null || y === null ? [] : [[x, y] as const];
  });
  if (pairs.length < LEAST_PAIRS) return null;
  const meanOf = (of: 0 | 1) => pairs.reduce((sum, pair) => sum + pair[of], 0) / pairs.length;
  const [meanX, meanY] = [meanOf(0), meanOf(1)];
  let xx = 0;
  let yy = 0;
  let xy = 0;
  for (const [x, y] of pairs) {
    xx += (x - meanX) ** 2;
    yy += (y - meanY) ** 2;
    xy += (x - meanX) * (y - meanY);
  }
  const varies = (squares: number, mean: number) => squares > (Math.abs(mean) * 1e-12) ** 2 * pairs.length;
  if (!varies(xx, meanX) || !varies(yy, meanY)) return { coefficient: null, pairs: pairs.length };
  // Rounding can exceed one in the last digit.
  const coefficient = Math.min(1, Math.max(-1, xy / Math.sqrt(xx * yy)));
  return { coefficient, pairs: pairs.length };
}

/** The correlation of their changes by date, which growth alone does not cause. */
export const correlateChanges = (a: Changing, b: Changing): Correlation | null =>
  correlate(changesOf(a), changesOf(b));

type Changing = Pick<ChartSeries, "measure" | "points">;
