/** Run as a process of its own: prints what the markets of data folders that nobody uses hold. */
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
