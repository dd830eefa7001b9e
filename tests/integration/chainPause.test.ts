/** Networks that operators pause, and what is remembered of each reading, with a real node. */
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Catalog } from "#domain/catalog";
import { indexCatalog } from "#domain/resources";
import { commit, loadCatalog } from "#ingest";
import { openMarketStore } from "#stores";
import { readLedgerStates } from "../../src/ingest/chain/ledgerStates";
import { networkReadings } from "../../src/ingest/chain/networkReadings";
import { type ChainSync, syncChains } from "../../src/ingest/chain/syncChains";
import { asset, catalogOf, network, token } from "../../src/ingest/testSupport/catalogBuilder";
import { EVM_NODE_MISSING, type EvmNode, evmNodeBinary, startEvmNode } from "../support/evmNode";
import { openTestStore, type TestStore } from "../support/ingestStore";
import { type RpcProxy, startRpcProxy } from "../support/rpcProxy";
import { generateChain, type TestChain } from "../support/testChain";

const missing = (await evmNodeBinary()) === null ? EVM_NODE_MISSING : "";
const NOW = new Date("2025-06-01T12:00:00Z");

describe.skipIf(missing !== "")("the reading of networks", () => {
  let node: EvmNode;
  let chain: TestChain;
  let proxy: RpcProxy;
  let test: TestStore;
  let catalog: Catalog;
  beforeAll(async () => {
    node = await startEvmNode();
    chain = await generateChain(node, { seed: Date.now(), tokens: 1, blocks: 60, interval: 5 * 3_600 });
    await node.rpc("anvil_mine", ["0x60", "0x1"]);
    proxy = await startRpcProxy(node.url);
    catalog = catalogOf({
      networks: [network(1, "one", { chain_id: 31_337 }), network(2, "two", { chain_id: 31_337 })],
      assets: [asset(1, "aaa")],
      tokens: [
        token(1, "aaa", "one", { address: chain.tokens[0] ?? "", decimals: 18 }),
        token(2, "aaa", "two", { address: chain.tokens[0] ?? "", decimals: 18 }),
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

  const failures: string[] = [];
  const sync = (options: Partial<ChainSync> = {}) => {
    failures.length = 0;
    return syncChains(test.store, {
      catalog: indexCatalog(catalog),
      endpoints: new Map([
        ["one", [proxy.url]],
        ["two", [node.url]],
      ]),
      assets: "all",
      now: () => NOW,
      exclusively: (work) => work(),
      onFailure: (_, error) => failures.push(error instanceof Error ? error.message : String(error)),
      ...options,
    });
  };
  const readings = () => readLedgerStates(test.store, "reading");

  it("leaves out those that are paused, unless the pause is ignored", async () => {
    await networkReadings(test.store).pause("one", "operator (ada)");
    const report = await sync();
    expect(
      report.networks.map(({ network: slug, pause, error, transfers }) => [
        slug,
        pause?.by,
        error,
        transfers > 0,
      ]),
    ).toEqual([
      ["one", "operator (ada)", null, false],
      ["two", undefined, null, true],
    ]);
    expect(proxy.calls.size).toBe(0);
    expect([...(await readings()).keys()]).toEqual(["two"]);
    const ignored = await sync({ isPauseIgnored: true });
    expect(ignored.networks[0]).toMatchObject({ pause: null, transfers: chain.transfers.length });
    expect(await networkReadings(test.store).resume("one")).toBe(true);
    expect(await networkReadings(test.store).resume("one")).toBe(false);
    expect((await sync()).networks[0]?.pause).toBeNull();
  });

  it("stays paused in the next process", async () => {
    await networkReadings(test.store).pause("one", "operator");
    await test.store.close();
    const reopened = await openMarketStore({ url: null, folder: `${test.folder}/market` });
    test = { ...test, store: reopened, close: () => reopened.close() };
    expect((await sync()).networks[0]?.pause?.by).toBe("operator");
  });

  it("ends at once when its network is paused, keeps what was read, and continues later", async () => {
    proxy.behaviour = {
      refuse: ({ method, params }) => {
        if (method !== "eth_getLogs") return undefined;
        const [{ fromBlock, toBlock }] = params as [{ fromBlock: string; toBlock: string }];
        const from = Number(fromBlock);
        if (Number(toBlock) - from >= 10) return { error: { message: "block range limited to 10 blocks" } };
        if (from >= 30) void networkReadings(test.store).pause("one", "operator");
        return undefined;
      },
    };
    const seen: unknown[] = [];
    const report = await sync({
      onProgress: (slug) => seen.push(networkReadings(test.store).current(slug)?.progress),
    });
    const [first, second] = report.networks;
    expect(failures).toEqual([]);
    expect(first).toMatchObject({ error: null, sync: null, pause: { by: "operator" } });
    expect(second).toMatchObject({ error: null, pause: null });
    expect(seen[0]).toMatchObject({ done: 0, blocks: 0, secondsLeft: null, endpoint: null });
    await networkReadings(test.store).resume("one");
    proxy.behaviour = {};
    const resumed = await sync();
    expect(resumed.networks[0]).toMatchObject({ error: null, pause: null, endpoints: [proxy.url] });
    const stored = await test.store.rows("SELECT count() AS n FROM ledger_transfers FINAL");
    expect(Number(stored[0]?.n)).toBe(2 * chain.transfers.length);
  });

  it("is remembered with its result: of one that failed, and of one that was killed", async () => {
    await sync();
    expect((await readings()).get("one")).toMatchObject({
      ...{ error: null, tokens: 1, transfers: chain.transfers.length, endpoints: [proxy.url] },
      endedAt: expect.any(String),
      lastDay: expect.any(String),
    });
    proxy.behaviour = { refuse: () => ({ error: { message: "invalid api key" } }) };
    await sync();
    expect((await readings()).get("one")?.error).toContain("invalid api key");
    // What it knows from before remains known.
    expect((await readings()).get("one")).toMatchObject({
      ...{ tokens: 1, transfers: 0, endpoints: [] },
      lastDay: expect.any(String),
      finalBlock: expect.any(Number),
      readBlocks: expect.any(Number),
    });
    expect((await readings()).get("two")?.error).toBeNull();
    const stopping = new AbortController();
    proxy.behaviour = {
      respond: () => {
        stopping.abort(new Error("The server is stopping."));
        return true;
      },
    };
    await expect(sync({ signal: stopping.signal })).rejects.toThrow("The server is stopping.");
    expect((await readings()).get("one")).toMatchObject({ endedAt: null, tokens: 1 });
    expect(networkReadings(test.store).current("one")).toBeNull();
    expect(networkReadings(test.store).current("two")).toBeNull();
  });

  it("is remembered as failed if its figures cannot be computed", async () => {
    await expect(
      sync({ exclusively: (work) => (proxy.calls.has("eth_getLogs") ? failAfterReading(work) : work()) }),
    ).rejects.toThrow("disk full");
    expect((await readings()).get("two")?.error).toBe("Its figures were not computed: disk full");
  });

  /** Fails once both networks were read. */
  async function failAfterReading<T>(work: () => Promise<T>): Promise<T> {
    const { current } = networkReadings(test.store);
    if (current("two")?.state === "publishing") throw new Error("disk full");
    return work();
  }

  it("waits for the networks before it", async () => {
    proxy.behaviour = { respond: () => true };
    const stopping = new AbortController();
    const running = sync({ signal: stopping.signal });
    const { current } = networkReadings(test.store);
    await expect.poll(() => current("one")?.state).toBe("reading");
    expect(current("two")?.state).toBe("waiting");
    const other = sync({ networks: ["two"], signal: stopping.signal });
    await wait(1);
    stopping.abort(new Error("stopped"));
    await expect(running).rejects.toThrow("stopped");
    await expect(other).rejects.toThrow("stopped");
    expect(current("two")).toBeNull();
  });
});
