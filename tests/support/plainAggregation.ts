/**
 * A second implementation of aggregation, over rows in memory and without SQL, which tests compare with the
 * statements. Written from docs/metrics.md and docs/api.md, not from the statements.
 */

import type { Metric } from "#domain/metrics";
import type { Interval } from "#domain/query";

/** The values of one metric: listing → day (days since 1970) → value. */
export type Values = ReadonlyMap<number, ReadonlyMap<number, number>>;

export interface PlainMarket {
  /** By id of the metric. */
  values: ReadonlyMap<number, Values>;
  /** Asset of each listing. */
  assetOf: (listing: number) => number;
  metricOf: (slug: string) => Metric;
}

interface Member {
  asset: number;
  value: number;
  weight: number | undefined;
}

const DAY = 86_400_000;
export const dayOfDate = (date: string) => Date.parse(date) / DAY;
export const dateOfDay = (day: number) => new Date(day * DAY).toISOString().slice(0, 10);

/** The exact sum, by partial sums that lose nothing (Shewchuk). */
export function exactSum(values: readonly number[]): number {
  const partials: number[] = [];
  for (const value of values) {
    let x = value;
    let kept = 0;
    for (const partial of [...partials]) {
      const [large, small] = Math.abs(x) < Math.abs(partial) ? [partial, x] : [x, partial];
      const sum = large + small;
      const lost = small - (sum - large);
      if (lost !== 0) partials[kept++] = lost;
      x = sum;
    }
    partials.length = kept;
    partials.push(x);
  }
  return partials.reduceRight((sum, partial) => sum + partial, 0);
}

/** The remainder of members that cancel out is rounding: zero. */
function settledSum({ least }: Metric, values: readonly number[]): number {
  const sum = exactSum(values);
  const largest = Math.max(...values.map(Math.abs));
  return least === null && Math.abs(sum) < 1e-12 * largest ? 0 : sum;
}

const amongThem = (mean: number, values: readonly number[]) =>
  Math.min(Math.max(...values), Math.max(Math.min(...values), mean));

const plainMean = (values: readonly number[]) => amongThem(exactSum(values) / values.length, values);

/** Combines members by the metric's own rule; null if there are no values. */
function byOwnRule(metric: Metric, members: readonly Member[], mayHavePlainMean: boolean): number | null {
  if (members.length === 0) return null;
  const values = members.map(({ value }) => value);
  if (metric.across.rule === "sum") return settledSum(metric, values);
  const weighed = members.flatMap(({ value, weight = 0 }) => (weight > 0 ? [{ value, weight }] : []));
  if (weighed.length > 0) {
    const total = exactSum(weighed.map(({ weight }) => weight));
    const mean = exactSum(weighed.map(({ value, weight }) => value * weight)) / total;
    return amongThem(
      mean,
      weighed.map(({ value }) => value),
    );
  }
  const isOneAsset = new Set(members.map(({ asset }) => asset)).size === 1;
  return mayHavePlainMean && isOneAsset ? plainMean(values) : null;
}

function groupBy<K, T>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

const weightsOf = ({ values, metricOf }: PlainMarket, { across }: Metric): Values | undefined =>
  across.rule === "sum" ? undefined : (values.get(metricOf(across.weight).id) ?? new Map());

/** Totals of the listings of each group on a day. */
export function totalsOn(
  market: PlainMarket,
  {
    metric,
    day,
    groupOf,
    mayHavePlainMean,
  }: {
    metric: Metric;
    day: number;
    groupOf: (listing: number) => string | null;
    mayHavePlainMean: boolean;
  },
): Map<string, number> {
  const weights = weightsOf(market, metric);
  const members = [...(market.values.get(metric.id) ?? [])].flatMap(([listing, days]) => {
    const value = days.get(day);
    const group = groupOf(listing);
    if (value === undefined || group === null) return [];
    return [{ group, asset: market.assetOf(listing), value, weight: weights?.get(listing)?.get(day) }];
  });
  const totals = new Map<string, number>();
  for (const [group, of] of groupBy(members, (member) => member.group)) {
    const total = byOwnRule(metric, of, mayHavePlainMean);
    if (total !== null) totals.set(group, total);
  }
  return totals;
}

const spans = new WeakMap<Values, { first: number; last: number }>();

