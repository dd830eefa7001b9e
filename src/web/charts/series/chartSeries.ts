/**
 * The data of a chart: series in the format of the API, and the view that a reader selected. Dates are
 * `YYYY-MM-DD`; `null` is unknown, never 0.
 */
import { addsUp, type Interval, metricByName } from "#domain";

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

/** Modes over time, and those of the latest day only. */
export const timeModes = ["stacked", "lines", "bars"] as const;
export const partModes = ["treemap", "pie"] as const;
export type TimeMode = (typeof timeModes)[number];
export type PartMode = (typeof partModes)[number];
export type ChartMode = TimeMode | PartMode;

/** The part mode of a mode; null for one over time. */
export const partModeOf = (mode: ChartMode): PartMode | null => partModes.find((one) => one === mode) ?? null;
export type ChartScale = "linear" | "log";
/** Back from the latest day. */
export type RangePreset = "1m" | "3m" | "6m" | "ytd" | "1y" | "2y" | "5y" | "all";
/**
 * First and last day, both included: `2025-01-01..2025-03-31`. A string, because views are compared by their
 * parts.
 */
export type DaySpan = `${string}..${string}`;
export type ChartRange = RangePreset | DaySpan;

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
