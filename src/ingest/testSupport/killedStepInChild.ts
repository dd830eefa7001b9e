/**
 * Runs as a separate process: opens a store as at a start, which completes what a killed process began, does one step
 * and prints the content of the store and the milliseconds of the step. Steps: `import` files, `derive` everything
 * again, `undo` the first file; `rest` does nothing. What is done already is left out, so that a killed process can be
 * followed by another. `CADASTRE_TEST_KILL_AT` is the number of milliseconds of the step after which it is killed.
 */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { deriveDailyMetrics } from "../derive/deriveDailyMetrics";
import { importFiles } from "../files/importFiles";
import { listImports } from "../undo/importedSources";
import { selectForUndo } from "../undo/selectForUndo";
import { undoImport } from "../undo/undoImport";
import { correctedCatalog, correctedToday, openCorrectedStore } from "./correctedStore";
import { storeContents } from "./storeContents";

const [folder = "", step = "", ...files] = process.argv.slice(2);
const [catalog, today] = [correctedCatalog, correctedToday];

const store = await openCorrectedStore(folder);
const killAfter = process.env.CADASTRE_TEST_KILL_AT;
let thread: Worker | undefined;
if (killAfter !== undefined) {
  // Another thread, so that the moment does not depend on what this one waits for.
  const script = `setTimeout(() => process.kill(process.pid, "SIGKILL"), ${Number(killAfter)})`;
  thread = new Worker(script, { eval: true });
  await once(thread, "online");
}
const started = performance.now();
if (step === "import") await importFiles(store, catalog, { files, today });
if (step === "derive") await deriveDailyMetrics(store, { assetIds: "all", today });
if (step === "undo") await undo();
const took = Math.ceil(performance.now() - started);
await thread?.terminate();
process.stdout.write(`${JSON.stringify(await storeContents(store))}\n${took}\n`);
await store.close();

async function undo() {
  const [first = ""] = files;
  const name = first.slice(first.lastIndexOf("/") + 1);
  const source = (await listImports(store)).find((one) => one.name === name);
  if (source === undefined || source.values === 0) return;
  const everything = { from: null, to: null, metrics: [], entities: [] };
  const { selection } = await selectForUndo(store, catalog, { source: name, ...everything });
  await undoImport(store, selection, { today });
}
