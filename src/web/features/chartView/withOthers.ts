import type { Point, SeriesResult } from "#domain";
import { measureAddsUp, OTHERS_TYPE } from "../../charts/series/chartSeries";
import { othersName } from "../../charts/series/topGroups";

export interface OthersOptions {
  /** The largest groups in descending order. */
  groups: readonly SeriesResult[];
  /** The total as one series; undefined for metrics that are not additive. */
  total: SeriesResult | undefined;
  /** Number of all groups. */
  groupCount: number;
  /** Number of named groups if more exist than were fetched. */
  shown: number;
}

/**
 * The largest groups and one for the others: the total minus these groups, by day. Without an additive
 * metric, the others have a count but no values.
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
