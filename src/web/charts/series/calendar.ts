/** Calendar days in UTC, as `YYYY-MM-DD` and as milliseconds. */
import { type CountableTimeInterval, utcDay, utcMonday, utcMonth, utcYear } from "d3-time";
import type { Interval } from "#domain/query";
import type { ChartRange, ChartSeries, ChartView, RangePreset } from "./chartSeries";
import { dateOf, spanOf, timeOf } from "./daySpan";

export const daysBefore = (date: string, days: number): string =>
  dateOf(utcDay.offset(new Date(timeOf(date)), -days));

const periods: Partial<Record<Interval, CountableTimeInterval>> = {
  day: utcDay,
  week: utcMonday,
  month: utcMonth,
  year: utcYear,
};
const periodOf = (interval: Interval): CountableTimeInterval => periods[interval] ?? utcDay;

/**
 * The given dates in order and, for every missing period between them, its last day, so that a gap in the
 * data is a gap in the chart.
 */
export function withMissingPeriods(dates: Iterable<string>, interval: Interval): string[] {
  const sorted = [...new Set(dates)].sort();
  const first = sorted[0];
  const last = sorted.at(-1);
  if (first === undefined || last === undefined) return [];
  const period = periodOf(interval);
  const present = new Set(sorted.map((date) => period.floor(new Date(timeOf(date))).getTime()));
  const missing = period
    .range(period.floor(new Date(timeOf(first))), new Date(timeOf(last)))
    .filter((start) => !present.has(start.getTime()))
    .map((start) => dateOf(lastDayOf(start, period)));
  return missing.length === 0 ? sorted : [...sorted, ...missing].sort();
}

const lastDayOf = (start: Date, period: CountableTimeInterval): Date =>
  utcDay.offset(period.offset(start, 1), -1);

/** First day of the period that contains a day. */
export const periodStartOf = (date: string, interval: Interval): string =>
  dateOf(periodOf(interval).floor(new Date(timeOf(date))));

/** Last day of the period that contains a day. */
export function periodEndOf(date: string, interval: Interval): string {
  const period = periodOf(interval);
  return dateOf(lastDayOf(period.floor(new Date(timeOf(date))), period));
}

/**
 * The last day of the period of each date, so that bars are evenly spaced while the latest period is
 * incomplete; undefined if two dates share a period.
 */
export function periodEnds(dates: readonly string[], interval: Interval): number[] | undefined {
  const period = periodOf(interval);
  const ends = dates.map((date) => lastDayOf(period.floor(new Date(timeOf(date))), period).getTime());
  return new Set(ends).size === ends.length ? ends : undefined;
}

const monthsBack: Partial<Record<RangePreset, number>> = {
  "1m": 1,
  "3m": 3,
  "6m": 6,
  "1y": 12,
  "2y": 24,
  "5y": 60,
};

const isPreset = (range: ChartRange): range is RangePreset => spanOf(range) === null;

/**
 * First day of a preset range that ends on `asOf`, or of a custom range; null if it has no start. Days are
 * `YYYY-MM-DD`.
 */
export function rangeStart(range: ChartRange, asOf: string): string | null {
  if (!isPreset(range)) return spanOf(range)?.from ?? null;
  if (range === "all") return null;
  const end = new Date(timeOf(asOf));
  return dateOf(range === "ytd" ? utcYear(end) : monthsBefore(end, monthsBack[range] ?? 0));
}

/** The same day of an earlier month; its last one if it is shorter. */
function monthsBefore(day: Date, months: number): Date {
  const first = utcMonth.offset(utcMonth.floor(day), -months);
  const days = lastDayOf(first, utcMonth).getUTCDate();
  return utcDay.offset(first, Math.min(day.getUTCDate(), days) - 1);
}

/**
 * First day whose figures a range needs. A preset range includes its first period in full, which a flow sums;
 * a custom range starts on its first day. Null if it has no start.
 */
export function firstDayOf(
  { range, interval }: Pick<ChartView, "range" | "interval">,
  asOf: string,
): string | null {
  const start = rangeStart(range, asOf);
  return start === null || !isPreset(range) ? start : periodStartOf(start, interval);
}

/** Last day of a custom range; null for one that ends on the latest day. */
export const rangeEnd = (range: ChartRange): string | null => spanOf(range)?.to ?? null;

/** The points within a range. Unless it is a custom one, it ends on the latest date of any series. */
export function cutToRange(series: readonly ChartSeries[], range: ChartRange): ChartSeries[] {
  let last = "";
  for (const { points } of series) {
    for (const [date] of points) if (date > last) last = date;
  }
  const start = last === "" ? null : rangeStart(range, last);
  const end = rangeEnd(range);
  if (start === null) return [...series];
  return series.map((one) => ({
    ...one,
    points: one.points.filter(([date]) => date >= start && (end === null || date <= end)),
  }));
}
