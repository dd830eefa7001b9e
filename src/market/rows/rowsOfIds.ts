import { type ResourceRow, SAMPLE_FIELD } from "#domain/api";
import type { Field, Resource } from "#domain/resources";
import type { Market } from "../market";
import { withComputedSql } from "../query/computedFields";
import { tableSql } from "../query/rowSource";
import type { Selection } from "../query/selectColumns";
import { SqlBinder } from "../sql/sqlBinder";
import { metricsSql } from "../visible/metricsSql";
import { addMetrics, type MetricForm, metricCells } from "./metricCells";
import { type AddNested, readNestedRows } from "./nestedRows";
import { readNestedStats } from "./nestedStats";
import { fieldsRead, shapeRow } from "./shapeRow";

/** Instants as ISO 8601, and exact decimals as text. */
export const rowSettings = "SETTINGS date_time_output_format = 'iso', output_format_json_quote_decimals = 1";

export interface RowsRequest {
  resource: Resource;
  ids: readonly number[];
  selection: Selection;
  /** Format of metrics in rows; values by default. */
  form?: MetricForm;
}

/** Rows with the metrics of some ids, in the order of the ids. Unknown ids are left out. */
export async function rowsOfIds(
  market: Market,
  { resource, ids, selection, form = "values" }: RowsRequest,
): Promise<ResourceRow[]> {
  if (ids.length === 0) return [];
  const { stats: names, isBrief } = selection;
  // Concurrent, since the engine runs them in parallel. The totals, which are the largest, come first.
  const [stats, rows, metrics, ...nested] = await Promise.all([
    readNestedStats(market, { resource, ids, names, isBrief, form }),
    readFields(market, { resource, ids, selection }),
    readMetrics(market, { resource, ids, selection, form }),
    ...selection.nested.flatMap((part) =>
      part.kind === "rows" ? readNestedRows(market, { part, ids, form }) : [],
    ),
  ]);
  return ids.flatMap((id) => {
    const read = rows.get(id);
    if (read === undefined) return [];
    const row = shapeRow(selection, read);
    for (const add of [metrics, stats, ...nested]) add(row, id);
    return row;
  });
}

type Fields = Record<string, unknown>;

/**
 * The fields of rows by their ids. Fields computed from figures have their own statement: a join would have
 * the engine plan each of some seventy columns twice.
 */
async function readFields(
  market: Market,
  { resource, ids, selection }: RowsRequest,
): Promise<Map<number, Fields>> {
  const { idField } = resource;
  const read = fieldsRead(resource, selection);
  const namesOf = (fields: readonly Field[]) => [...new Set([idField, ...fields.map(({ name }) => name)])];
  const computed = read.filter((field) => field.computed);
  const kept = read.filter((field) => !field.computed);
  const ofIds = async (columns: readonly string[], table: string): Promise<Fields[]> => {
    const binder = new SqlBinder();
    const list = binder.bind("Array(UInt32)", ids);
    const rows = await market.store.compactRows(
      `SELECT ${columns.join(", ")} FROM ${table} WHERE ${idField} IN ${list} ${rowSettings}`,
      binder.parameters,
    );
    return rows.map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i]])));
  };
  const [rows, added] = await Promise.all([
    ofIds(namesOf(kept), tableSql(resource, kept, { scope: market.scope })),
    computed.length === 0
      ? []
      : ofIds(namesOf(computed), `(${withComputedSql(resource, `entity_rows.${idField}`)}) AS t`),
  ]);
  const byId = new Map(rows.map((row) => [row[idField] as number, row]));
  // Figures removed between the two statements are unknown.
  const unknown = Object.fromEntries(computed.map(({ name }) => [name, null]));
  const addedById = new Map(added.map((row) => [row[idField] as number, row]));
  for (const [id, row] of byId) Object.assign(row, addedById.get(id) ?? unknown);
  return byId;
}

/** Reads the metrics of rows, their latest day, and whether any figure of the row is sample data. */
async function readMetrics(
  market: Market,
  { resource, ids, selection, form = "values" }: RowsRequest,
): Promise<AddNested> {
  const { metrics, metricAliases: aliases, isWhole } = selection;
  // Nested figures belong to the row's own tokens.
  const nestsFigures =
    selection.stats.length > 0 ||
    selection.nested.some((part) => part.kind === "rows" && part.metrics.length > 0);
  if (resource.metricsOf === null || (!isWhole && !nestsFigures && metrics.length === 0)) {
    return () => undefined;
  }
  const binder = new SqlBinder();
  const only = isWhole || nestsFigures ? "" : ` AND metric_id IN (${metrics.map(({ id }) => id).join(", ")})`;
  const found = await metricCells[form].rows<[id: number, reported: string, isSample: boolean]>(
    market.store,
    `SELECT entity_id, max(reported), maxIf(is_sample, isNotNull(val)), groupArray(${metricCells[form].sql("metric_id", (name) => name)})
     FROM ${metricsSql(market.scope, resource.metricsOf)}
     WHERE entity_type = '${resource.metricsOf}' AND entity_id IN ${binder.bind("Array(UInt32)", ids)}${only}
     GROUP BY entity_id ${rowSettings}`,
    binder.parameters,
  );
  const byId = new Map(found.map((row) => [row.values[0], row]));
  return (row, id) => {
    const own = byId.get(id);
    addMetrics(row, own?.metrics ?? [], { metrics, aliases, form });
    row[SAMPLE_FIELD] = Boolean(own?.values[2]);
    if (isWhole) row._updated_at = own === undefined ? null : `${own.values[1]}T00:00:00.000Z`;
  };
}
