/** What `chain plan` finds by trial requests, and what is remembered of endpoints, with a real node behind providers. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Catalog } from "#domain/catalog";
import { indexCatalog } from "#domain/resources";
import { commit, loadCatalog } from "#ingest";
import { openEndpointWindows } from "../../src/ingest/chain/endpointWindows";
import { readLedgerStates } from "../../src/ingest/chain/ledgerStates";
import { planChains } from "../../src/ingest/chain/planChains";
import { syncChains } from "../../src/ingest/chain/syncChains";
import { asset, catalogOf, network, token } from "../../src/ingest/testSupport/catalogBuilder";
import { EVM_NODE_MISSING, type EvmNode, evmNodeBinary, startEvmNode } from "../support/evmNode";
import { openTestStore, type TestStore } from "../support/ingestStore";
import { type Provider, type RpcProxy, sizeOf, startRpcProxy } from "../support/rpcProxy";
import { generateChain, type TestChain } from "../support/testChain";

const missing = (await evmNodeBinary()) === null ? EVM_NODE_MISSING : "";
const DAY_MS = 86_400_000;

describe.skipIf(missing !== "")("a plan of reading", () => {
  let node: EvmNode;
  let chain: TestChain;
  let proxy: RpcProxy;
  let test: TestStore;
  let catalog: Catalog;
  beforeAll(async () => {
    node = await startEvmNode();
    chain = await generateChain(node, { seed: Date.now(), tokens: 2, blocks: 300 });
    await node.rpc("anvil_mine", ["0x60", "0x1"]);
    proxy = await startRpcProxy(node.url);
    catalog = catalogOf({
      networks: [network(1, "one", { chain_id: 31_337 })],
      assets: [asset(1, "aaa"), asset(2, "bbb")],
      tokens: [
        token(1, "aaa", "one", { address: chain.tokens[0] ?? "", decimals: 18 }),
        token(2, "bbb", "one", { address: chain.tokens[1] ?? "", decimals: 18 }),
      ],
    });
  });
  beforeEach(async () => {
    test = await openTestStore();
    await commit(test.store, { today: "2025-06-01" }, () => loadCatalog(test.store, catalog));
  });
  afterEach(async () => {
    proxy.behaviour = {};
    await test.close();
  });
  afterAll(async () => {
    await proxy?.stop();
    await node?.stop();
  });

  const selection = () => ({
    catalog: indexCatalog(catalog),
    endpoints: new Map([["one", [proxy.url]]]),
    assets: "all" as const,
  });
  const plan = async () => (await planChains(test.store, selection()))[0];
  const sync = () =>
    syncChains(test.store, {
      ...selection(),
      now: () => new Date("2025-06-01T12:00:00Z"),
      exclusively: (work) => work(),
      onFailure: (_, error) => {
        throw error;
      },
    });
  const limits = () => readLedgerStates(test.store, "limit");
  /** Refuses ranges of more blocks, and counts the refusals. */
  const capped = (most: number, words: (blocks: number) => string) => {
    const counted = { refused: 0, requests: 0 };
    const refuse: Provider["refuse"] = (call) => {
      if (call.method !== "eth_getLogs") return undefined;
      counted.requests += 1;
      if (sizeOf(call).blocks <= most) return undefined;
      counted.refused += 1;
      return { error: { code: -32_000, message: words(most) } };
    };
    proxy.behaviour = { refuse };
    return counted;
  };

  it("finds a stated limit, and estimates requests, calls and transfers near those of the reading", async () => {
    const counted = capped(20, (most) => `block range is limited to ${most} blocks`);
    const found = await plan();
    const blocks = Number(await node.rpc("eth_blockNumber")) - 64 + 1;
    expect(found).toMatchObject({ network: "one", tokens: 2, blocks, finalBlock: blocks - 1, failures: [] });
    const [endpoint] = found?.endpoints ?? [];
    expect(endpoint).toMatchObject({
      endpoint: proxy.url,
      blocks: 20,
      limit: { blocks: 20, message: "block range is limited to 20 blocks" },
      requests: Math.ceil(blocks / 20),
    });
    expect(Math.abs((endpoint?.transfers ?? 0) / chain.transfers.length - 1)).toBeLessThan(0.5);
    for (const table of ["ledger_contracts", "ledger_transfers", "ledger_coverage"]) {
      expect(await test.store.rows(`SELECT 1 FROM ${table}`)).toEqual([]);
    }
    Object.assign(counted, { refused: 0, requests: 0 });
    await sync();
    // The reading begins with what the trial has found.
    expect(counted.refused).toBe(0);
    expect(counted.requests).toBe(endpoint?.requests);
    expect((await plan())?.blocks).toBe(0);
  });

  it("remembers a limit with its words for the next reading, also one without a number", async () => {
    const counted = capped(50, () => "block range too large");
    await sync();
    expect(counted.refused).toBeGreaterThan(0);
    const remembered = (await limits()).get(`${proxy.url} eth_getLogs`);
    expect(remembered).toMatchObject({ message: "block range too large", addresses: 50 });
    expect(remembered?.limit).toBeLessThanOrEqual(50);
    expect(remembered?.limit).toBeGreaterThan(25);
    counted.refused = 0;
    await chain.grow(80);
    await sync();
    expect(counted.refused).toBe(0);
  });

  it("tries a limit wider after a day, and tightens it when it is refused", async () => {
    capped(20, (most) => `at most ${most} blocks`);
    await plan();
    const windowAt = async (ms: number) => {
      return (await openEndpointWindows(test.store, ms)).windows.get(proxy.url);
    };
    expect(await windowAt(Date.now() + DAY_MS / 2)).toMatchObject({ blocks: 20, limit: { blocks: 20 } });
    expect(await windowAt(Date.now() + DAY_MS + 1)).toEqual({ blocks: 40, addresses: 50, limit: null });
    capped(5, (most) => `at most ${most} blocks`);
    await plan();
    expect(await windowAt(Date.now())).toMatchObject({
      limit: { blocks: 5, message: "at most 5 blocks" },
    });
  });

  it("names endpoints that cannot be used", async () => {
    proxy.behaviour = { refuse: () => ({ error: { message: "invalid api key" } }) };
    expect(await plan()).toMatchObject({
      ...{ finalBlock: null, blocks: 0, endpoints: [] },
      failures: [{ endpoint: proxy.url, reason: "invalid api key" }],
    });
  });
});
