import type { NestedValue, ResourceRow } from "#domain/api";
import { metricOfSlug } from "#domain/metrics";
import { fieldByName, type NestedRows } from "#domain/resources";
import type { Market } from "../market";
import { resourceNamed } from "../query/resourceNamed";
import { tableSql } from "../query/rowSource";
import { SqlBinder } from "../sql/sqlBinder";
import { metricsSql } from "../visible/metricsSql";
import { addMetrics, type MetricForm, metricCells, type RowWithMetrics } from "./metricCells";

type Found = [rowId: number, id: number, ...values: (string | number | boolean | null)[]];

/**
 * Reads the rows of another resource that belong to each row, in the order of their ids: the tokens of an
 * asset.
 * @param ids of the rows
 * @returns the function that adds them to a row
 */
export async function readNestedRows(
  market: Market,
  { part, ids, form }: { part: NestedRows; ids: readonly number[]; form: MetricForm },
): Promise<AddNested> {
  const lists = new Map(ids.map((id) => [id, [] as NestedValue[]]));
  const [rows, figures] = await Promise.all([
    readRows(market, part, ids),
    readMetrics(market, { part, ids, form }),
  ]);
  const metrics = part.metrics.map(metricOfSlug);
  for (const [rowId, id, ...values] of rows) {
    const row: Record<string, unknown> = Object.fromEntries(
      part.fields.map((name, i) => [name, values[i] ?? null]),
    );
    addMetrics(row, figures.get(id) ?? [], { metrics, aliases: [], form });
    lists.get(rowId)?.push(row as NestedValue);
  }
  return (row, id) => {
    row[part.name] = lists.get(id) ?? [];
  };
}

/** Adds its nested data to a row. */
export type AddNested = (row: ResourceRow, id: number) => void;

function columnOf({ resource }: NestedRows, name: string): string {
  const field = fieldByName(resourceNamed(resource), name);
  if (field === undefined) throw new Error(`${resource} have no field ${name}`);
  return `t.${field.name}`;
}

/** FROM and WHERE clauses of the rows of a part, as `t`. */
function ownRowsSql(part: NestedRows, ids: readonly number[], binder: SqlBinder): string {
  return `FROM ${tableSql(resourceNamed(part.resource))}
     WHERE ${columnOf(part, part.by)} IN ${binder.bind("Array(UInt32)", ids)} AND NOT ${columnOf(part, part.without)}`;
}

function readRows(market: Market, part: NestedRows, ids: readonly number[]) {
  const binder = new SqlBinder();
  const columns = [part.by, "id", ...part.fields].map((name) => columnOf(part, name));
  return market.store.compactRows<Found>(
    `SELECT ${columns.join(", ")} ${ownRowsSql(part, ids, binder)} ORDER BY t.id`,
    binder.parameters,
  );
}

/** The metrics of the rows of a part by their ids. */
async function readMetrics(
  market: Market,
  { part, ids, form }: { part: NestedRows; ids: readonly number[]; form: MetricForm },
): Promise<ReadonlyMap<number, RowWithMetrics<unknown>["metrics"]>> {
  const { metricsOf } = resourceNamed(part.resource);
  if (metricsOf === null || part.metrics.length === 0) return new Map();
  const binder = new SqlBinder();
  const wanted = part.metrics.map((slug) => metricOfSlug(slug).id);
  const found = await metricCells[form].rows<[id: number]>(
    market.store,
    `SELECT entity_id, groupArray(${metricCells[form].sql("metric_id", (name) => name)})
     FROM ${metricsSql(market.scope, metricsOf)}
     WHERE entity_type = '${metricsOf}' AND metric_id IN (${wanted.join(", ")})
       AND entity_id IN (SELECT t.id ${ownRowsSql(part, ids, binder)})
     GROUP BY entity_id`,
    binder.parameters,
  );
  return new Map(found.map(({ values: [id], metrics }) => [id, metrics]));
}
