import {
  type Metric,
  metricById,
  metricByName,
  type Resource,
  type ResourceRow,
  unknownMetric,
} from "#domain";
import type { Market } from "../market";
import { tableSql } from "../query/rowSource";
import type { Selection } from "../query/selectColumns";
import { metricsSql } from "../seen/metricsSql";
import { type MetricTuple, metricTupleSql, readMetricTuple } from "../sql/metricParts";
import { SqlBinder } from "../sql/sqlBinder";
import { addNestedRows } from "./nestedRows";
import { addNestedStats } from "./nestedStats";
import { fieldsRead, shapeRow } from "./shapeRow";

/** Instants as ISO 8601, and exact decimals as text. */
export const rowSettings = "SETTINGS date_time_output_format = 'iso', output_format_json_quote_decimals = 1";

type Columns = [...fields: unknown[], metrics: MetricTuple[], reported: string];

/** Rows with the metrics of some ids, in the order of the ids. Ids that do not exist are left out. */
export async function rowsOfIds(
  market: Market,
  { resource, ids, selection }: { resource: Resource; ids: readonly number[]; selection: Selection },
): Promise<ResourceRow[]> {
  if (ids.length === 0) return [];
  const binder = new SqlBinder();
  const list = binder.bind("Array(UInt32)", ids);
  const read = fieldsRead(resource, selection);
  const columns = read.map((f) => f.name);
  const hasMetrics = resource.metricsOf !== null && (selection.isWhole || selection.metrics.length > 0);
  const only = selection.isWhole
    ? ""
    : ` AND metric_id IN (${selection.metrics.map((m) => m.id).join(", ")})`;
  const rows = `SELECT ${columns.join(", ")} FROM ${tableSql(resource, read)} WHERE ${resource.idField} IN ${list}`;
  const sql = hasMetrics
    ? `SELECT t.*, m.metrics, m.reported FROM (${rows}) AS t LEFT JOIN (
        SELECT entity_id, groupArray(${metricTupleSql("metric_id", (name) => name)}) AS metrics, max(reported) AS reported
        FROM ${metricsSql(market.scope, resource.metricsOf ?? "")}
        WHERE entity_type = '${resource.metricsOf}' AND entity_id IN ${list}${only} GROUP BY entity_id
      ) AS m ON m.entity_id = t.${resource.idField} ${rowSettings}`
    : `SELECT t.*, [] AS metrics, NULL AS reported FROM (${rows}) AS t ${rowSettings}`;
  const idAt = columns.indexOf(resource.idField);
  const found = await market.store.compactRows<Columns>(sql, binder.parameters);
  const byId = new Map(
    found.map((row) => [row[idAt] as number, toRow(row, { columns, selection, hasMetrics })]),
  );
  const ordered = ids.flatMap((id) => byId.get(id) ?? []);
  await Promise.all([
    addNestedStats(market, { resource, rows: ordered, names: selection.stats, isBrief: selection.isBrief }),
    ...selection.nested.map((part) =>
      part.kind === "rows" ? addNestedRows(market, { part, rows: ordered }) : undefined,
    ),
  ]);
  return ordered;
}

interface RowShape {
  columns: readonly string[];
  selection: Selection;
  hasMetrics: boolean;
}

function toRow(values: Columns, { columns, selection, hasMetrics }: RowShape): ResourceRow {
  const read: Record<string, unknown> = {};
  for (let i = 0; i < columns.length; i += 1) read[columns[i] ?? ""] = values[i];
  const row = shapeRow(selection, read);
  if (hasMetrics) {
    const tuples = values[columns.length] as MetricTuple[];
    const reported = values[columns.length + 1] as string;
    addMetrics(row, tuples, { metrics: selection.metrics, aliases: selection.metricAliases });
    if (selection.isWhole) row._updated_at = tuples.length === 0 ? null : `${reported}T00:00:00.000Z`;
  }
  return row;
}

/** Puts a metric value under each metric's slug; metrics without one are unknown. */
export function addMetrics(
  row: Record<string, unknown>,
  tuples: readonly MetricTuple[],
  { metrics, aliases }: { metrics: readonly Metric[]; aliases: readonly string[] },
): void {
  // In the order of the catalogue first, so that every row has its metrics in the same order.
  for (const { slug } of metrics) row[slug] = unknownMetric;
  for (const tuple of tuples) {
    const slug = metricById(tuple[0])?.slug;
    if (slug !== undefined && slug in row) row[slug] = readMetricTuple(tuple);
  }
  for (const alias of aliases) {
    const metric = metricByName(alias);
    if (metric !== undefined && metric.slug in row) row[alias] = row[metric.slug];
  }
}
