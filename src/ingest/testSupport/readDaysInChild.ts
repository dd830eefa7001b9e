/**
 * Runs as a separate process: opens a store as on startup, reads a source of two days, and prints the content
 * of the store. With `CADASTRE_TEST_KILL_AT` it kills itself during the first statement that matches the
 * pattern.
 */
import { indexCatalog } from "#domain/resources";
import { migrateMarketStore, openMarketStore } from "#stores";
import { loadCatalog } from "../catalog/loadCatalog";
import { commit } from "../commit";
import { readScheduledSource } from "../scheduled/readScheduledSource";
import { dropScratchTables } from "../scratchTables";
import { asset, catalogOf, network, token } from "./catalogBuilder";
import { dayByDay } from "./dayByDay";
import { storeContents } from "./storeContents";
import { strikeAt } from "./strikeAt";

const [folder = ""] = process.argv.slice(2);
const today = "2024-12-31";
const catalog = catalogOf({
  networks: [network(1, "ethereum")],
  assets: [asset(101, "alpha")],
  tokens: [token(1011, "alpha", "ethereum")],
});
const days = ["2024-01-01", "2024-01-02"].map((date, i) => [
  { entity: "alpha", metric: "price_dollar", date, value: 1 + i },
  { entity: "nobody", metric: "price_dollar", date, value: 1 },
]);

const store = await openMarketStore({ url: null, folder });
const killAt = process.env.CADASTRE_TEST_KILL_AT;
if (killAt !== undefined) strikeAt(store, new RegExp(killAt));
await migrateMarketStore(store);
await dropScratchTables(store);
await commit(store, { today }, () => loadCatalog(store, catalog));
await readScheduledSource(
  store,
  dayByDay(() => days),
  {
    catalog: indexCatalog(catalog),
    settings: { DAYS_URL: "https://days.example/" },
    now: () => new Date(today),
    exclusively: (work) => work(),
    report: () => undefined,
    onFailure: (_, error) => {
      throw error;
    },
  },
);

const cursor = await store.rows("SELECT value FROM settings FINAL WHERE name LIKE 'cursor %'");
process.stdout.write(`${JSON.stringify({ ...(await storeContents(store)), cursor })}\n`);
await store.close();
