import { isRankedByMagnitude, magnitudeOf, metricByName } from "#domain/metrics";
import { type ChartPoint, type ChartSeries, measureAddsUp, OTHERS_TYPE } from "./chartSeries";

/** Name of the combined others, as in the exports that analysts circulate. */
export const othersName = (count: number): string => `All Others (${count.toLocaleString("en-US")} items)`;

/** Number of groups that a series represents. */
export function itemCount({ group }: ChartSeries): number {
  if (group.type !== OTHERS_TYPE) return 1;
  const count = /\(([\d,]+) items?\)$/.exec(group.name)?.[1];
  return count === undefined ? 1 : Number(count.replaceAll(",", ""));
}

export interface TopGroups {
  /** The largest groups in descending order; the combined others come last. */
  series: ChartSeries[];
  /** Number of omitted groups, if their metric is not additive. */
  leftOut: number;
}

/**
 * The `n` largest groups of each measure, by the value on the latest date (measures that can be negative: by
 * magnitude over all dates), and the rest as `All Others (N items)`. A single other group is shown by name,
 * and existing others include the new ones.
 */
export function topGroups(series: readonly ChartSeries[], n: number): TopGroups {
  const byMeasure = new Map<string, ChartSeries[]>();
  for (const one of series) {
    const same = byMeasure.get(one.measure.slug);
    if (same) same.push(one);
    else byMeasure.set(one.measure.slug, [one]);
  }
  const parts = [...byMeasure.values()].map((same) => topOfOneMeasure(same, n));
  return {
    series: parts.flatMap((part) => part.series),
    leftOut: parts.reduce((sum, part) => sum + part.leftOut, 0),
  };
}

function topOfOneMeasure(series: readonly ChartSeries[], n: number): TopGroups {
  const others = series.filter(({ group }) => group.type === OTHERS_TYPE);
  const ranked = rank(series.filter(({ group }) => group.type !== OTHERS_TYPE));
  const foldsOne = ranked.length === n + 1 && others.length === 0;
  const shown = foldsOne ? ranked : ranked.slice(0, n);
  const rest = [...ranked.slice(shown.length), ...others];
  const [first] = rest;
  if (first === undefined) return { series: shown, leftOut: 0 };
  if (!measureAddsUp(first.measure)) {
    return { series: shown, leftOut: rest.reduce((sum, one) => sum + itemCount(one), 0) };
  }
  return { series: [...shown, rest.length === 1 && others[0] ? others[0] : foldRest(rest)], leftOut: 0 };
}

/** The latest date on which any of the series has a value; blank without one. */
export function newestDate(series: readonly ChartSeries[]): string {
  let newest = "";
  for (const { points } of series) {
    for (const [date, value] of points) if (value !== null && date > newest) newest = date;
  }
  return newest;
}

/** Magnitude of a series whose measure is ranked by it; null for other measures and without values. */
export function rankedMagnitude({ measure, points }: Pick<ChartSeries, "measure" | "points">): number | null {
  const metric = metricByName(measure.slug);
  if (metric === undefined || !isRankedByMagnitude(metric)) return null;
  return magnitudeOf(
    metric,
    points.flatMap(([, value]) => value ?? []),
  );
}

function rank(series: readonly ChartSeries[]): ChartSeries[] {
  const newest = newestDate(series);
  const weight = new Map(
    series.map((one) => {
      let latest = Number.NEGATIVE_INFINITY;
      let peak = Number.NEGATIVE_INFINITY;
      for (const [date, value] of one.points) {
        if (value === null) continue;
        if (date === newest) latest = value;
        if (value > peak) peak = value;
      }
      const magnitude = rankedMagnitude(one);
      if (magnitude !== null) latest = magnitude;
      if (one.size !== undefined) latest = one.size ?? Number.NEGATIVE_INFINITY;
      return [one, { latest, peak }] as const;
    }),
  );
  const compare = (a: number, b: number) => (a === b ? 0 : b > a ? 1 : -1);
  const weigh = (one: ChartSeries) =>
    weight.get(one) ?? { latest: Number.NEGATIVE_INFINITY, peak: Number.NEGATIVE_INFINITY };
  return [...series].sort(
    (a, b) =>
      compare(weigh(a).latest, weigh(b).latest) ||
      compare(weigh(a).peak, weigh(b).peak) ||
      a.group.name.localeCompare(b.group.name, "en"),
  );
}

function foldRest(rest: readonly ChartSeries[]): ChartSeries {
  const sums = new Map<string, number | null>();
  for (const { points } of rest) {
    for (const [date, value] of points) {
      const sum = sums.get(date) ?? null;
      sums.set(date, value === null ? sum : (sum ?? 0) + value);
    }
  }
  const count = rest.reduce((sum, one) => sum + itemCount(one), 0);
  const points = [...sums].sort(([a], [b]) => (a < b ? -1 : 1)) satisfies ChartPoint[];
  const [first] = rest;
  if (first === undefined) throw new Error("No groups to fold");
  return {
    measure: first.measure,
    group: { type: OTHERS_TYPE, id: null, slug: null, name: othersName(count), color: null },
    points,
  };
}
