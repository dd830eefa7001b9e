/**
 * Runs as a separate process: imports files into a store and prints its content. With `CADASTRE_TEST_KILL_AT`
 * it kills itself during the first statement that matches the pattern.
 */
import { migrateMarketStore, openMarketStore } from "#stores";
import { loadCatalog } from "../catalog/loadCatalog";
import { deriveDailyMetrics } from "../derive/deriveDailyMetrics";
import { importFiles } from "../files/importFiles";
import { asset, catalogOf, network, token } from "./catalogBuilder";
import { storeContents } from "./storeContents";
import { strikeAt } from "./strikeAt";

const [folder = "", ...files] = process.argv.slice(2);
const today = "2024-12-31";
const catalog = catalogOf({
  networks: [network(1, "ethereum")],
  assets: [asset(101, "alpha"), asset(102, "beta")],
  tokens: [token(1011, "alpha", "ethereum"), token(1021, "beta", "ethereum")],
});

const store = await openMarketStore({ url: null, folder });
const killAt = process.env.CADASTRE_TEST_KILL_AT;
if (killAt !== undefined) strikeAt(store, new RegExp(killAt));

await migrateMarketStore(store);
await loadCatalog(store, catalog);
await deriveDailyMetrics(store, { assetIds: "dirty", today });
await importFiles(store, catalog, { files, today });

process.stdout.write(`${JSON.stringify(await storeContents(store))}\n`);
await store.close();
