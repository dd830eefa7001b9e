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
}

export type ChartMode = "stacked" | "lines" | "bars";
export type ChartScale = "linear" | "log";
export type ChartRange = "1m" | "3m" | "6m" | "ytd" | "1y" | "2y" | "5y" | "all";

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
