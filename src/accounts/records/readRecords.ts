import { and, asc, count, desc, eq, or, type SQL, sql } from "drizzle-orm";
import { NotFoundError, TooLargeError } from "#domain/errors";
import { invalidAt, type Query, queryLimits, requireNoCursor } from "#domain/query";
import {
  type Dependants,
  dependenceOn,
  type RecordPage,
  type RecordType,
  type RecordValue,
  recordTypeOf,
  type StoredRecord,
} from "#domain/records";
import type { RecordName } from "#domain/vocabulary";
import type { PeopleStore } from "#stores";
import { isUuid } from "../audit/auditLog";
import { escapeLike, recordCondition } from "./recordCondition";
import { type RecordSource, recordSource } from "./recordSource";
import { columnOf } from "./recordTables";

type Reader = Pick<PeopleStore["db"], "select">;

/** Types of ids in the people store's tables. */
export type RecordId = string | number;

const DEPENDANTS_SHOWN = 20;
const OPTIONS_SHOWN = 50;
/** Maximum number of records of a file, since they are in memory at once. */
const MAX_RECORDS = 100_000;

/** A page of the records of a kind. @throws InvalidError for a query that does not fit the kind */
export async function listRecords(
  db: Reader,
  name: RecordName,
  {
    filter,
    search,
    sort: requestedSort,
    pagination,
  }: Pick<Query, "filter" | "search" | "sort" | "pagination">,
): Promise<RecordPage> {
  requireNoCursor({ pagination }, "Records");
  const { type, source, where, sort, ordered } = statementOf(db, name, {
    filter,
    search,
    sort: requestedSort,
  });
  const perPage = Math.min(pagination.perPage ?? queryLimits.defaultPerPage, queryLimits.maxPerPage);
  const rows = await ordered()
    .limit(perPage)
    .offset((pagination.page - 1) * perPage);
  const counted = db.select({ number: count() }).from(source.table).$dynamic();
  for (const { table, on } of source.joins) counted.leftJoin(table, on);
  const [total] = await counted.where(where);
  const resultCount = total?.number ?? 0;
  return {
    records: rows.map((row) => storedRecord(type, row)),
    sort,
    pagination: {
      page: pagination.page,
      perPage,
      pageCount: Math.max(1, Math.ceil(resultCount / perPage)),
      resultCount,
    },
  };
}

/**
 * All records of a kind that match a query, in its order.
 * @throws InvalidError for a query that does not fit the kind; TooLargeError above `MAX_RECORDS`
 */
export async function allRecords(
  db: Reader,
  name: RecordName,
  query: Pick<Query, "filter" | "search" | "sort">,
): Promise<StoredRecord[]> {
  const { type, ordered } = statementOf(db, name, query);
  const rows = await ordered().limit(MAX_RECORDS + 1);
  if (rows.length > MAX_RECORDS) {
    const most = MAX_RECORDS.toLocaleString("en-US");
    throw new TooLargeError(`Files are limited to ${most} records. Narrow the filter, for example by date.`);
  }
  return rows.map((row) => storedRecord(type, row));
}

/** The SQL parts of a query over the records of a kind. */
function statementOf(
  db: Reader,
  name: RecordName,
  { filter, search, sort: requestedSort }: Pick<Query, "filter" | "search" | "sort">,
) {
  const type = recordTypeOf(name);
  const source = recordSource(type);
  const where = and(recordCondition(type, source, filter), searchCondition(type, source, search));
  const sort = readSort(type, requestedSort);
  const field = type.fields.find((one) => one.name === sort.field);
  const order = field === undefined ? source.id : source.shown(field);
  const direction = sort.direction === "asc" ? asc : desc;
  const ordered = () =>
    select(db, source, where).orderBy(sql`${direction(order)} nulls last`, direction(source.id));
  return { type, source, where, sort, ordered };
}

/** One record. @throws NotFoundError */
export async function readRecord(db: Reader, name: RecordName, id: RecordId): Promise<StoredRecord> {
  const type = recordTypeOf(name);
  const source = recordSource(type);
  const own = readId(type, id);
  const [row] = own === null ? [] : await select(db, source, eq(source.id, own));
  if (row === undefined) throw new NotFoundError(`There is no ${type.singular} ${JSON.stringify(id)}.`);
  return storedRecord(type, row);
}

