import { type MetricPart, type MetricValue, metricParts } from "#domain";

/**
 * SQL of one part of a metric value, over columns that hold its value and its past values. Nothing is rounded here:
 * what shows a figure rounds it, once.
 */
export function metricPartSql(part: MetricPart, column: (name: string) => string): string {
  const change = /^chg_(7d|30d|90d)_(amt|pct)$/.exec(part);
  if (change === null) return column(part);
  const now = column("val");
  const then = column(`val_${change[1]}`);
  return change[2] === "amt" ? `(${now} - ${then})` : `(100 * (${now} - ${then}) / nullIf(abs(${then}), 0))`;
}

/** SQL of a tuple: a key and every part, to be read back by `readMetricTuple`. */
export const metricTupleSql = (key: string, column: (name: string) => string): string =>
  `tuple(${[key, ...metricParts.map((part) => metricPartSql(part, column))].join(", ")})`;

export type MetricTuple = readonly [key: number, ...parts: (number | null)[]];

/** A metric of which nothing is known: the parts are null, so that a reader need not look before it reads `val`. */
export const unknownMetric: MetricValue = Object.freeze({
  val: null,
  val_7d: null,
  val_30d: null,
  val_90d: null,
  chg_7d_amt: null,
  chg_7d_pct: null,
  chg_30d_amt: null,
  chg_30d_pct: null,
  chg_90d_amt: null,
  chg_90d_pct: null,
});

export const readMetricTuple = (tuple: MetricTuple): MetricValue => ({
  val: tuple[1] ?? null,
  val_7d: tuple[2] ?? null,
  val_30d: tuple[3] ?? null,
  val_90d: tuple[4] ?? null,
  chg_7d_amt: tuple[5] ?? null,
  chg_7d_pct: tuple[6] ?? null,
  chg_30d_amt: tuple[7] ?? null,
  chg_30d_pct: tuple[8] ?? null,
  chg_90d_amt: tuple[9] ?? null,
  chg_90d_pct: tuple[10] ?? null,
});

/** Parses `holding_addresses_count.chg_30d_pct` into its name and part; the part of a bare name is `val`. */
export function splitMetricPath(path: string): { name: string; part: MetricPart } | null {
  const dot = path.indexOf(".");
  if (dot < 0) return { name: path, part: "val" };
  const part = metricParts.find((p) => p === path.slice(dot + 1));
  return part === undefined ? null : { name: path.slice(0, dot), part };
}
