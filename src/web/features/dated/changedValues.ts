/** Which values of a chart as of an earlier publication are other ones now. */
import type { Interval } from "#domain/query";
import { periodStartOf } from "../../charts/series/calendar";
import { type ChartSeries, OTHERS_TYPE, seriesKey } from "../../charts/series/chartSeries";

export interface ChangedValue {
  /** Date of the point, `YYYY-MM-DD`. */
  date: string;
  /** Name of its series; blank if the chart has one only. */
  name: string;
  unit: string;
  /** Then and now; null if not known. */
  before: number | null;
  after: number | null;
}

export interface ChangedValues {
  /** Number of values that were compared. */
  compared: number;
  /** The latest first. */
  changes: readonly ChangedValue[];
}

/** Part by which sums of the same doubles in another order may differ. */
const ROUNDING = 1e-12;
/** The same for others, which are a difference of large sums: part of all values of the date. */
const OTHERS_ROUNDING = 1e-9;

/**
 * Compares the series of a chart with the same series now, by period: the last one of an earlier publication may have been
 * incomplete, and is dated by its last day then.
 *
 * @param now of the same days
 */
export function changedValues(
  then: readonly ChartSeries[],
  now: readonly ChartSeries[],
  interval: Interval,
): ChangedValues {
  const nameOf = seriesNames([...then, ...now]);
  const pairs = pairsOf(then, now);
  const sizes = sizesOf(then, interval);
  const changes: ChangedValue[] = [];
  let compared = 0;
  for (const { named, before, after } of pairs) {
    const earlier = byPeriod(before, interval);
    const later = byPeriod(after, interval);
    const isOthers = named.group.type === OTHERS_TYPE;
    for (const period of new Set([...earlier.keys(), ...later.keys()])) {
      const [was, is] = [earlier.get(period), later.get(period)];
      compared += 1;
      const most = Math.max(Math.abs(was?.value ?? 0), Math.abs(is?.value ?? 0));
      const allowed = isOthers ? OTHERS_ROUNDING * (sizes.get(period) ?? most) : ROUNDING * most;
      if (was !== undefined && is !== undefined && Math.abs(was.value - is.value) <= allowed) continue;
      changes.push({
        date: was?.date ?? is?.date ?? period,
        name: nameOf(named),
        unit: named.measure.unit,
        before: was?.value ?? null,
        after: is?.value ?? null,
      });
    }
  }
  return { compared, changes: changes.toSorted((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0)) };
}

interface SeriesPair {
  named: ChartSeries;
  before: ChartSeries | undefined;
  after: ChartSeries | undefined;
}

/** Series that exist only now follow. The others of a chart are one series, whatever their number. */
function pairsOf(then: readonly ChartSeries[], now: readonly ChartSeries[]): SeriesPair[] {
  const keyOf = (one: ChartSeries) =>
    one.group.type === OTHERS_TYPE ? `${one.measure.slug}|${OTHERS_TYPE}` : seriesKey(one);
  const later = new Map(now.map((one) => [keyOf(one), one]));
  const earlier = new Set(then.map(keyOf));
  return [
    ...then.map((one) => ({ named: one, before: one, after: later.get(keyOf(one)) })),
    ...now
      .filter((one) => !earlier.has(keyOf(one)))
      .map((one) => ({ named: one, before: undefined, after: one })),
  ];
}

/** The known values of a series, by the first day of their period. */
const byPeriod = (one: ChartSeries | undefined, interval: Interval) =>
  new Map(
    (one?.points ?? []).flatMap(([date, value]) =>
      value === null ? [] : [[periodStartOf(date, interval), { date, value }] as const],
    ),
  );

/** Sum of the sizes of all values, by period. */
function sizesOf(series: readonly ChartSeries[], interval: Interval): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  for (const one of series) {
    for (const [period, { value }] of byPeriod(one, interval)) {
      sizes.set(period, (sizes.get(period) ?? 0) + Math.abs(value));
    }
  }
  return sizes;
}

/** Names by what distinguishes the series of a chart: their groups, their measures, or both. */
function seriesNames(series: readonly ChartSeries[]): (one: ChartSeries) => string {
  const hasGroups = new Set(series.map(({ group }) => group.name)).size > 1;
  const hasMeasures = new Set(series.map(({ measure }) => measure.slug)).size > 1;
  return ({ group, measure }) =>
    [...(hasGroups ? [group.name] : []), ...(hasMeasures ? [measure.label ?? measure.name] : [])].join(": ");
}
