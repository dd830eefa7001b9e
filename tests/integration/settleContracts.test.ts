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

const LAST_DAY = "2025-02-18";
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
      contracts: contracts.map((one) => ({ ...one, firstBlock: 0n, lastBlock: null })),
      clients: [client],
      failures: [],
      finalityDepth: 64,
      exclusively: (work) => work(),
    });
    client.close();
    expect(report.logs).toBe(chain.transfers.length);
    await settleContracts(
      store,
      contracts.map(({ id }) => ({ id, lastDay: LAST_DAY, ...whole })),
    );
    for (const { id } of contracts) await expectPlain(id);
  });

  it("are the same computed day by day, after pauses, and again after an interruption", async () => {
    const [first = 0, second = 0, third = 0] = await contractIds();
    const ends: Record<number, string[]> = {
      [first]: Array.from({ length: 49 }, (_, index) => dayAfter("2025-01-01", index)),
      // Holders who were active before the pause do not count as active after it.
      [second]: ["2025-01-03", "2025-01-04", "2025-02-09", LAST_DAY],
      [third]: ["2025-01-20", "2025-01-21", "2025-01-28", LAST_DAY],
    };
    for (const [id, days] of Object.entries(ends)) {
      await store.run("DELETE FROM ledger_daily WHERE contract_id = {id:UInt32}", { id });
      await store.run("DELETE FROM ledger_holder_days WHERE contract_id = {id:UInt32}", { id });
      let since: string | null = null;
      for (const lastDay of days) {
        const settled = {
          id: Number(id),
          lastDay,
          since,
          decimals: 18,
          fromBlock: await blockBefore(Number(id), since),
        };
        await settleContracts(store, [settled]);
        if (Number(id) === third) {
          // As after a kill between the changes of holders and the figures.
          await store.run(
            "DELETE FROM ledger_daily WHERE contract_id = {id:UInt32} AND day >= {since:Date}",
            {
              id,
              since: since ?? "1970-01-01",
            },
          );
          await settleContracts(store, [settled]);
        }
        since = dayAfter(lastDay, 1);
      }
      await expectPlain(Number(id));
    }
  });

  it("are the same computed together with those of other tokens", async () => {
    const ids = await contractIds();
    const days = ["2025-01-15", "2025-01-16", "2025-02-03", LAST_DAY];
    await store.run("TRUNCATE TABLE ledger_daily");
    await store.run("TRUNCATE TABLE ledger_holder_days");
    let since: string | null = null;
    for (const lastDay of days) {
      const settled = [];
      for (const id of ids)
        settled.push({ id, lastDay, since, decimals: 18, fromBlock: await blockBefore(id, since) });
      await settleContracts(store, settled);
      since = dayAfter(lastDay, 1);
    }
    for (const id of ids) await expectPlain(id);
  });

  const whole = { decimals: 18, since: null, fromBlock: 0n };
  const dayAfter = (day: string, days: number) =>
    new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
  const contractIds = async () =>
    (await registerContracts(store, { networkId: 1, addresses: chain.tokens })).map(({ id }) => id);

  /** A block of the day before, so that a range begins with transfers that do not count. */
  async function blockBefore(id: number, since: string | null): Promise<bigint> {
    const [row] = await store.rows<{ block: string }>(
      "SELECT toString(max(block)) AS block FROM ledger_transfers WHERE contract_id = {id:UInt32} AND timestamp < {since:DateTime('UTC')}",
      { id, since: `${since ?? "1970-01-01"} 00:00:00` },
    );
    return BigInt(row?.block ?? 0);
  }

  async function expectPlain(id: number) {
    const address = chain.tokens[(await contractIds()).indexOf(id)];
    const expected = plainLedger(
      chain.transfers.filter(({ contract }) => contract === address),
      { lastDay: LAST_DAY, decimals: 18 },
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
