import type { FigureFormat } from "#domain/metrics";
import type { Interval } from "#domain/query";
import { datePart } from "../../format/formatDate";
import { measureFormat } from "../../format/measureFormat";
import { type ColorChoice, dashes, dashOf, groupColor } from "../color/groupColor";
import { SLOTS } from "../color/palette";
import { spreadColors } from "../color/spreadColors";
import { type AlignedSeries, alignSeries, percentOfTotal, wholesOf } from "../series/alignSeries";
import { cutToRange, periodEndOf, periodEnds } from "../series/calendar";
import type { ChartEvent } from "../series/chartEvents";
import {
  BENCHMARK_TYPE,
  type ChartPoint,
  type ChartSeries,
  type ChartView,
  groupKey,
  measureAddsUp,
  OTHERS_TYPE,
  seriesKey,
} from "../series/chartSeries";
import { chartTypes } from "../series/chartTypes";
import { cutFrom, runningPeriods } from "../series/cutPeriod";
import { timeOf } from "../series/daySpan";
import { suitView } from "../series/suitView";
import { topGroups } from "../series/topGroups";
import { type Axis, dateAxis, valueAxis } from "./axisTicks";
import { type EventMark, placeEvents } from "./placeEvents";

const BENCHMARK_DASH = [5, 3] as const;

/** Default number of named groups. */
export const SHOWN_GROUPS = 10;

/** Default number of coloured lines: readers cannot follow more. */
export const COLORED_LINES = 5;

/** One line, area or set of bars. */
export interface ChartLayer {
  key: string;
  /** Identifies it in the URL, whatever the metric. */
  slug: string;
  name: string;
  color: ColorChoice;
  dash: readonly number[];
  /** The drawn values: the value, or its share in percent. */
  drawn: readonly (number | null)[];
  /** The value itself. */
  values: readonly (number | null)[];
  isOthers: boolean;
  /** The highlight colour of a grey line; undefined for one that is always coloured. */
  litColor?: ColorChoice;
  /** True for a benchmark: a line, whatever the mode of the others. */
  isBenchmark?: boolean;
  /** Unit and format on the secondary axis; a line against the left one. */
  second?: { unit: string; format: FigureFormat | null };
}

/** The parts of a chart that do not depend on its size, theme or zoom. */
export interface ChartPlan {
  view: ChartView;
  /** Sentences about the chart to show above it. */
  notices: string[];
  measureName: string;
  /** Unit of `values`; `drawn` is in percent if `view.percent` is set. */
  unit: string;
  /** Format of `values`. */
  format: FigureFormat | null;
  additive: boolean;
  /** Totals for shares by date, whatever is drawn or hidden; null if there are none. */
  wholes: readonly (number | null)[];
  dates: readonly string[];
  /** First day of the first sum, if the range cuts the first period of a flow; null otherwise. */
  cutFrom: string | null;
  /** Last days of the incomplete periods for which flows have a sum. */
  running: ReadonlySet<string>;
  /** The dates in milliseconds. */
  times: readonly number[];
  /** In the order of the legend, largest first. */
  layers: readonly ChartLayer[];
  /** Event marks within its dates, in order. */
  marks: readonly EventMark[];
}

export interface PlanOptions {
  /** Number of named groups. Default: 10. */
  maxGroups?: number | undefined;
  /** Number of coloured lines; the others are grey. Default: 5. */
  coloredLines?: number | undefined;
  /** Total for shares, if the series are a selection. Default: the sum of the series. */
  total?: readonly ChartPoint[] | undefined;
  /** Slug of the metric whose series are lines on the secondary axis, on the left. */
  second?: string | undefined;
  /** Events that can be marked. */
  events?: readonly ChartEvent[] | undefined;
}

/**
 * Computes the contents of a chart: cuts to the range, combines small groups, aligns, computes shares and
 * assigns colours.
 */
