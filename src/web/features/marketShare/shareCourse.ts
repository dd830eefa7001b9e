import type { Point } from "#domain";

/**
 * Series of shares of a total on the same day, in percent. Days with an unknown or zero total are omitted.
 */
export function shareCourse(part: readonly Point[], whole: readonly Point[]): Point[] {
  const wholes = new Map(whole);
  return part.flatMap(([date, value]): Point[] => {
    const total = wholes.get(date);
    return total === undefined || total <= 0 ? [] : [[date, (value / total) * 100]];
  });
}
