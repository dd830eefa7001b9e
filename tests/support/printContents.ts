/** Separate process: prints the contents of the markets of data folders that no process uses. */
import path from "node:path";
import { openMarketStore } from "#stores";
import { storeContents } from "../../src/ingest/testSupport/storeContents";

const contents: unknown[] = [];
for (const dataDir of process.argv.slice(2)) {
  const store = await openMarketStore({ url: null, folder: path.join(dataDir, "market") });
  contents.push(await storeContents(store));
  await store.close();
}
process.stdout.write(`${JSON.stringify(contents)}\n`);
