/** The figures of the ledger against a plain evaluation of the same transfers. */

import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type MarketStore, migrateMarketStore, openMarketStore } from "#stores";
import { registerContracts } from "../../src/ingest/chain/ledgerStore";
import { openRpcClient } from "../../src/ingest/chain/rpcClient";
import { settleContracts } from "../../src/ingest/chain/settleContracts";
import { syncNetwork } from "../../src/ingest/chain/syncNetwork";
import { EVM_NODE_MISSING, type EvmNode, evmNodeBinary, startEvmNode } from "../support/evmNode";
import { plainLedger } from "../support/plainLedger";
import { generateChain, type TestChain } from "../support/testChain";

const missing = (await evmNodeBinary()) === null ? EVM_NODE_MISSING : "";

describe.skipIf(missing !== "")("figures of the ledger", () => {
  let node: EvmNode;
  let chain: TestChain;
  let store: MarketStore;
  const folder = mkdtempSync(path.join(os.tmpdir(), "cadastre-ledger-"));
  beforeAll(async () => {
    node = await startEvmNode();
    chain = await generateChain(node, { seed: Date.now(), tokens: 3, blocks: 400, interval: 11_000 });
    await node.rpc("anvil_mine", ["0x60"]);
    store = await openMarketStore({ url: null, folder });
    await migrateMarketStore(store);
  });
  afterAll(async () => {
    await store?.close();
    await node?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it("equal a plain evaluation", async () => {
    const client = openRpcClient({ url: node.url });
    const contracts = await registerContracts(store, { networkId: 1, addresses: chain.tokens });
    const report = await syncNetwork(store, {
      contracts: contracts.map((one) => ({ ...one, firstBlock: 0n })),
      clients: [client],
      failures: [],
      finalityDepth: 64,
      exclusively: (work) => work(),
    });
    client.close();
    expect(report.logs).toBe(chain.transfers.length);
    const lastDay = "2025-02-18";
    await settleContracts(
      store,
      contracts.map(({ id }) => ({ id, lastDay, decimals: 18 })),
    );
    for (const { id, address } of contracts) {
      const expected = plainLedger(
        chain.transfers.filter(({ contract }) => contract === address),
        { lastDay, decimals: 18 },
      );
      const rows = await store.rows(
        `SELECT day, transfers, volume, mints, burns, supply, holders, active_1, active_7, active_30, top_1, top_5, top_10, squares
          FROM ledger_daily FINAL WHERE contract_id = {id:UInt32} ORDER BY day`,
        { id },
      );
      expect(rows.length).toBeGreaterThan(40);
      expect(rows).toEqual(expected);
    }
  });
});
