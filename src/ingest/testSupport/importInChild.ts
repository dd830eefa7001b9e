/**
 * Run as a process of its own: imports files into a store and prints what the store then holds. With
 * `CADASTRE_TEST_KILL_AT` it kills itself while the first statement that matches the pattern is under way.
 */
import { migrateMarketStore, openMarketStore } from "#stores";
import { loadCatalog } from "../catalog/loadCatalog";
import { deriveDailyMetrics } from "../derive/deriveDailyMetrics";
import { importFiles } from "../files/importFiles";
import { asset, catalogOf, network, token } from "./catalogBuilder";

const [folder = "", ...files] = process.argv.slice(2);
const today = "2024-12-31";
const catalog = catalogOf({
  networks: [network(1, "ethereum")],
  assets: [asset(101, "alpha"), asset(102, "beta")],
  tokens: [token(1011, "alpha", "ethereum"), token(1021, "beta", "ethereum")],
});

const store = await openMarketStore({ url: null, folder });
const killAt = process.env.CADASTRE_TEST_KILL_AT;
if (killAt !== undefined) {
  const pattern = new RegExp(killAt);
  const strike = (text: string) => {
    if (pattern.test(text)) setTimeout(() => process.kill(process.pid, "SIGKILL"), 1);
  };
  const { run, insert, insertTabSeparated } = store;
  store.run = (sql, parameters) => {
    strike(sql);
    return run(sql, parameters);
  };
  store.insert = (table, rows) => {
    strike(`insert ${table} ${JSON.stringify(rows).slice(0, 200)}`);
    return insert(table, rows);
  };
  store.insertTabSeparated = (table, columns, text) => {
    strike(`insert ${table}`);
    return insertTabSeparated(table, columns, text);
  };
}

await migrateMarketStore(store);
await loadCatalog(store, catalog);
await deriveDailyMetrics(store, { assetIds: "dirty", today });
await importFiles(store, catalog, { files, today });

const contents: Record<string, unknown> = {};
for (const [table, columns] of Object.entries({
  observations: "asset_id, token_id, metric_id, date, is_sample, value, source_id",
  daily_metrics: "metric_id, asset_id, token_id, date, value, carried, derived, is_sample, source_id",
  entity_metrics:
    "entity_type, entity_id, metric_id, as_of, reported, val, val_7d, val_30d, val_90d, is_sample",
  quarantine: "source_id, file_name, line, field, reason, raw",
  sources: "id, kind, label, file_name, sha256, detail, is_sample",
  dirty_assets: "asset_id, done",
})) {
  contents[table] = await store.rows(
    `SELECT count() AS n, sum(cityHash64(toString(tuple(${columns})))) AS hash FROM ${table} FINAL`,
  );
}
contents.scratch = await store.rows("SELECT name FROM system.tables WHERE name LIKE 'scratch%'");
process.stdout.write(`${JSON.stringify(contents)}\n`);
await store.close();
