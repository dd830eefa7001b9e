import type { Point } from "#domain";

/** A course as a share of another on the same day, in percent; nothing where the whole is unknown or none. */
export function shareCourse(part: readonly Point[], whole: readonly Point[]): Point[] {
  const wholes = new Map(whole);
  return part.flatMap(([date, value]): Point[] => {
    const total = wholes.get(date);
    return total === undefined || total <= 0 ? [] : [[date, (value / total) * 100]];
  });
}
