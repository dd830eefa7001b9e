import { metricOf, type ResourceRow } from "#domain/api";
import { type MetricSlug, metricByName } from "#domain/metrics";
import { groupColor } from "../../charts/color/groupColor";
import { type Axis, valueAxis } from "../../charts/plan/axisTicks";
import { textOf } from "../../format/textOf";

/** The metrics of the axes and of the dots' area. */
export interface ScatterMetrics {
  x: MetricSlug;
  y: MetricSlug;
  /** In dollars. */
  size: MetricSlug;
}

export interface ScatterPoint {
  row: ResourceRow;
  x: number;
  y: number;
  size: number;
}

export interface ScatterPoints {
  /** Largest first, so that small ones are drawn on top. */
  points: readonly ScatterPoint[];
  /** Number of assets without a point, by their first unknown metric: maturity, yield, then size. */
  unknown: ReadonlyMap<MetricSlug, number>;
}

/** The assets with all three figures, and the number of omitted ones by unknown metric. */
export function scatterPoints(rows: readonly ResourceRow[], { x, y, size }: ScatterMetrics): ScatterPoints {
  const points: ScatterPoint[] = [];
  const unknown = new Map<MetricSlug, number>();
  for (const row of rows) {
    const [xValue, yValue, sizeValue] = [x, y, size].map((metric) => metricOf(row, metric)?.val ?? null);
    if (xValue != null && yValue != null && sizeValue != null) {
      points.push({ row, x: xValue, y: yValue, size: sizeValue });
      continue;
    }
    const missing = xValue == null ? x : yValue == null ? y : size;
    unknown.set(missing, (unknown.get(missing) ?? 0) + 1);
  }
  points.sort((one, other) => other.size - one.size);
  return { points, unknown };
}

/**
 * "5 assets without a known average maturity and 1 without a known 7-day APY are not shown."; null if none is
 * omitted.
 */
export function unknownWords(unknown: ScatterPoints["unknown"]): string | null {
  const all = [...unknown];
  if (all.length === 0) return null;
  const parts = all.map(([metric, count], index) => {
    const noun = index > 0 ? "" : count === 1 ? " asset" : " assets";
    return `${count.toLocaleString("en-US")}${noun} without a known ${nameWithin(metric)}`;
  });
  const isOne = all.length === 1 && all[0]?.[1] === 1;
  return `${new Intl.ListFormat("en-US").format(parts)} ${isOne ? "is" : "are"} not shown.`;
}

/** The label of a metric within a sentence; abbreviations keep their case. */
export function nameWithin(metric: MetricSlug): string {
  const label = metricByName(metric)?.label ?? metric;
  return /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
}

/** Minimum ratio of longest to shortest for a logarithmic axis: a linear one would crowd the short ones. */
const LOG_FROM = 30;

export interface ScatterAxes {
  x: Axis & { isLog: boolean };
  y: Axis;
}

export const unitOf = (metric: MetricSlug): string => metricByName(metric)?.unit ?? "count";

/** Units in axis titles. */
const unitNames: Readonly<Record<string, string>> = { days: "days", percent: "%", dollar: "US$" };

export const axisName = (metric: MetricSlug): string =>
  `${metricByName(metric)?.label ?? metric} (${unitNames[unitOf(metric)] ?? unitOf(metric)})`;

export function scatterAxes(points: readonly ScatterPoint[], metrics: ScatterMetrics): ScatterAxes {
  const extent = (values: number[]) => [Math.min(...values), Math.max(...values)] as const;
  const x = extent(points.map((point) => point.x));
  const isLog = x[0] > 0 && x[1] / x[0] > LOG_FROM;
  return {
    x: { ...valueAxis({ extent: x, unit: unitOf(metrics.x), log: isLog, fromZero: !isLog }), isLog },
    y: valueAxis({
      extent: extent(points.map((point) => point.y)),
      unit: unitOf(metrics.y),
      fromZero: false,
    }),
  };
}

/** Minimum size that a finger can tap. */
const LEAST_DOT = 24;
const MOST_DOT = 56;

/**
 * The width of a dot in pixels, to one decimal: its area is proportional to the size, with a minimum that can
 * be tapped.
 */
export const dotWidth = (size: number, largest: number): number =>
  largest > 0
    ? Math.max(LEAST_DOT, Math.round(Math.sqrt(Math.max(0, size) / largest) * MOST_DOT * 10) / 10)
    : LEAST_DOT;

/** The colour of an asset, the same in every chart, table and map. */
export const assetColor = ({ id, slug, name }: ResourceRow) =>
  groupColor({ type: "asset", id, slug: textOf(slug), name: String(name), color: null });
