import {
  changeParts,
  levelParts,
  type MetricPart,
  type MetricValue,
  metricParts,
  metricValueOf,
} from "#domain/metrics";

const changes = new Map(changeParts.map((change) => [change.part as MetricPart, change]));

/**
 * SQL of one part of a metric value, over columns that hold its value and its past values. Nothing is rounded here:
 * what shows a figure rounds it, once.
 */
export function metricPartSql(part: MetricPart, column: (name: string) => string): string {
  const change = changes.get(part);
  if (change === undefined) return column(part);
  const now = column("val");
  const then = column(change.since);
  return change.inPercent ? `(100 * (${now} - ${then}) / nullIf(abs(${then}), 0))` : `(${now} - ${then})`;
}

/**
 * SQL of a tuple: a key, the latest and the past values, read by `readMetricTuple`, which computes the
 * changes. Sending the changes would more than double the size.
 */
export const metricTupleSql = (key: string, column: (name: string) => string): string =>
  `tuple(${[key, ...levelParts.map((part) => metricPartSql(part, column))].join(", ")})`;

export type MetricTuple = readonly [key: number, ...levels: (number | null)[]];

export const readMetricTuple = ([, ...levels]: MetricTuple): MetricValue => metricValueOf(levels);

/**
 * Parses `holding_addresses_count.chg_30d_pct` into its name and part; the part of a bare name is `val`. A colon stands
 * for the dot as well, as in `holding_addresses_count:val`.
 */
export function splitMetricPath(path: string): { name: string; part: MetricPart } | null {
  const dot = path.search(/[.:]/);
  if (dot < 0) return { name: path, part: "val" };
  const part = metricParts.find((p) => p === path.slice(dot + 1));
  return part === undefined ? null : { name: path.slice(0, dot), part };
}
