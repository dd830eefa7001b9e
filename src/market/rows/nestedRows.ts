import { fieldByName, metricOfSlug, type NestedRows, type NestedValue, type ResourceRow } from "#domain";
import type { Market } from "../market";
import { resourceNamed } from "../query/resourceNamed";
import { tableSql } from "../query/rowSource";
import { SqlBinder } from "../sql/sqlBinder";

type Found = [rowId: number, ...values: (string | number | boolean | null)[]];

/**
 * Reads the rows of another resource that belong to each row, in the order of their ids: the tokens of an asset.
 * @param ids of the rows
 * @returns what adds them to a row
 */
export async function readNestedRows(
  market: Market,
  { part, ids }: { part: NestedRows; ids: readonly number[] },
): Promise<AddNested> {
  const lists = new Map(ids.map((id) => [id, [] as NestedValue[]]));
  const names = [...part.fields, ...part.metrics];
  for (const [rowId, ...values] of await readRows(market, part, ids)) {
    lists.get(rowId)?.push(Object.fromEntries(names.map((name, i) => [name, values[i] ?? null])));
  }
  return (row, id) => {
    row[part.name] = lists.get(id) ?? [];
  };
}

/** Adds to a row what was read for it. */
export type AddNested = (row: ResourceRow, id: number) => void;

function readRows(
  market: Market,
  { resource: slug, by, without, fields, metrics }: NestedRows,
  ids: readonly number[],
) {
  const resource = resourceNamed(slug);
  const column = (name: string) => {
    const field = fieldByName(resource, name);
    if (field === undefined) throw new Error(`${slug} have no field ${name}`);
    return `t.${field.name}`;
  };
  const binder = new SqlBinder();
  const wanted = metrics.map(metricOfSlug);
  const values = wanted.map(({ id }) => `anyIf(toNullable(val), metric_id = ${id}) AS m${id}`);
  const own = `SELECT t.id FROM ${tableSql(resource)} WHERE ${column(by)} IN ${binder.bind("Array(UInt32)", ids)}`;
  const joined =
    wanted.length === 0
      ? ""
      : `LEFT JOIN (SELECT entity_id, ${values.join(", ")} FROM entity_metrics FINAL
          WHERE entity_type = '${resource.metricsOf}' AND metric_id IN (${wanted.map(({ id }) => id).join(", ")})
            AND entity_id IN (${own}) GROUP BY entity_id) AS m ON m.entity_id = t.id`;
  const columns = [by, ...fields].map(column).concat(wanted.map(({ id }) => `m.m${id}`));
  return market.store.compactRows<Found>(
    `SELECT ${columns.join(", ")} FROM ${tableSql(resource)} ${joined}
     WHERE ${column(by)} IN ${binder.bind("Array(UInt32)", ids)} AND NOT ${column(without)}
     ORDER BY t.id SETTINGS join_use_nulls = 1`,
    binder.parameters,
  );
}
