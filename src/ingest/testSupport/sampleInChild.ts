/**
 * Runs as a separate process: opens a market as on startup, generates sample data in it, and prints the
 * content of the store and its size on disk. With `CADASTRE_TEST_KILL_AT` it kills itself during the first
 * statement that matches the pattern.
 */
import { setTimeout as wait } from "node:timers/promises";
import { ledgerResources } from "#domain/resources";
import { type MarketStore, migrateMarketStore, openMarketStore } from "#stores";
import { loadCatalog } from "../catalog/loadCatalog";
import { deriveDailyMetrics } from "../derive/deriveDailyMetrics";
import { loadSample } from "../sample/loadSample";
import { dropScratchTables } from "../scratchTables";
import { namedAssets } from "./catalogFixture";
import { storeContents } from "./storeContents";
import { strikeAt } from "./strikeAt";

const [folder = ""] = process.argv.slice(2);
const today = "2026-11-21";
const catalog = namedAssets();

const store = await openMarketStore({ url: null, folder });
const killAt = process.env.CADASTRE_TEST_KILL_AT;
if (killAt !== undefined) strikeAt(store, new RegExp(killAt));
await migrateMarketStore(store);
await dropScratchTables(store);
await loadCatalog(store, catalog);
await deriveDailyMetrics(store, { assetIds: "dirty", today });
await loadSample(store, catalog, { seed: 7, today, days: 90 });
await untilTidy(store);

const tables = [
  "observations",
  "daily_metrics",
  "entity_metrics",
  ...ledgerResources.map(({ table }) => table),
];
const ledger: Record<string, unknown> = {};
const stored: Record<string, unknown> = {};
for (const table of tables) {
  ledger[table] = await store.rows(
    `SELECT sum(cityHash64(toString(tuple(* EXCEPT (version, edition, since))))) AS hash FROM ${table} FINAL`,
  );
  stored[table] = await store.rows(
    `SELECT sum(rows) AS rows FROM system.parts WHERE database = currentDatabase() AND table = {table:String}`,
    { table },
  );
}
const names = await store.rows(
  "SELECT name FROM system.tables WHERE database = currentDatabase() ORDER BY name",
);
const detached = await store.rows("SELECT table, name FROM system.detached_parts");
const contents = await storeContents(store);
await store.close();
process.stdout.write(`${JSON.stringify({ contents, ledger, stored, names, detached })}\n`);

/** Waits until the engine has removed every part that was merged or replaced, and merges nothing. */
async function untilTidy({ rows }: MarketStore): Promise<void> {
  for (;;) {
    const [found] = await rows<{ n: string }>(
      "SELECT (SELECT count() FROM system.parts WHERE NOT active) + (SELECT count() FROM system.merges) AS n",
    );
    if (found?.n === "0") return;
    await wait(100);
  }
}
