/** Tokens whose transfers count from a block or up to one, and tokens that replace others, with a real node. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Token } from "#domain/catalog";
import { indexCatalog } from "#domain/resources";
import { commit, loadCatalog } from "#ingest";
import { readLedgerStatus } from "../../src/ingest/chain/ledgerStatus";
import { syncChains } from "../../src/ingest/chain/syncChains";
import { verifyLedger } from "../../src/ingest/chain/verifyLedger";
import { asset, catalogOf, network, token } from "../../src/ingest/testSupport/catalogBuilder";
import { EVM_NODE_MISSING, type EvmNode, evmNodeBinary, startEvmNode } from "../support/evmNode";
import { openTestStore, type TestStore } from "../support/ingestStore";
import { plainLedger } from "../support/plainLedger";
import { type RpcProxy, startRpcProxy } from "../support/rpcProxy";
import { generateChain, type TestChain } from "../support/testChain";

const missing = (await evmNodeBinary()) === null ? EVM_NODE_MISSING : "";
const NOW = new Date("2025-06-01T12:00:00Z");
const BLOCKS = 100;

describe.skipIf(missing !== "")("blocks of a token", () => {
  let node: EvmNode;
  let chain: TestChain;
  let proxy: RpcProxy;
  let test: TestStore;
  let tokens: Token[];
  beforeAll(async () => {
    node = await startEvmNode();
    chain = await generateChain(node, {
      seed: Date.now(),
      tokens: 2,
      blocks: BLOCKS,
      interval: 5 * 3_600,
    });
    await node.rpc("anvil_mine", ["0x60", "0x1"]);
    proxy = await startRpcProxy(node.url);
  });
  beforeEach(async () => {
    tokens = [];
    test = await openTestStore();
  });
  afterEach(() => test.close());
  afterAll(async () => {
    await proxy?.stop();
    await node?.stop();
  });

  /** The token at an index of the chain, with fields of the catalog. */
  const listed = (index: number, extra: Partial<Token> = {}) =>
    token(index + 1, "aaa", "one", { address: chain.tokens[index] ?? "", decimals: 18, ...extra });
  const catalog = () =>
    catalogOf({ networks: [network(1, "one", { chain_id: 31_337 })], assets: [asset(1, "aaa")], tokens });
  const selection = () => ({
    catalog: indexCatalog(catalog()),
    endpoints: new Map([["one", [proxy.url]]]),
    assets: "all" as const,
  });
  async function sync(now = NOW) {
    await commit(test.store, { today: "2025-06-01" }, () => loadCatalog(test.store, catalog()));
    return syncChains(test.store, {
      ...selection(),
      now: () => now,
      exclusively: (work) => work(),
      onFailure: (_, error) => {
        throw error;
      },
    });
  }
  const dayOf = (block: number) =>
    new Date((1_735_689_600 + block * 5 * 3_600) * 1_000).toISOString().slice(0, 10);
  /** The last closed day: a later block exists. */
  const lastDay = () => new Date(Date.parse(dayOf(BLOCKS + 1)) - 86_400_000).toISOString().slice(0, 10);
  const own = (index: number) => chain.transfers.filter(({ contract }) => contract === chain.tokens[index]);
  const ledgerOf = (contractId: number) =>
    test.store.rows(
      `SELECT day, transfers, volume, mints, burns, supply, holders, active_1, active_7, active_30, top_1, top_5, top_10, squares
        FROM ledger_daily FINAL WHERE contract_id = {contractId:UInt32} ORDER BY day`,
      { contractId },
    );
  const publishedOf = (tokenId: number, metric: string) =>
    test.store.compactRows<[day: string, value: number]>(
      `SELECT toString(date), value FROM observations FINAL WHERE token_id = {tokenId:UInt32} AND metric_id = {metric:UInt32}
        AND provider = 'chain' ORDER BY date`,
      { tokenId, metric: { total_supply_token: 100_001, daily_transfer_count: 100_020 }[metric] ?? 0 },
    );

  it("are read from that of its deployment on", async () => {
    const first = own(0)[0]?.block ?? 0;
    tokens = [listed(0, { deployed_block: first })];
    const requested: bigint[] = [];
    proxy.behaviour = {
      change: ({ method, params }, result) => {
        if (method === "eth_getLogs")
          requested.push(BigInt((params as [{ fromBlock: string }])[0].fromBlock));
        return result;
      },
    };
    await sync();
    proxy.behaviour = {};
    expect(requested[0]).toBe(BigInt(first));
    expect(await ledgerOf(1)).toEqual(plainLedger(own(0), { lastDay: lastDay(), decimals: 18 }));
    const [status] = await readLedgerStatus(test.store, selection());
    expect(status?.tokens.map(({ missingBlocks, block }) => [missingBlocks, block !== null])).toEqual([
      [0, true],
    ]);
    const [verified] = await verifyLedger(test.store, { ...selection(), token: null, ranges: 1 });
    expect(verified?.supply?.ledger).toBe(verified?.supply?.contract);
    // Nothing is computed again where an earlier deployment adds no transfer.
    tokens = [listed(0)];
    expect((await sync()).figures).toBe(0);
  });

  it("before the first valid one count in balances only, and days before it have no figures", async () => {
    const from = 40;
    tokens = [listed(0)];
    await sync();
    tokens = [listed(0, { deployed_block: 0, valid_from_block: from })];
    await sync();
    const expected = plainLedger(own(0), { lastDay: lastDay(), decimals: 18, from, firstDay: dayOf(from) });
    expect(await ledgerOf(1)).toEqual(expected);
    const published = await publishedOf(1, "total_supply_token");
    expect(published[0]?.[0]).toBe(dayOf(from));
    expect(published.length).toBe(expected.length);
  });

  it("after the last valid one count in no figure, also of days that were published", async () => {
    const last = 60;
    tokens = [listed(0)];
    await sync();
    expect((await publishedOf(1, "total_supply_token")).at(-1)?.[0]).toBe(lastDay());
    tokens = [listed(0, { valid_to_block: last })];
    await sync();
    const expected = plainLedger(own(0), { lastDay: dayOf(last), decimals: 18, last, isEnded: true });
    expect(await ledgerOf(1)).toEqual(expected);
    expect((await publishedOf(1, "total_supply_token")).at(-1)).toEqual([dayOf(last), 0]);
    expect((await sync()).figures).toBe(0);
    // A later end brings the days back.
    tokens = [listed(0)];
    await sync();
    expect(await ledgerOf(1)).toEqual(plainLedger(own(0), { lastDay: lastDay(), decimals: 18 }));
  });

  it("are read up to the last valid one, whose day has figures once it is over", async () => {
    const last = 60;
    tokens = [listed(0, { valid_to_block: last })];
    const today = new Date(`${dayOf(last)}T23:00:00Z`);
    await sync(today);
    const before = new Date(Date.parse(dayOf(last)) - 86_400_000).toISOString().slice(0, 10);
    expect(await ledgerOf(1)).toEqual(plainLedger(own(0), { lastDay: before, decimals: 18, last }));
    await sync();
    expect(await ledgerOf(1)).toEqual(
      plainLedger(own(0), { lastDay: dayOf(last), decimals: 18, last, isEnded: true }),
    );
    const [status] = await readLedgerStatus(test.store, selection());
    expect(status?.tokens[0]).toMatchObject({ block: BigInt(last), missingBlocks: 0 });
  });

  it("of a replaced token end where those of its successor begin, so that no unit counts twice", async () => {
    const from = 50;
    tokens = [
      listed(0),
      listed(1, { deployed_block: 0, valid_from_block: from, replaces: chain.tokens[0] ?? null }),
    ];
    await sync();
    const last = from - 1;
    const former = plainLedger(own(0), { lastDay: dayOf(last), decimals: 18, last, isEnded: true });
    const successor = plainLedger(own(1), {
      lastDay: lastDay(),
      decimals: 18,
      from,
      firstDay: dayOf(from),
    });
    expect(await ledgerOf(1)).toEqual(former);
    expect(await ledgerOf(2)).toEqual(successor);
    const totals = await test.store.compactRows<[day: string, value: number]>(
      `SELECT toString(date), sum(value) FROM daily_metrics FINAL
        WHERE asset_id = 1 AND metric_id = 100001 AND date >= {from:Date} GROUP BY date ORDER BY date`,
      { from: dayOf(from) },
    );
    const supplies = successor.map((row) => Number((row as { supply: string }).supply) / 1e18);
    expect(totals.length).toBe(supplies.length);
    for (const [index, [, total]] of totals.entries()) expect(total).toBeCloseTo(supplies[index] ?? 0, 6);
  });
});
