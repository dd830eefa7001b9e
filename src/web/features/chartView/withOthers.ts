import type { Point, SeriesResult } from "#domain";

/** Label of the groups that are not drawn by themselves, as in the exports that analysts circulate. */
export const othersLabel = (count: number): string =>
  `All Others (${count.toLocaleString("en-US")} ${count === 1 ? "item" : "items"})`;

/**
 * The largest groups and, as one more, what the others add up to: the total
 * less the groups, day by day. `groupCount` is the number of all groups.
 * Only for metrics that add up.
 */
export function withOthers(
  groups: readonly SeriesResult[],
  total: SeriesResult | undefined,
  groupCount: number,
): readonly SeriesResult[] {
  const left = groupCount - groups.length;
  if (total === undefined || left <= 0) return groups;
  const known = new Map<string, number>();
  for (const { points } of groups) {
    for (const [date, value] of points) known.set(date, (known.get(date) ?? 0) + value);
  }
  const points = total.points.map(([date, value]): Point => {
    const rest = value - (known.get(date) ?? 0);
    // Sums of doubles in another order differ in their last digits.
    return [date, Math.abs(rest) < Math.abs(value) * 1e-9 ? 0 : rest];
  });
  return [
    ...groups,
    {
      measure: total.measure,
      group: { type: "others", id: null, slug: null, name: othersLabel(left), color: null },
      points,
    },
  ];
}
