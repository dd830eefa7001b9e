/** What a chart shows of its series in place of their values. */
import { cutToRange } from "./calendar";
import { type ChartForm, changesInPoints, wordsOfForm } from "./chartForms";
import type { ChartMeasure, ChartPoint, ChartRange, ChartSeries, ChartView } from "./chartSeries";
import { wholePeriods } from "./cutPeriod";
import { movingAverage } from "./movingAverage";
import { newestDate, rankedMagnitude } from "./topGroups";

export interface Transformation {
  form: ChartForm;
  /** Days over which values are averaged first; 0 for none. */
  average: number;
  /** Indexes start, and peaks count, within it. */
  range: ChartRange;
  /** Of the points. */
  interval: ChartView["interval"];
}

/**
 * Series in another form, as series of their own: with the unit and the name of what they now are. Those before the
 * range, which averages need, are cut off. The same array where there is nothing to do.
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

/** The changes of a series from date to date: in percent, and of percentages in points. */
export const changesOf = ({ measure, points }: Pick<ChartSeries, "measure" | "points">): ChartPoint[] =>
  changesInPoints(measure.unit) ? differenceOf(points) : changeOf(points);

/** From the last known value before; unknown on the first date. */
function differenceOf(points: readonly ChartPoint[]): ChartPoint[] {
  let before: number | null = null;
  return points.map(([date, value]): ChartPoint => {
    const difference: number | null = value === null || before === null ? null : value - before;
    if (value !== null) before = value;
    return [date, difference];
  });
}

/** In percent of the last known value before; unknown on the first date, and after nothing or less. */
export function changeOf(points: readonly ChartPoint[]): ChartPoint[] {
  let before: number | null = null;
  return points.map(([date, value]): ChartPoint => {
    const change: number | null =
      value === null || before === null || before <= 0 ? null : (value / before - 1) * 100;
    if (value !== null) before = value;
    return [date, change];
  });
}

/** 100 on the first date with a value above nothing; unknown before it. */
export function indexOf(points: readonly ChartPoint[]): ChartPoint[] {
  let base: number | null = null;
  return points.map(([date, value]): ChartPoint => {
    if (base === null && value !== null && value > 0) base = value;
    return [date, value === null || base === null ? null : (value / base) * 100];
  });
}

/** Below the highest value so far, in percent: 0 at a peak. Unknown before the first value above nothing. */
export function drawdownOf(points: readonly ChartPoint[]): ChartPoint[] {
  let peak = 0;
  return points.map(([date, value]): ChartPoint => {
    if (value !== null && value > peak) peak = value;
    return [date, value === null || peak <= 0 ? null : (value / peak - 1) * 100];
  });
}
