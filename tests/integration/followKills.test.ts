/**
 * Processes that are killed at random moments while they follow a chain that is reorganized end, once another one continues, as a
 * plain reading. RANDOM_KILLS is the number of kills, SEED repeats them.
 */
import { fileURLToPath } from "node:url";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { mersenne } from "pure-rand/generator/mersenne";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openMarketStore } from "#stores";
import { buildKillable, type KillableScript } from "../../src/ingest/testSupport/buildKillable";
import { EVM_NODE_MISSING, type EvmNode, evmNodeBinary, startEvmNode } from "../support/evmNode";
import { growBlocks } from "../support/growBlocks";
import { openLedgerWorld } from "../support/ledgerWorld";
import { generateChain } from "../support/testChain";

const missing = (await evmNodeBinary()) === null ? EVM_NODE_MISSING : "";
const KILLS = Number(process.env.RANDOM_KILLS ?? 6);
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9));

describe.skipIf(missing !== "")(`following with kills (SEED=${SEED})`, () => {
  let node: EvmNode;
  let child: KillableScript;
  let tokens: readonly string[];
  let world: Awaited<ReturnType<typeof openLedgerWorld>>;
  const random = mersenne(SEED);
  const draw = (least: number, most: number) => uniformInt(random, least, most);
  beforeAll(async () => {
    child = await buildKillable(fileURLToPath(new URL("../support/followInChild.ts", import.meta.url)));
    node = await startEvmNode();
    const chain = await generateChain(node, { seed: SEED, tokens: 2, blocks: 8, interval: 12 });
    ({ tokens } = chain);
    await growBlocks(node, { tokens, count: 70, random });
    world = await openLedgerWorld([chain]);
    await world.sync([["one", [node.url]]]);
    await world.store.close();
  });
  afterAll(async () => {
    await node?.stop();
    await child?.remove();
  });

  it("ends with the blocks and transfers of the chain", { timeout: 120_000 + KILLS * 30_000 }, async () => {
    const market = `${world.folder}/market`;
    const took = Number((await child.run([market, node.url]))?.split(" ")[1]);
    let killed = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      await node.rpc("anvil_reorg", [draw(1, 64), []]);
      await growBlocks(node, { tokens, count: draw(1, 8), random });
      if ((await child.run([market, node.url], String(draw(0, took)))) === null) killed += 1;
      if (draw(0, 1) === 0) continue;
      const head = Number((await child.run([market, node.url]))?.split(" ")[0]);
      expect(head).toBe(Number(await node.rpc<string>("eth_blockNumber")));
      await expectChain(market);
    }
    await child.run([market, node.url]);
    await expectChain(market);
    console.info(`SEED=${SEED}: killed ${killed} of ${KILLS}`);
  });

  async function expectChain(folder: string): Promise<void> {
    const store = await openMarketStore({ url: null, folder });
    try {
      const stored = await store.compactRows<[block: string, index: number, value: string]>(
        `SELECT block, log_index, toString(value) FROM ledger_hot AS l FINAL WHERE (network_id, block, block_hash) IN (
          SELECT network_id, block, block_hash FROM ledger_hot_blocks FINAL WHERE NOT is_dropped) ORDER BY block, log_index`,
      );
      const [first] = await store.compactRows<[string]>(
        "SELECT min(block) FROM ledger_hot_blocks FINAL WHERE NOT is_dropped",
      );
      const logs = await node.rpc<{ blockNumber: string; logIndex: string; data: string }[]>("eth_getLogs", [
        { fromBlock: `0x${Number(first?.[0]).toString(16)}`, toBlock: "latest", address: tokens },
      ]);
      expect(stored.map(([block, index, value]) => [Number(block), index, BigInt(value)])).toEqual(
        logs.map(({ blockNumber, logIndex, data }) => [Number(blockNumber), Number(logIndex), BigInt(data)]),
      );
      expect(stored.length).toBeGreaterThan(0);
    } finally {
      await store.close();
    }
  }
});
