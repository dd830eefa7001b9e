/** Run as a process of its own: prints what the market of a data folder that nobody uses holds. */
import path from "node:path";
import { openMarketStore } from "#stores";
import { storeContents } from "../../src/ingest/testSupport/storeContents";

const [dataDir = ""] = process.argv.slice(2);
const store = await openMarketStore({ url: null, folder: path.join(dataDir, "market") });
process.stdout.write(`${JSON.stringify(await storeContents(store))}\n`);
await store.close();
