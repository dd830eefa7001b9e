import { getTableColumns, getTableName } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { RecordName } from "#domain/vocabulary";
import { peopleTables } from "#stores";

/** The table of a kind of record, by name. @throws Error if there is none */
export function recordTable(name: RecordName): PgTable {
  const table = Object.values(peopleTables).find((one) => getTableName(one) === name);
  if (table === undefined) throw new Error(`There is no table ${name}`);
  return table;
}

/** The column of a field, by name. @throws Error if the table has none */
export function columnOf(table: PgTable, name: string): PgColumn {
  const column = getTableColumns(table)[name];
  if (column === undefined) throw new Error(`The table has no column ${name}`);
  return column;
}
