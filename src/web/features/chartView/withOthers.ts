import type { Point, SeriesResult } from "#domain";
import { measureAddsUp, OTHERS_TYPE } from "../../charts/series/chartSeries";
import { othersName } from "../../charts/series/topGroups";

export interface OthersOptions {
  /** The largest groups, in falling order. */
  groups: readonly SeriesResult[];
  /** Everything as one series; undefined for metrics that do not add up. */
  total: SeriesResult | undefined;
  /** Number of all groups. */
  groupCount: number;
  /** Groups shown by themselves where there are more than were read. */
  shown: number;
}

/**
 * The largest groups and, as one more, what the others add up to: the total
 * less the groups, day by day. Others whose metric does not add up have no
 * values: they say how many are left out.
 */
export function withOthers({
  groups: read,
  total,
  groupCount,
  shown,
}: OthersOptions): readonly SeriesResult[] {
  if (groupCount <= read.length) return read;
  const groups = read.slice(0, shown);
  const left = groupCount - groups.length;
  const group = { type: OTHERS_TYPE, id: null, slug: null, name: othersName(left), color: null };
  const measure = read[0]?.measure;
  if (measure && !measureAddsUp(measure)) return [...groups, { measure, group, points: [] }];
  if (total === undefined) return read;
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
      group,
      points,
    },
  ];
}
