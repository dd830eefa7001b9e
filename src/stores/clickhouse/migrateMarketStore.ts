import { levelParts, weightParts } from "#domain/metrics";
import { computedResources, type Field, ledgerResources } from "#domain/resources";
import { columnType } from "./columnType";
import type { MarketStore } from "./marketStore";
import { showPublished } from "./publication";
import { type Migration, marketMigrations } from "./schema";

/** A table and its described columns. */
interface DescribedTable {
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

/**
 * Per look-back a value and its weight. The derivation fills them, and runs in full if it computes more than
 * before.
 */
const latestValues: DescribedTable = {
  table: "entity_metrics",
  fields: [...levelParts, ...weightParts].map((name) => ({ name, type: "number", nullable: true })),
};

/** Runs the steps that a store has not recorded, in order. Safe to run at every start. */
export async function migrateMarketStore(
  store: MarketStore,
  migrations: readonly Migration[] = marketMigrations,
): Promise<void> {
  await store.run(
    `CREATE TABLE IF NOT EXISTS migrations (id UInt32, name String, at DateTime64(3, 'UTC') DEFAULT now64(3))
      ENGINE = MergeTree ORDER BY id`,
  );
  const done = new Set((await store.rows<{ id: number }>("SELECT id FROM migrations")).map((row) => row.id));
  for (const { id, name, statements } of migrations) {
    if (done.has(id)) continue;
    // A crash between two statements repeats the step from its start, so each creates only what is missing.
    for (const statement of statements) {
      await store.run(statement.replace(/^CREATE TABLE (?!IF NOT EXISTS)/, "CREATE TABLE IF NOT EXISTS "));
    }
    await store.insert("migrations", [{ id, name }]);
  }
  if (migrations !== marketMigrations) return;
  await alignTables(store, [...ledgerResources, ...computedResources, latestValues]);
  await showPublished(store);
}
