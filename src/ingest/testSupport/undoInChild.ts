/**
 * Runs as a separate process: opens a store as at a start, imports files, takes the first one back and prints the content
 * of the store. With `CADASTRE_TEST_KILL_AT` it kills itself during the first statement of the undo that matches the
 * pattern. With `rest`, it only starts.
 */
import { importFiles } from "../files/importFiles";
import { selectForUndo } from "../undo/selectForUndo";
import { undoImport } from "../undo/undoImport";
import { correctedCatalog, correctedToday, openCorrectedStore } from "./correctedStore";
import { storeContents } from "./storeContents";
import { strikeAt } from "./strikeAt";

const [folder = "", step = "", ...files] = process.argv.slice(2);
const [catalog, today] = [correctedCatalog, correctedToday];

const store = await openCorrectedStore(folder);
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
