/**
 * Runs as a separate process: opens a store as at a start, imports files, takes the first one back and prints the content
 * of the store. With `CADASTRE_TEST_KILL_AT` it kills itself during the first statement of the undo that matches the
 * pattern. With `rest`, it only starts.
 */
import { migrateMarketStore, openMarketStore, showPublished } from "#stores";
import { loadCatalog } from "../catalog/loadCatalog";
import { commit } from "../commit";
import { importFiles } from "../files/importFiles";
import { dropScratchTables } from "../scratchTables";
import { selectForUndo } from "../undo/selectForUndo";
import { undoImport } from "../undo/undoImport";
import { asset, catalogOf, network, token } from "./catalogBuilder";
import { storeContents } from "./storeContents";
import { strikeAt } from "./strikeAt";

const [folder = "", step = "", ...files] = process.argv.slice(2);
const today = "2024-12-31";
const catalog = catalogOf({
  networks: [network(1, "ethereum")],
  assets: [asset(101, "alpha"), asset(102, "beta")],
  tokens: [token(1011, "alpha", "ethereum"), token(1021, "beta", "ethereum")],
});

const store = await openMarketStore({ url: null, folder });
await migrateMarketStore(store);
await dropScratchTables(store);
await showPublished(store);
await commit(store, { today }, () => loadCatalog(store, catalog));
if (step !== "rest") await importFiles(store, catalog, { files, today });
if (step === "undo") {
  const everything = { from: null, to: null, metrics: [], entities: [] };
  const [first = ""] = files;
  const source = first.slice(first.lastIndexOf("/") + 1);
  const { selection } = await selectForUndo(store, catalog, { source, ...everything });
  const killAt = process.env.CADASTRE_TEST_KILL_AT;
  if (killAt !== undefined) strikeAt(store, new RegExp(killAt));
  await undoImport(store, selection, { today });
}
process.stdout.write(`${JSON.stringify(await storeContents(store))}\n`);
await store.close();
