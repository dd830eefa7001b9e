/**
 * Runs as a separate process: opens a store as at a start, imports files, marks two values as wrong, lifts one of the marks,
 * takes the first file back and prints the content of the store. What is done already is left out, so that a killed process
 * can be followed by another. `CADASTRE_TEST_KILL_AT` is a pattern of statements to kill itself at, or `after` and a number of
 * milliseconds of corrections. With `rest`, it only starts.
 */
import { listMarks } from "../corrections/listMarks";
import { findValue, restoreValue, supersedeValue } from "../corrections/supersede";
import { importFiles } from "../files/importFiles";
import { listImports } from "../undo/importedSources";
import { selectForUndo } from "../undo/selectForUndo";
import { undoImport } from "../undo/undoImport";
import { correctedCatalog, correctedToday, openCorrectedStore } from "./correctedStore";
import { storeContents } from "./storeContents";
import { strikeAt } from "./strikeAt";

const [folder = "", step = "", ...files] = process.argv.slice(2);
const [catalog, today] = [correctedCatalog, correctedToday];

const store = await openCorrectedStore(folder);
if (step === "import") await importFiles(store, catalog, { files, today });
const started = performance.now();
if (step === "correct") {
  const killAt = process.env.CADASTRE_TEST_KILL_AT;
  const after = killAt === undefined ? null : /^after (\d+)$/.exec(killAt);
  if (after !== null) setTimeout(() => process.kill(process.pid, "SIGKILL"), Number(after[1]));
  else if (killAt !== undefined) strikeAt(store, new RegExp(killAt));
  await correct();
}
const contents = JSON.stringify(await storeContents(store));
process.stdout.write(`${contents}\n${Math.ceil(performance.now() - started)}\n`);
await store.close();

async function correct() {
  const [first = ""] = files;
  const name = first.slice(first.lastIndexOf("/") + 1);
  await supersede("alpha", "2011-01-01", "restored later");
  const lifted = (await listMarks(store, catalog)).find(({ reason }) => reason === "restored later");
  if (lifted?.state === "superseded") await restoreValue(store, { id: lifted.id, actor: "test", today });
  await supersede("alpha", "2011-02-01", "wrong");
  await supersede("token:beta-ethereum", "2010-01-03", "wrong, and taken back with its file");
  const source = (await listImports(store)).find((one) => one.name === name);
  if (source === undefined || source.values === 0) return;
  const everything = { from: null, to: null, metrics: [], entities: [] };
  const { selection } = await selectForUndo(store, catalog, { source: name, ...everything });
  await undoImport(store, selection, { today });
}

async function supersede(entity: string, date: string, reason: string) {
  if ((await listMarks(store, catalog)).some((mark) => mark.reason === reason)) return;
  const stored = await findValue(store, catalog, { entity, metric: "price_dollar", date, source: null });
  await supersedeValue(store, { stored, reason, actor: "test", signature: "test", today });
}
