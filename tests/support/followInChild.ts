/**
 * Runs as a separate process: follows the newest blocks of the network with id 1 at an endpoint until its head, and prints its
 * number and the milliseconds. `CADASTRE_TEST_KILL_AT` is the number of milliseconds after which it is killed.
 */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { openMarketStore } from "#stores";
import { followHead } from "../../src/ingest/chain/followHead";
import { readContracts } from "../../src/ingest/chain/ledgerStore";
import { openRpcClient } from "../../src/ingest/chain/rpcClient";

const [folder = "", url = ""] = process.argv.slice(2);
const store = await openMarketStore({ url: null, folder });
const client = openRpcClient({ url });
const killAfter = process.env.CADASTRE_TEST_KILL_AT;
if (killAfter !== undefined) {
  // Another thread, so that the moment does not depend on what this one waits for.
  const script = `setTimeout(() => process.kill(process.pid, "SIGKILL"), ${Number(killAfter)})`;
  await once(new Worker(script, { eval: true }), "online");
}
const started = performance.now();
const contracts = [...(await readContracts(store, 1)).values()];
const newest = BigInt(String(await client.call("eth_blockNumber", [])));
let block: bigint | null = null;
while (block !== newest) {
  const report = await followHead(store, {
    networkId: 1,
    ...{ contracts, clients: [client], finalityDepth: 64 },
    exclusively: (work) => work(),
  });
  block = report.block;
}
const took = Math.ceil(performance.now() - started);
client.close();
await store.close();
process.stdout.write(`${block} ${took}`);
process.exit(0);
