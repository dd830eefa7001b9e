import type { Point, SeriesResult } from "#domain";
import { OTHERS_TYPE } from "../../charts/chartSeries";
import { othersName } from "../../charts/topGroups";

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
      group: { type: OTHERS_TYPE, id: null, slug: null, name: othersName(left), color: null },
      points,
    },
  ];
}
