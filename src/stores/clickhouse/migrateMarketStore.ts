import { ledgerResources, levelParts, weightParts } from "#domain";
import { alignTables, type DescribedTable } from "./alignTables";
import type { MarketStore } from "./marketStore";
import { type Migration, marketMigrations } from "./schema";

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
  if (migrations === marketMigrations) await alignTables(store, [...ledgerResources, latestValues]);
}
