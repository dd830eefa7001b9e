/**
 * What a chart draws: series exactly as the API answers them, and the view a
 * reader has chosen. Dates are `YYYY-MM-DD`; `null` is unknown, never 0.
 */
import { addsUp, type Interval, metricByName } from "#domain";

export interface ChartMeasure {
  id: number;
  slug: string;
  /** Full name, as in exports: `Bridged Token Value (Dollar)`. */
  name: string;
  unit: string;
  /** Short name for readers; the full name where it is missing. */
  label?: string;
  /** What its points are over a period: the level at its end, or the sum of a flow. Default: as its metric is. */
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
  /** What it is ranked by where its points are no sizes: the value on the newest date, null without one. Default: its points say. */
  size?: number | null;
}

/** Shapes over time, and those of the newest day alone. */
export const timeModes = ["stacked", "lines", "bars"] as const;
export const partModes = ["treemap", "pie"] as const;
export type TimeMode = (typeof timeModes)[number];
export type PartMode = (typeof partModes)[number];
export type ChartMode = TimeMode | PartMode;

/** The shape of the newest day that a mode is; null for one over time. */
export const partModeOf = (mode: ChartMode): PartMode | null => partModes.find((one) => one === mode) ?? null;
export type ChartScale = "linear" | "log";
/** Back from the newest day. */
export type RangePreset = "1m" | "3m" | "6m" | "ytd" | "1y" | "2y" | "5y" | "all";
/** From one day to another, both within it: `2025-01-01..2025-03-31`. As text, since a view is compared by its parts. */
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

/** Type of the group that stands for all groups that are not drawn by themselves. */
export const OTHERS_TYPE = "others";

/** Type of the group whose series is what the others are measured against: a line of its own, in no total. */
export const BENCHMARK_TYPE = "benchmark";

/** The same for a group wherever it is drawn. */
export const groupKey = (group: ChartGroup): string =>
  `${group.type}:${group.id ?? group.slug ?? group.name}`;

/** Tells the series of one chart apart. */
export const seriesKey = (series: ChartSeries): string => `${series.measure.slug}|${groupKey(series.group)}`;

const ADDING_UNITS = new Set(["dollar", "token", "count"]);

/** Whether values of several groups make a total; of a measure that no metric describes, its unit says so. */
export function measureAddsUp(measure: ChartMeasure): boolean {
  const metric = metricByName(measure.slug);
  return metric ? addsUp(metric) : ADDING_UNITS.has(measure.unit);
}
