import { type Filter, parseQuery } from "#domain/query";
import { metricsOfKind, type Resource } from "#domain/resources";
import { visibleResourceNamed } from "./access/visibleResourceNamed";
import { compileList } from "./listResource";
import type { Market } from "./market";
import { selectColumns } from "./query/selectColumns";
import { fieldsRead } from "./rows/shapeRow";
import { metricsSql } from "./visible/metricsSql";

export interface EmptyColumnsRequest {
  /** Name or alias of a resource. */
  resource: string;
  /** The rows that count; null for all. */
  filter: Filter | null;
}

/**
 * Names of fields and metrics without a value in any of the rows. Of a resource too large to be read for this, such as
 * transactions, none is named.
 * @throws NotFoundError for an unknown resource, InvalidError naming the part of the filter that does not fit it.
 */
export async function emptyColumns(market: Market, request: EmptyColumnsRequest): Promise<string[]> {
  const resource = visibleResourceNamed(market, request.resource);
  if (resource.pagedByKey !== null) return [];
  const { names } = await market.remember({
    kind: "empty columns",
    key: [resource.slug, request.filter],
    sizeOf: (made) => 200 + made.names.length * 50,
    make: async () => ({ names: await readEmpty(market, resource, request.filter) }),
  });
  return names;
}

async function readEmpty(market: Market, resource: Resource, filter: Filter | null): Promise<string[]> {
  const selection = selectColumns(resource, null);
  const columns = fieldsRead(resource, selection);
  const { from, where, binder } = await compileList(
    market,
    resource,
    { ...parseQuery(null), filter },
    { columns },
  );
  const { metricsOf, idField } = resource;
  const [[filled = []], found] = await Promise.all([
    market.store.compactRows<number[]>(
      `SELECT ${columns.map(({ name }) => `max(isNotNull(t.${name}) AND toString(t.${name}) NOT IN ('', '[]'))`).join(", ")}
       FROM ${from} WHERE ${where} SETTINGS join_use_nulls = 1`,
      binder.parameters,
    ),
    metricsOf === null
      ? []
      : market.store.compactRows<[number]>(
          `SELECT DISTINCT metric_id FROM ${metricsSql(market.scope, metricsOf)}
           WHERE entity_type = '${metricsOf}' AND val IS NOT NULL
             AND entity_id IN (SELECT t.${idField} FROM ${from} WHERE ${where}) SETTINGS join_use_nulls = 1`,
          binder.parameters,
        ),
  ]);
  const known = new Set(found.map(([id]) => id));
  return [
    ...columns.filter((_, index) => !filled[index]).map(({ name }) => name),
    ...metricsOfKind(metricsOf)
      .filter(({ id }) => !known.has(id))
      .map(({ slug }) => slug),
  ];
}