/** Records that a form offers for a reference: those whose names contain the words typed. */
export async function recordOptions(
  db: Reader,
  name: RecordName,
  search: string | null,
): Promise<{ options: { id: RecordId; label: string }[]; isAll: boolean }> {
  const type = recordTypeOf(name);
  const source = recordSource(type);
  const named = type.namedBy.map((field) => columnOf(source.table, field));
  const rows = await select(db, source, searchCondition(type, source, search))
    .orderBy(...named.map((column) => asc(column)))
    .limit(OPTIONS_SHOWN + 1);
  const options = rows.map((row) => storedRecord(type, row)).map(({ id, label }) => ({ id, label }));
  return { options: options.slice(0, OPTIONS_SHOWN), isAll: options.length <= OPTIONS_SHOWN };
}

/** Records that depend on a record, by kind; kinds without dependants are omitted. */
export async function dependantsOf(db: Reader, name: RecordName, named: RecordId): Promise<Dependants[]> {
  const type = recordTypeOf(name);
  const id = readId(type, named);
  if (id === null) throw new NotFoundError(`There is no ${type.singular} ${JSON.stringify(named)}.`);
  const found = await Promise.all(
    dependenceOn(name).map(async ({ type, field }) => {
      const source = recordSource(type);
      const where = eq(columnOf(source.table, field.name), id);
      const [total] = await db.select({ number: count() }).from(source.table).where(where);
      const rows = await select(db, source, where).orderBy(asc(source.id)).limit(DEPENDANTS_SHOWN);
      return {
        type: type.name,
        count: total?.number ?? 0,
        records: rows.map((row) => storedRecord(type, row)),
      };
    }),
  );
  return found.filter((one) => one.count > 0);
}

/** An id of the type that the table uses; null if invalid. */
export function readId(type: RecordType, id: RecordId): RecordId | null {
  const column = recordSource(type).id;
  if (column.dataType === "number") {
    // Canonical spelling only: `0x1` and `01` are not ids.
    const number = /^[1-9]\d{0,9}$/.test(String(id)) ? Number(id) : 0;
    return number > 0 && number <= 2_147_483_647 ? number : null;
  }
  return isUuid(String(id)) ? String(id) : null;
}

function select(db: Reader, source: RecordSource, where: SQL | undefined) {
  const called = Object.fromEntries(
    Object.entries(source.names).map(([field, column]) => [nameKey(field), column]),
  );
  const query = db
    .select({ [ID]: source.id, ...source.columns, ...called })
    .from(source.table)
    .$dynamic();
  for (const { table, on } of source.joins) query.leftJoin(table, on);
  return query.where(where);
}

const ID = "#id";
const nameKey = (field: string) => `#name ${field}`;

/** A row as JSON, by field name. */
function storedRecord(type: RecordType, row: Readonly<Record<string, unknown>>): StoredRecord {
  const id = row[ID] ?? row.id;
  const names = Object.fromEntries(
    type.fields.flatMap(({ name }) => {
      const called = row[nameKey(name)];
      return typeof called === "string" ? [[name, called] as const] : [];
    }),
  );
  const values = Object.fromEntries(type.fields.map(({ name }) => [name, wireValue(row[name])]));
  const label = type.namedBy.map((name) => names[name] ?? String(values[name] ?? "")).join(" · ");
  return { id: typeof id === "number" ? id : String(id), label, values, names };
}

function wireValue(value: unknown): RecordValue {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(String);
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  return value === null || value === undefined ? null : JSON.stringify(value);
}

/** Every word must occur in one of the searchable fields. */
function searchCondition(type: RecordType, source: RecordSource, search: string | null): SQL | undefined {
  // PostgreSQL texts cannot contain NUL; a search for it finds nothing.
  const words = (search ?? "")
    .replaceAll("\0", " ")
    .split(/\s+/)
    .filter((word) => word !== "");
  const searched = type.fields.filter(({ name }) => type.searchFields.includes(name));
  return and(
    ...words.map((word) =>
      or(...searched.map((field) => sql`${source.shown(field)} ilike ${`%${escapeLike(word)}%`}`)),
    ),
  );
}

function readSort(type: RecordType, requested: Query["sort"]): RecordPage["sort"] {
  if (requested === null) return type.defaultSort;
  if (
    !type.fields.some(
      ({ name, type: kind }) => name === requested.field && kind !== "strings" && kind !== "json",
    )
  ) {
    throw invalidAt("sort.field", `records cannot be sorted by ${JSON.stringify(requested.field)}`);
  }
  return { field: requested.field, direction: requested.direction === "desc" ? "desc" : "asc" };
}
