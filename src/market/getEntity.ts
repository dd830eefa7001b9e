import type { EntityResponse, ResourceRow, Warning } from "#domain/api";
import { NotFoundError } from "#domain/errors";
import type { Resource } from "#domain/resources";
import { quoted } from "#domain/text";
import { policyCondition } from "./access/policyCondition";
import { visibleResourceNamed } from "./access/visibleResourceNamed";
import type { Market } from "./market";
import type { NamedEntity, NamesOfKind } from "./query/entityNames";
import { ledgerOf, numberCondition, transactionsSql } from "./query/ledgerRows";
import { tableSql } from "./query/rowSource";
import { selectColumns } from "./query/selectColumns";
import { rowSettings, rowsOfIds } from "./rows/rowsOfIds";
import { fieldsRead, shapeRow } from "./rows/shapeRow";
import { SqlBinder } from "./sql/sqlBinder";
import type { VisibleResource } from "./visible/visibleResource";

export interface EntityRequest {
  resource: string;
  /** Numeric id, slug, or another slug that means it. */
  id: string | number;
}

/**
 * One row of a resource with its metrics.
 * @throws NotFoundError where nothing has the id or slug.
 */
export async function getEntity(
  market: Market,
  { resource: name, id }: EntityRequest,
): Promise<EntityResponse> {
  const resource = visibleResourceNamed(market, name);
  return market.remember({
    kind: "entity",
    key: [resource.slug, String(id)],
    sizeOf: (response) => JSON.stringify(response).length * 2,
    make: async () => {
      const row = await findRow(market, resource, id);
      if (row === undefined) {
        throw new NotFoundError(`There is no ${resource.singular} ${quoted(id)}.`);
      }
      const warnings = await coveredWarnings(market, resource, { id, row });
      return { result: row, ...(warnings.length > 0 && { warnings }) };
    },
  });
}

async function findRow(
  market: Market,
  resource: VisibleResource,
  id: string | number,
): Promise<ResourceRow | undefined> {
  if (resource.metricsOf === null) return findPlainRow(market, resource, String(id));
  const known = idIn((await market.names()).get(resource.metricsOf), id);
  if (known === null) return undefined;
  const rows = await rowsOfIds(market, { resource, ids: [known], selection: selectColumns(resource, null) });
  return rows[0];
}

/** Says that an id or slug is of a narrower entity, which the row contains. */
async function coveredWarnings(
  market: Market,
  { metricsOf }: Resource,
  { id, row }: { id: string | number; row: ResourceRow },
): Promise<Warning[]> {
  const names = metricsOf === null ? undefined : (await market.names()).get(metricsOf);
  const isOwn = names === undefined || ownEntity(names, id) !== undefined;
  return isOwn ? [] : [{ path: "id", message: `${quoted(id)} is part of ${row.name}, which is returned` }];
}

/**
 * The id of the entity with an id or slug, or that covers a narrower one with it; null if there is none. An id takes
 * precedence over a slug of digits.
 */
export function idIn(names: NamesOfKind | undefined, id: string | number): number | null {
  if (names === undefined) return null;
  const { covering } = names;
  const text = String(id);
  const found = ownEntity(names, id) ?? covering.get(text) ?? covering.get(idOf(text) ?? text);
  return found?.id ?? null;
}

/** The entity that has an id or slug itself. */
function ownEntity({ byId, bySlug }: NamesOfKind, id: string | number): NamedEntity | undefined {
  const text = String(id);
  const numeric = idOf(text);
  return (numeric === null ? undefined : byId.get(numeric)) ?? bySlug.get(text);
}

/** Columns of ids are unsigned integers of 32 bits. */
const LARGEST_ID = 2 ** 32 - 1;

/** The id that a text spells as an address of ours would; null for every other text. */
function idOf(text: string): number | null {
  const number = Number(text);
  return Number.isInteger(number) && number >= 0 && number <= LARGEST_ID && String(number) === text
    ? number
    : null;
}

async function findPlainRow(
  market: Market,
  resource: Resource,
  id: string,
): Promise<ResourceRow | undefined> {
  const binder = new SqlBinder();
  const conditions = conditionsOf(resource, { id, binder });
  const [best] = conditions;
  if (best === undefined) return undefined;
  const ledger = await ledgerOf(market, resource);
  const own = await policyCondition(market, resource, binder);
  const selection = selectColumns(resource, null);
  const read = fieldsRead(resource, selection);
  const columns = read.map((f) => `t.${f.name} AS ${f.name}`);
  const rows = await market.store.rows<Record<string, unknown>>(
    `SELECT ${columns.join(", ")} FROM ${
      ledger !== null
        ? `${transactionsSql({ ledger, isWhole: false, hasDollars: true })} AS t`
        : tableSql(resource, read, { scope: market.scope })
    }
     WHERE ${ledger !== null ? `${numberCondition("transaction_hash", [id.split(":")[1] ?? ""], binder)} AND ` : ""}(${conditions.join(" OR ")}) AND ${own} ORDER BY ${best} DESC LIMIT 1 ${rowSettings}`,
    binder.parameters,
  );
  return rows[0] === undefined ? undefined : shapeRow(selection, rows[0]);
}

/**
 * Conditions on a row identified by `id`, by id before slug; none if the resource has neither. An id is
 * compared in its own type, so that the key of the table is used.
 */
function conditionsOf(
  { fields, idField, slugField }: Resource,
  { id, binder }: { id: string; binder: SqlBinder },
): string[] {
  const isNumeric = fields.find((f) => f.name === idField)?.type === "id";
  const numeric = idOf(id);
  return [
    ...(isNumeric
      ? numeric === null
        ? []
        : [`t.${idField} = ${binder.bind("UInt32", numeric)}`]
      : [`t.${idField} = ${binder.bind("String", id)}`]),
    ...(slugField === null ? [] : [`t.${slugField} = ${binder.bind("String", id)}`]),
    ...(fields.some((f) => f.name === "slug_aliases")
      ? [`has(t.slug_aliases, ${binder.bind("String", id)})`]
      : []),
  ];
}
