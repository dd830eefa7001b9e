/** Width of the brand relative to the plot: in the narrowest one, and above the width of a phone. */
const NARROW = 0.28;
const WIDE = 0.14;

export interface BrandPlace {
  /** Distance from the left of the plot, in percent. */
  wide: number;
  narrow: number;
}

/**
 * Position of the brand at the top of a plot so that no mark crosses it: on the left if there is space, else
 * right of the first mark with space, else in the widest gap.
 *
 * @param marks in order
 * @param axis the visible time range
 */
export function placeBrand(
  marks: readonly { time: number }[],
  { min, max }: { min: number; max: number },
): BrandPlace {
  const at = marks.map(({ time }) => (time - min) / (max - min));
  const gaps = [0, ...at].map((start, index) => ({ start, width: (at[index] ?? 1) - start }));
  const widest = gaps.reduce((best, gap) => (gap.width > best.width ? gap : best));
  const placeIn = (room: number) =>
    Math.round((gaps.find(({ width }) => width >= room) ?? widest).start * 100);
  return { wide: placeIn(WIDE), narrow: placeIn(NARROW) };
}
