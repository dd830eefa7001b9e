import type { Resource, ResourceRow } from "#domain";
import type { Market } from "../market";
import { tableSql } from "../query/rowSource";
import type { Selection } from "../query/selectColumns";
import { metricsSql } from "../seen/metricsSql";
import { SqlBinder } from "../sql/sqlBinder";
import { addMetrics, type MetricForm, metricCells, type RowWithMetrics } from "./metricCells";
import { readNestedRows } from "./nestedRows";
import { readNestedStats } from "./nestedStats";
import { fieldsRead, shapeRow } from "./shapeRow";

/** Instants as ISO 8601, and exact decimals as text. */
export const rowSettings = "SETTINGS date_time_output_format = 'iso', output_format_json_quote_decimals = 1";

type Columns = [...fields: unknown[], reported: string];

export interface RowsRequest {
  resource: Resource;
  ids: readonly number[];
  selection: Selection;
  /** How rows carry their metrics; left out: as values. */
  form?: MetricForm;
}

/** Rows with the metrics of some ids, in the order of the ids. Ids that do not exist are left out. */
export async function rowsOfIds(
  market: Market,
  { resource, ids, selection, form = "values" }: RowsRequest,
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
    ? `SELECT t.*, m.reported, m.metrics FROM (${rows}) AS t LEFT JOIN (
        SELECT entity_id, groupArray(${metricCells[form].sql("metric_id", (name) => name)}) AS metrics, max(reported) AS reported
        FROM ${metricsSql(market.scope, resource.metricsOf ?? "")}
        WHERE entity_type = '${resource.metricsOf}' AND entity_id IN ${list}${only} GROUP BY entity_id
      ) AS m ON m.entity_id = t.${resource.idField} ${rowSettings}`
    : `SELECT t.*, NULL AS reported, [] AS metrics FROM (${rows}) AS t ${rowSettings}`;
  const idAt = columns.indexOf(resource.idField);
  // Asked for at once: while the engine works on one part, another is read. The totals, which are the largest, come first.
  const { stats: names, isBrief } = selection;
  const stats = readNestedStats(market, { resource, ids, names, isBrief, form });
  const [byId, ...nested] = await Promise.all([
    readRows(),
    stats,
    ...selection.nested.flatMap((part) =>
      part.kind === "rows" ? readNestedRows(market, { part, ids }) : [],
    ),
  ]);
  const ordered = ids.flatMap((id) => byId.get(id) ?? []);
  for (const row of ordered) for (const add of nested) add(row);
  return ordered;

  async function readRows(): Promise<Map<number, ResourceRow>> {
    const found = await metricCells[form].rows<Columns>(market.store, sql, binder.parameters);
    return new Map(
      found.map((row) => [row.values[idAt] as number, toRow(row, { columns, selection, hasMetrics, form })]),
    );
  }
}

interface RowShape {
  columns: readonly string[];
  selection: Selection;
  hasMetrics: boolean;
  form: MetricForm;
}

function toRow(
  { values, metrics }: RowWithMetrics<Columns>,
  { columns, selection, hasMetrics, form }: RowShape,
): ResourceRow {
  const read: Record<string, unknown> = {};
  for (let i = 0; i < columns.length; i += 1) read[columns[i] ?? ""] = values[i];
  const row = shapeRow(selection, read);
  if (hasMetrics) {
    addMetrics(row, metrics, { metrics: selection.metrics, aliases: selection.metricAliases, form });
    const reported = values[columns.length] as string;
    if (selection.isWhole) row._updated_at = metrics.length === 0 ? null : `${reported}T00:00:00.000Z`;
  }
  return row;
}