export function planChart(
  series: readonly ChartSeries[],
  chosen: ChartView,
  { maxGroups = SHOWN_GROUPS, coloredLines = COLORED_LINES, total, second, events = [] }: PlanOptions = {},
): ChartPlan {
  const inRange = cutToRange(series, chosen.range);
  const onSecond = inRange.filter(({ measure }) => measure.slug === second);
  const onFirst = inRange.filter(({ measure }) => measure.slug !== second);
  const { series: ofOneUnit, notice } = oneUnit(onFirst.filter(({ group }) => group.type !== BENCHMARK_TYPE));
  const top = topGroups(ofOneUnit, maxGroups);
  const benchmarks = onFirst.filter(
    ({ group, measure }) => group.type === BENCHMARK_TYPE && measure.unit === ofOneUnit[0]?.measure.unit,
  );
  const aligned = alignSeries([...top.series, ...benchmarks, ...onSecond], chosen.interval);
  const alignment = { dates: aligned.dates, rows: aligned.rows.slice(0, top.series.length) };
  const { view, notices } = suitView(alignment, chosen);
  if (notice) notices.push(notice);
  if (top.leftOut > 0) {
    notices.push(
      `The ${maxGroups} largest are shown; ${top.leftOut.toLocaleString("en-US")} more are omitted.`,
    );
  }

  const values = alignment.rows.map((row) => row.values);
  const additive =
    new Set(top.series.map(({ measure }) => measure.slug)).size === 1 &&
    top.series.every(({ measure }) => measureAddsUp(measure));
  const wholes = additive
    ? wholesOf(values, total && totalsOn(alignment.dates, total))
    : alignment.dates.map(() => null);
  const onScale = onScaleOf(view);
  const drawn = (view.percent ? percentOfTotal(values, wholes) : values).map(onScale);
  const measures = new Set(top.series.map(({ measure }) => measure.slug));
  const groups = new Set(top.series.map(({ group }) => groupKey(group)));
  // A single grey line would be distinguishable by its own colour as well.
  const type = chartTypes[view.mode];
  const areMany = type.plan.isLines && alignment.rows.length > coloredLines + 1;
  if (areMany) {
    notices.push(
      `The ${coloredLines} largest are in colour; point to another in the legend to highlight it.`,
    );
  }
  const layers = alignment.rows.map(({ series: one }, order): ChartLayer => {
    const measureName = one.measure.label ?? one.measure.name;
    // Several metrics of one group would all have the colour of the group.
    const color = measures.size > 1 ? { slot: order % SLOTS } : groupColor(one.group);
    const isGrey = areMany && order >= coloredLines;
    return {
      key: seriesKey(one),
      slug: layerSlug(one),
      name:
        measures.size === 1
          ? one.group.name
          : groups.size === 1
            ? measureName
            : `${one.group.name}, ${measureName}`,
      color: isGrey ? "others" : color,
      ...(isGrey && { litColor: color }),
      dash: isGrey ? [] : dashOf(order),
      drawn: drawn[order] ?? [],
      values: values[order] ?? [],
      isOthers: one.group.type === OTHERS_TYPE,
    };
  });
  const benchmarkLayers = aligned.rows
    .slice(top.series.length, top.series.length + benchmarks.length)
    // Totals and shares need an additive metric, which has no benchmark.
    .flatMap((row) => (additive ? [] : [benchmarkLayer(row, onScale)]));
  const secondLayers = aligned.rows
    .slice(top.series.length + benchmarks.length)
    .map((row, index) => secondLayer(row, { layers, order: top.series.length + index }));
  const all = [...layers, ...benchmarkLayers, ...secondLayers];
  const colors = spreadColors(all.map(({ color }) => color));
  const [first] = top.series;
  const { dates } = alignment;
  const times = (type.plan.fillsPeriod && periodEnds(dates, view.interval)) || dates.map(timeOf);
  return {
    view,
    notices,
    measureName: measures.size > 1 ? "Several metrics" : (first?.measure.name ?? ""),
    unit: first?.measure.unit ?? "count",
    format: first ? measureFormat(first.measure) : null,
    additive,
    wholes,
    dates,
    cutFrom: cutFrom(inRange, view),
    running: runningPeriods(inRange, view),
    times,
    layers: all.map((layer, order) => ({ ...layer, color: colors[order] ?? layer.color })),
    // The parts of a day have no time axis for marks.
    marks: type.family === "time" ? placeEvents({ dates, times, view }, events) : [],
  };
}

