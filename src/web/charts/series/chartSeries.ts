/**
 * The data of a chart: series in the format of the API, and the view that a reader selected. Dates are
 * `YYYY-MM-DD`; `null` is unknown, never 0.
 */
import { addsUp, metricByName } from "#domain/metrics";
import type { Interval } from "#domain/query";
import type { ChartMode } from "./chartTypes";

export interface ChartMeasure {
  id: number;
  slug: string;
  /** Full name, as in exports: `Bridged Token Value (Dollar)`. */
  name: string;
  unit: string;
  /** Short name for readers. Default: the full name. */
  label?: string;
  /** Level at the end of a period, or sum of a flow. Default: that of its metric. */
  kind?: "stock" | "flow";
}

export interface ChartGroup {
  type: string;
  id: number | string | null;
  slug: string | null;
  name: string;
  color?: string | null;
}

export type ChartPoint = readonly [date: string, value: number | null];

export interface ChartSeries {
  measure: ChartMeasure;
  group: ChartGroup;
  points: readonly ChartPoint[];
  /**
   * Ranking value if its points are not sizes: the value on the latest date, null without one. Default: from
   * its points.
   */
  size?: number | null;
}

export type ChartScale = "linear" | "log";
/** Back from the latest day. */
export type RangePreset = "1m" | "3m" | "6m" | "ytd" | "1y" | "2y" | "5y" | "all";
/**
 * First and last day, both included: `2025-01-01..2025-03-31`. A string, because views are compared by their
 * parts.
 */
export type DaySpan = `${string}..${string}`;
export type ChartRange = RangePreset | DaySpan;

/**
 * Transformations of a chart's values, which `transformSeries.ts` computes: the value; its change from the previous point; indexed to 100 on the first date; its distance below the
 * peak.
 */
export const chartForms = ["value", "change", "indexed", "drawdown"] as const;
export type ChartForm = (typeof chartForms)[number];

/** Days of the available moving averages. */
export const chartAverages = [7, 30, 90] as const;
export type ChartAverage = (typeof chartAverages)[number];

const formWords: Readonly<Record<Exclude<ChartForm, "value">, string>> = {
  change: "change",
  indexed: "indexed to 100",
  drawdown: "drawdown",
};

/** True if changes of figures are in points, as of percentages: a yield from 5% to 4% is not down by 20%. */
export const changesInPoints = (unit: string | undefined): boolean => unit === "percent";

/** A form as text after the name of a metric. */
export const wordsOfForm = (form: Exclude<ChartForm, "value">, unit: string | undefined): string =>
  form === "change" && changesInPoints(unit) ? "change in percentage points" : formWords[form];

export interface ChartView {
  mode: ChartMode;
  scale: ChartScale;
  /** Shares of the total of each date. */
  percent: boolean;
  range: ChartRange;
  interval: Interval;
}

/** Type of the group for the combined others. */
export const OTHERS_TYPE = "others";

/** Type of the group of a benchmark: a separate line, excluded from totals. */
export const BENCHMARK_TYPE = "benchmark";

/** Key of a group, the same in every chart. */
export const groupKey = (group: ChartGroup): string =>
  `${group.type}:${group.id ?? group.slug ?? group.name}`;

/** Unique key of a series in one chart. */
export const seriesKey = (series: ChartSeries): string => `${series.measure.slug}|${groupKey(series.group)}`;

const ADDING_UNITS = new Set(["dollar", "token", "count"]);

/**
 * True if values of several groups can be added. Decided by the unit for measures that no metric describes.
 */
export function measureAddsUp(measure: ChartMeasure): boolean {
  const metric = metricByName(measure.slug);
  return metric ? addsUp(metric) : ADDING_UNITS.has(measure.unit);
}