/** The first and the last day with values of a metric. */
function spanOf(values: Values): { first: number; last: number } {
  const known = spans.get(values);
  if (known !== undefined) return known;
  const span = { first: Infinity, last: -Infinity };
  for (const days of values.values()) {
    for (const day of days.keys()) {
      span.first = Math.min(span.first, day);
      span.last = Math.max(span.last, day);
    }
  }
  spans.set(values, span);
  return span;
}

/** The latest day: the last one with values of the metric, or that of all data if the metric is a week behind. */
export function newestDay({ values }: PlainMarket, metric: Metric): number {
  const horizon = Math.max(...[...values.values()].map((of) => spanOf(of).last));
  const own = spanOf(values.get(metric.id) ?? new Map()).last;
  return horizon - own <= 7 ? own : horizon;
}

/** The last day of the period of a day. Weeks end on Sunday. */
export function periodEndOf(day: number, interval: Interval): number {
  const date = new Date(day * DAY);
  switch (interval) {
    case "day":
      return day;
    case "week":
      return day + ((7 - date.getUTCDay()) % 7);
    case "month":
      return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0) / DAY;
    case "year":
      return Date.UTC(date.getUTCFullYear(), 11, 31) / DAY;
  }
}

export interface PlainSeriesRequest {
  metric: Metric;
  aggregateFunction: "sum" | "avg" | "min" | "max" | undefined;
  interval: Interval;
  /** The unit that a function aggregates over. */
  members: "assets" | "tokens";
  groupOf: (listing: number) => string | null;
  mayHavePlainMean: boolean;
  isRequested: (day: number) => boolean;
}

/** Series by group: `[YYYY-MM-DD, value]` in order of days. */
export function plainSeries(
  market: PlainMarket,
  request: PlainSeriesRequest,
): Map<string, [date: string, value: number][]> {
  const { metric, interval, groupOf, isRequested } = request;
  const weights = weightsOf(market, metric);
  const newest = newestDay(market, metric);
  const own = market.values.get(metric.id) ?? new Map<number, Map<number, number>>();
  const { first } = spanOf(own);
  const requested = Array.from({ length: newest - first + 1 }, (_, i) => first + i).filter(isRequested);
  const points = new Map<string, [string, number][]>();
  // A period cut off by the query is dated by the last day with figures.
  let latest = -Infinity;
  for (const [end, days] of groupBy(requested, (day) => periodEndOf(day, interval))) {
    const date = dateOfDay(Math.min(end, newest));
    const last = days[days.length - 1] ?? end;
    const members = [...own].flatMap(([listing, known]) => {
      const group = groupOf(listing);
      const counting = metric.kind === "flow" ? days : [last];
      const values = counting.flatMap((day) => known.get(day) ?? []);
      if (group === null || values.length === 0) return [];
      const weight = weights?.get(listing)?.get(last);
      return [{ group, asset: market.assetOf(listing), value: settledSum(metric, values), weight }];
    });
    for (const [group, of] of groupBy(members, (member) => member.group)) {
      const value = combined(request, of);
      if (value === null) continue;
      const reported = metric.kind === "flow" && interval !== "day" ? requested[requested.length - 1] : last;
      latest = Math.max(latest, reported ?? last);
      const known = points.get(group) ?? [];
      known.push([date, value]);
      points.set(group, known);
    }
  }
  for (const series of points.values()) {
    const end = series[series.length - 1];
    if (end !== undefined && dayOfDate(end[0]) > latest) end[0] = dateOfDay(latest);
  }
  return points;
}

function combined(
  { metric, aggregateFunction, members: kind, mayHavePlainMean }: PlainSeriesRequest,
  members: readonly Member[],
): number | null {
  if (aggregateFunction === undefined || aggregateFunction === "sum") {
    return byOwnRule(metric, members, mayHavePlainMean);
  }
  const values =
    kind === "tokens"
      ? members.map(({ value }) => value)
      : [...groupBy(members, ({ asset }) => asset).values()].flatMap(
          (ofAsset) => byOwnRule(metric, ofAsset, true) ?? [],
        );
  if (values.length === 0) return null;
  switch (aggregateFunction) {
    case "avg":
      return plainMean(values);
    case "min":
      return Math.min(...values);
    case "max":
      return Math.max(...values);
  }
}
