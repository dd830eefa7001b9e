/** Transformations of a chart's series. */
import { formatDate } from "../../format/formatDate";
import { cutToRange } from "./calendar";
import type { ChartMeasure, ChartPoint, ChartRange, ChartSeries, ChartView } from "./chartSeries";
import { type ChartForm, changesInPoints, wordsOfForm } from "./chartSeries";
import { wholePeriods } from "./cutPeriod";
import { timeOf } from "./daySpan";
import { newestDate, rankedMagnitude } from "./topGroups";

const DAY = 86_400_000;

/**
 * The mean of the known values of the last `days` days at each date. Null until the points cover that many
 * days, and on dates without a value.
 */
export function movingAverage(points: readonly ChartPoint[], days: number): ChartPoint[] {
  const times = points.map(([date]) => timeOf(date));
  const step = points.length > 1 ? Math.min(...times.slice(1).map((time, i) => time - (times[i] ?? 0))) : DAY;
  const first = times[0] ?? 0;
  let start = 0;
  return points.map(([date, value], index): ChartPoint => {
    const time = times[index] ?? 0;
    while ((times[start] ?? time) <= time - days * DAY) start += 1;
    const isWhole = time - first + step >= days * DAY;
    if (value === null || !isWhole) return [date, null];
    // Summed at every date: subtracting a large value from a running sum would lose the digits of small ones.
    const known = points.slice(start, index + 1).flatMap(([, one]) => one ?? []);
    return [date, known.reduce((sum, one) => sum + one, 0) / known.length];
  });
}

export interface Transformation {
  form: ChartForm;
  /** Days of the moving average that is applied first; 0 for none. */
  average: number;
  /** Range in which indexes start and peaks count. */
  range: ChartRange;
  /** Interval of the points. */
  interval: ChartView["interval"];
}

/**
 * Transformed series with their own unit and name. Points before the range, which averages need, are cut off.
 * Returns the same array if there is nothing to do.
 */
export function transformSeries(
  series: readonly ChartSeries[],
  { form, average, range, interval }: Transformation,
): readonly ChartSeries[] {
  if (form === "value" && average === 0) return series;
  const averaged =
    average === 0
      ? series
      : series.map(({ measure, points, ...rest }) => ({
          ...rest,
          measure: renamed(measure, `${average}-day average`),
          points: movingAverage(points, average),
        }));
  const inRange = cutToRange(averaged, range);
  if (form === "value") return inRange;
  const newest = newestDate(inRange);
  const sizes = inRange.map(
    (one) => rankedMagnitude(one) ?? one.points.find(([date]) => date === newest)?.[1] ?? null,
  );
  return wholePeriods(inRange, { range, interval }).map(({ measure, points, ...rest }, index) => ({
    ...rest,
    size: sizes[index] ?? null,
    measure: {
      ...renamed(measure, wordsOfForm(form, measure.unit)),
      slug: `${measure.slug}.${form}`,
      unit: unitOf(form, measure),
    },
    points: form === "change" ? changesOf({ measure, points }) : transforms[form](points),
  }));
}

const renamed = (measure: ChartMeasure, words: string): ChartMeasure => ({
  ...measure,
  name: `${measure.name}, ${words}`,
  ...(measure.label !== undefined && { label: `${measure.label}, ${words}` }),
});

function unitOf(form: Exclude<ChartForm, "value">, { unit }: ChartMeasure): string {
  if (form === "indexed") return "index";
  return form === "change" && changesInPoints(unit) ? "points" : "percent";
}

const transforms = { indexed: indexOf, drawdown: drawdownOf };

/** The changes of a series by date: in percent, and of percentages in points. */
export const changesOf = ({ measure, points }: Pick<ChartSeries, "measure" | "points">): ChartPoint[] =>
  changesInPoints(measure.unit) ? differenceOf(points) : changeOf(points);

/** From the last known value; null on the first date. */
function differenceOf(points: readonly ChartPoint[]): ChartPoint[] {
  let before: number | null = null;
  return points.map(([date, value]): ChartPoint => {
    const difference: number | null = value === null || before === null ? null : value - before;
    if (value !== null) before = value;
    return [date, difference];
  });
}

/** In percent of the last known value; null on the first date, and after zero or negative values. */
export function changeOf(points: readonly ChartPoint[]): ChartPoint[] {
  let before: number | null = null;
  return points.map(([date, value]): ChartPoint => {
    const change: number | null =
      value === null || before === null || before <= 0 ? null : (value / before - 1) * 100;
    if (value !== null) before = value;
    return [date, change];
  });
}

/**
 * Minimum base of an index, relative to the highest value: a base near zero would give hundreds of thousands.
 */
const LEAST_BASE = 0.01;

/**
 * Index of the base value: the first value above zero and `LEAST_BASE` of the highest; -1 if no value is
 * above zero.
 */
function baseIndexOf(points: readonly ChartPoint[]): number {
  const highest = points.reduce((most, [, value]) => Math.max(most, value ?? 0), 0);
  return points.findIndex(([, value]) => value !== null && value > 0 && value >= highest * LEAST_BASE);
}

/** 100 on the first date with a valid base; null before it. */
export function indexOf(points: readonly ChartPoint[]): ChartPoint[] {
  const start = baseIndexOf(points);
  const base = points[start]?.[1] ?? null;
  return points.map(([date, value], index): ChartPoint => {
    return [date, value === null || base === null || index < start ? null : (value / base) * 100];
  });
}

/**
 * Notices about indexes that start after the first values of their series, which are near zero; empty if none
 * do.
 */
export function indexNotices(
  series: readonly ChartSeries[],
  { range, interval }: Pick<Transformation, "range" | "interval">,
): string[] {
  const late = wholePeriods(cutToRange(series, range), { range, interval }).flatMap(({ group, points }) => {
    const start = baseIndexOf(points);
    const omitted = points.slice(0, Math.max(start, 0)).some(([, value]) => value !== null && value > 0);
    return omitted ? [{ name: group.name, date: points[start]?.[0] ?? "" }] : [];
  });
  const [first] = late;
  if (first === undefined) return [];
  const others = late.length === 1 ? "" : ` ${late.length - 1} more start late for the same reason.`;
  const text = `${first.name} starts at 100 on ${formatDate(first.date)}: earlier values are below 1% of its highest.${others}`;
  return [text];
}

/** Below the highest value so far, in percent: 0 at a peak. Null before the first positive value. */
export function drawdownOf(points: readonly ChartPoint[]): ChartPoint[] {
  let peak = 0;
  return points.map(([date, value]): ChartPoint => {
    if (value !== null && value > peak) peak = value;
    return [date, value === null || peak <= 0 ? null : (value / peak - 1) * 100];
  });
}
