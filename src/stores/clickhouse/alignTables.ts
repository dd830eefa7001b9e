import type { Field } from "#domain";
import { columnType } from "./columnType";
import type { MarketStore } from "./marketStore";

/** A table and its described columns. */
export interface DescribedTable {
  table: string;
  fields: readonly Pick<Field, "name" | "type" | "nullable">[];
}

/**
 * Adds columns that descriptions have gained since a table was created. Each step is recorded among the
 * migrations under its statement. New columns are null or empty in existing rows; columns that are no longer
 * described remain with their values. Safe to run at every start: a step that was not recorded finds its
 * column in place.
 *
 * @throws Error if a column has another type than described: such a change requires a migration that converts
 * the rows
 */
export async function alignTables(store: MarketStore, described: readonly DescribedTable[]): Promise<void> {
  const columns = await store.rows<{ table: string; name: string; type: string }>(
    "SELECT table, name, type FROM system.columns WHERE database = currentDatabase() AND table IN {tables:Array(String)}",
    { tables: described.map(({ table }) => table) },
  );
  for (const { table, fields } of described) {
    const typeOf = new Map(columns.filter((c) => c.table === table).map(({ name, type }) => [name, type]));
    let before: string | undefined;
    for (const field of fields) {
      const wanted = columnType(field);
      const present = typeOf.get(field.name);
      if (present === undefined) {
        const place = before === undefined ? "FIRST" : `AFTER ${before}`;
        const step = `ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS ${field.name} ${wanted} ${place}`;
        await store.run(step);
        await store.insert("migrations", [{ id: ALIGNMENT, name: step }]);
      } else if (present !== wanted) {
        throw new Error(
          `The column ${field.name} of the table ${table} is ${present} and described as ${wanted}.`,
        );
      }
      before = field.name;
    }
  }
}

/** Migration id of these steps, which follow from descriptions and have no number. */
const ALIGNMENT = 0;
