import { eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias, type PgColumn, type PgTable } from "drizzle-orm/pg-core";
import { type RecordField, type RecordType, recordTypeOf } from "#domain/records";
import { columnOf, recordTable } from "./recordTables";

/** The table of a kind of record, joined with the tables that its references point to. */
export interface RecordSource {
  table: PgTable;
  id: PgColumn;
  joins: readonly { table: PgTable; on: SQL }[];
  /** Fields → their columns; references contain ids. */
  columns: Readonly<Record<string, PgColumn>>;
  /** Reference fields → the columns with the names of the records they refer to. */
  names: Readonly<Record<string, PgColumn>>;
  /** The expression by which a field is searched, filtered and sorted. */
  shown: (field: RecordField) => SQLWrapper;
}

export function recordSource({ name, fields }: RecordType): RecordSource {
  const table = recordTable(name);
  const columns = Object.fromEntries(fields.map((field) => [field.name, columnOf(table, field.name)]));
  const references = fields.flatMap((field) => {
    if (field.refersTo === null) return [];
    const [called = "id"] = recordTypeOf(field.refersTo).namedBy;
    const to = alias(recordTable(field.refersTo), `of_${field.name}`);
    const on = eq(columnOf(to, "id"), columnOf(table, field.name));
    return [{ field, table: to, on, called: columnOf(to, called) }];
  });
  const names = Object.fromEntries(references.map(({ field, called }) => [field.name, called]));
  return {
    table,
    id: columnOf(table, "id"),
    joins: references,
    columns,
    names,
    shown: (field) => names[field.name] ?? columns[field.name] ?? sql`null`,
  };
}