function layerSlug({ group }: ChartSeries): string {
  if (group.type === OTHERS_TYPE) return OTHERS_TYPE;
  return String(group.slug ?? group.id ?? group.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-"));
}

type OnScale = (values: readonly (number | null)[]) => readonly (number | null)[];

/** The values that the scale of the first axis can show: zero and below are gaps on a logarithmic one. */
const onScaleOf =
  ({ scale }: ChartView): OnScale =>
  (values) =>
    scale === "log" ? values.map((value) => (value !== null && value <= 0 ? null : value)) : values;

const benchmarkLayer = ({ series, values }: AlignedSeries, onScale: OnScale): ChartLayer => ({
  key: seriesKey(series),
  slug: BENCHMARK_TYPE,
  name: series.group.name,
  color: groupColor(series.group),
  dash: BENCHMARK_DASH,
  drawn: onScale(values),
  values,
  isOthers: false,
  isBenchmark: true,
});

/** A line on the left axis, in a palette colour that no group of the chart has. */
function secondLayer(
  { series, values }: AlignedSeries,
  { layers, order }: { layers: readonly ChartLayer[]; order: number },
): ChartLayer {
  const { measure } = series;
  const used = new Set(
    layers.map(({ color }) => (typeof color === "object" && "slot" in color ? color.slot : null)),
  );
  const slot =
    Array.from({ length: SLOTS }, (_, index) => SLOTS - 1 - index).find((one) => !used.has(one)) ?? 0;
  return {
    key: seriesKey(series),
    slug: "second",
    name: `${measure.label ?? measure.name} (left axis)`,
    color: { slot },
    dash: order === 0 ? [] : (dashes[1] ?? []),
    drawn: values,
    values,
    isOthers: false,
    second: { unit: measure.unit, format: measureFormat(measure) },
  };
}

/** The total on each date of the chart, or the one with a later date in the same period. */
function totalsOn(dates: readonly string[], total: readonly ChartPoint[]): (number | null)[] {
  let at = 0;
  return dates.map((date) => {
    while (at < total.length && (total[at]?.[0] ?? "") < date) at += 1;
    return total[at]?.[1] ?? null;
  });
}

/** Limits series to the unit of the first one, because an axis has one unit. */
function oneUnit(series: readonly ChartSeries[]): { series: readonly ChartSeries[]; notice?: string } {
  const unit = series[0]?.measure.unit;
  const same = series.filter(({ measure }) => measure.unit === unit);
  if (same.length === series.length) return { series };
  const other = series.find(({ measure }) => measure.unit !== unit)?.measure;
  return {
    series: same,
    notice: `${other?.label ?? other?.name} is in a different unit and is not shown.`,
  };
}

export interface Framing {
  /** Keys of hidden layers. */
  hidden?: ReadonlySet<string>;
  /** The visible range in milliseconds; undefined for all. */
  window?: readonly [number, number] | undefined;
  /** Number of date labels that fit. */
  room: number;
}

export interface Frame {
  x: Axis;
  y: Axis;
  /** The axis on the left; undefined without a secondary axis. */
  second?: Axis;
}

/** The axes for the visible range. */
export function frameChart(plan: ChartPlan, { hidden, window, room }: Framing): Frame {
  const inView = plan.layers.filter(({ key }) => !hidden?.has(key));
  const shown = inView.filter(isPrimary);
  const onSecond = inView.filter((layer) => !isPrimary(layer));
  const { mode, percent, scale } = plan.view;
  const { piles, fromZero, fillsPeriod } = chartTypes[mode].plan;
  const piled = piles === "all" || (piles === "additive" && plan.additive);
  const extent = extentInView({ plan, layers: shown, window, piled });
  const unit = percent ? "percent" : plan.unit;
  const whole = percent && piled && shown.length === plan.layers.filter(isPrimary).length && isWhole(plan);
  return {
    x: dateAxis({ times: plan.times, window, interval: plan.view.interval, fillsPeriod, room }),
    y: valueAxis({
      extent: whole ? [0, 100] : extent,
      unit,
      log: scale === "log" && extent !== undefined,
      fromZero: fromZero || percent,
    }),
    ...(onSecond[0]?.second !== undefined && {
      second: valueAxis({
        extent: extentInView({ plan, layers: onSecond, window, piled: false }),
        unit: onSecond[0].second.unit,
        fromZero: false,
      }),
    }),
  };
}

/** True if a layer uses the primary axis, and so is part of totals. */
export const isPrimary = ({ second }: Pick<ChartLayer, "second">): boolean => second === undefined;

/** True if the layers are complete, so that their shares add up to a hundred percent. */
const isWhole = ({ layers, wholes }: ChartPlan): boolean =>
  wholes.every((whole, index) => {
    const sum = layers.filter(isPrimary).reduce((total, { values }) => total + (values[index] ?? 0), 0);
    return whole === null || Math.abs(whole - sum) <= Math.abs(whole) * 1e-9;
  });

function extentInView({
  plan,
  layers,
  window,
  piled,
}: {
  plan: ChartPlan;
  layers: readonly ChartLayer[];
  window: readonly [number, number] | undefined;
  piled: boolean;
}): readonly [number, number] | undefined {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  plan.times.forEach((time, index) => {
    if (window && (time < window[0] || time > window[1])) return;
    let above = 0;
    let below = 0;
    for (const { drawn } of layers) {
      const value = drawn[index];
      if (value === null || value === undefined) continue;
      if (value >= 0) above += value;
      else below += value;
      if (!piled) {
        low = Math.min(low, value);
        high = Math.max(high, value);
      } else {
        low = Math.min(low, below);
        high = Math.max(high, above);
      }
    }
  });
  return low <= high ? [low, high] : undefined;
}

/** Width of the labels of the value axis, in pixels. */
export const valueLabelRoom = (y: Axis): number =>
  Math.ceil(Math.max(3, ...y.ticks.map(({ label }) => label.length)) * 6.6) + 14;

/** A date as text at the given interval. */
export function periodName(date: string, interval: Interval): string {
  const time = timeOf(date);
  if (interval === "year") return date.slice(0, 4);
  return interval === "month" ? datePart.monthYear(time) : datePart.day(time);
}

/** A date of a chart, with the first or last known day of an incomplete period: `Nov 2026, to 22 Nov`. */
export function knownPeriodName(
  { dates, view: { interval }, cutFrom }: Pick<ChartPlan, "dates" | "view" | "cutFrom">,
  index: number,
): string {
  const date = dates[index];
  if (date === undefined) return "";
  const dayName = (day: string) => datePart.dayMonth(timeOf(day));
  const from = index === 0 && cutFrom !== null ? `from ${dayName(cutFrom)}` : "";
  const to = endsEarly(date, interval) ? `to ${dayName(date)}` : "";
  const known = [from, to].filter(Boolean).join(" ");
  return [periodName(date, interval), known].filter(Boolean).join(", ");
}

/** True if a date is before the end of its month or year. Weeks are always named by their day. */
export const endsEarly = (date: string, interval: Interval): boolean =>
  (interval === "month" || interval === "year") && date < periodEndOf(date, interval);
