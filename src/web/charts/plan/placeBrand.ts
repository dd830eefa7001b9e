/** Room that the brand takes, in parts of the plot: of the narrowest, and of one that is not a phone's. */
const NARROW = 0.28;
const WIDE = 0.14;

export interface BrandPlace {
  /** Distance from the left of the plot, in percent. */
  wide: number;
  narrow: number;
}

/**
 * Where the brand stands on top of a plot without a mark running through it: at the left where there is room, else behind
 * the first mark with room behind it, else where there is most.
 *
 * @param marks in order
 * @param axis what of time is shown
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
