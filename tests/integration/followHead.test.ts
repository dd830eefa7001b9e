/** Following the newest blocks of real nodes: reorganizations, endpoints that lag or lie, and the way into the ledger. */
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { mersenne } from "pure-rand/generator/mersenne";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseQuery } from "#domain/query";
import { indexCatalog } from "#domain/resources";
import { createMarket, listResource } from "#market";
import { followHead, type HeadReport } from "../../src/ingest/chain/followHead";
import { followNetworks } from "../../src/ingest/chain/followNetworks";
import { readContracts } from "../../src/ingest/chain/ledgerStore";
import { openRpcClient } from "../../src/ingest/chain/rpcClient";
import { EVM_NODE_MISSING, type EvmNode, evmNodeBinary, startEvmNode } from "../support/evmNode";
import { growBlocks } from "../support/growBlocks";
import { type LedgerWorld, openLedgerWorld } from "../support/ledgerWorld";
import { type Provider, startRpcProxy } from "../support/rpcProxy";
import { generateChain, type TestChain } from "../support/testChain";

const missing = (await evmNodeBinary()) === null ? EVM_NODE_MISSING : "";
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9));
const ROUNDS = Number(process.env.RANDOM_REORGS ?? 12);
const FINAL = 64;

describe.skipIf(missing !== "")(`following the head (SEED=${SEED})`, () => {
  const nodes: EvmNode[] = [];
  const chains: TestChain[] = [];
  const closing: { stop(): Promise<void> }[] = [];
  let world: LedgerWorld;
  let random = mersenne(SEED);
  const draw = (least: number, most: number) => uniformInt(random, least, most);
  beforeEach(async () => {
    random = mersenne(SEED);
    for (const chainId of [31_337, 31_338]) {
      const node = await startEvmNode({ chainId });
      nodes.push(node);
      chains.push(await generateChain(node, { seed: SEED + chainId, tokens: 2, blocks: 8, interval: 12 }));
      await growBlocks(node, { tokens: chains.at(-1)?.tokens ?? [], count: 70, random });
    }
    world = await openLedgerWorld(chains);
    await world.sync(endpoints());
  });
  afterEach(async () => {
    await world.close();
    await Promise.all([...closing.splice(0), ...nodes.splice(0)].map((one) => one.stop()));
    chains.length = 0;
  });
  afterAll(() => console.info(`SEED=${SEED}`));

  const endpoints = (): [string, string[]][] => nodes.map(({ url }, at) => [["one", "two"][at] ?? "", [url]]);
  const node = (at = 0) => nodes[at] as EvmNode;
  const grow = (count: number, at = 0) =>
    growBlocks(node(at), { tokens: chains[at]?.tokens ?? [], count, random });
  const newest = async (at = 0) => Number(await node(at).rpc<string>("eth_blockNumber"));

  /** One call, or several until the head is reached. */
  async function follow({
    at = 0,
    urls = [node(at).url],
    to = null as number | null,
  } = {}): Promise<HeadReport> {
    const clients = urls.map((url) => openRpcClient({ url, delayMs: 1, retries: 1 }));
    try {
      for (let calls = 0; ; calls += 1) {
        const contracts = [...(await readContracts(world.store, at + 1)).values()];
        const report = await followHead(world.store, {
          networkId: at + 1,
          ...{ contracts, clients, finalityDepth: FINAL },
          exclusively: (work) => work(),
        });
        if (to === null || Number(report.block) === to || calls > 20) return report;
      }
    } finally {
      for (const client of clients) client.close();
    }
  }
  async function through(behaviour: Provider, at = 0): Promise<string> {
    const proxy = await startRpcProxy(node(at).url, behaviour);
    closing.push(proxy);
    return proxy.url;
  }

  interface ListedRow {
    [field: string]: unknown;
  }
  /** All transactions of a network as they are listed. */
  async function listed(at = 0): Promise<ListedRow[]> {
    const market = createMarket({ store: world.store, cacheBytes: 0 });
    const { results } = await listResource(market, {
      resource: "transactions",
      query: parseQuery({
        filter: { operator: "equals", field: "network_id", value: at + 1 },
        fields: [
          "transaction_hash",
          "id",
          "block_number",
          "amount_units",
          "to_address",
          "timestamp",
          "is_pending",
        ],
        pagination: { perPage: 10_000 },
      }),
    });
    return [...results] as ListedRow[];
  }
  const keyOf = (row: ListedRow) =>
    [
      row.block_number,
      Number(String(row.id).split(":")[2]),
      row.transaction_hash,
      row.to_address,
      row.amount_units,
    ].join(" ");
  interface Log {
    [field: string]: string | string[];
  }
  /** The same from a plain reading of the whole chain. */
  async function plain(at = 0): Promise<string[]> {
    const logs = await node(at).rpc<Log[]>("eth_getLogs", [
      { fromBlock: "0x0", toBlock: "latest", address: chains[at]?.tokens },
    ]);
    return logs.map(({ topics, ...log }) => {
      const to = `0x${topics?.[2]?.slice(26)}`;
      const isBurn = /^0x0+$/.test(to);
      return [
        Number(log.blockNumber),
        Number(log.logIndex),
        log.transactionHash,
        isBurn ? null : to,
        BigInt(String(log.data)),
      ].join(" ");
    });
  }
  const expectAll = async (at = 0) => {
    const rows = await listed(at);
    expect(rows.map(keyOf).sort()).toEqual(
      (await plain(at)).map((row) => row.replace(" null ", "  ")).sort(),
    );
    return rows;
  };

  it("lists the transfers of every block, those above the final one as not final", async () => {
    await follow({ to: await newest() });
    const rows = await expectAll();
    const final = (await newest()) - FINAL;
    expect(rows.filter(({ is_pending }) => is_pending === true).length).toBeGreaterThan(20);
    for (const { block_number, is_pending } of rows) expect(is_pending).toBe(Number(block_number) > final);
    expect(await follow()).toMatchObject({ read: 0, dropped: 0, hasChanged: false });
  });

  it("reads only what was replaced by reorganizations of 1 to 64 blocks, and ends as a plain reading", async () => {
    await follow({ to: await newest() });
    const depths: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const depth = round < 2 ? ([1, 64][round] ?? 1) : draw(1, 64);
      depths.push(depth);
      await node().rpc("anvil_reorg", [depth, []]);
      await grow(draw(0, 5));
      if (draw(0, 3) === 0) continue;
      const report = await follow({ to: draw(0, 1) === 0 ? await newest() : null });
      expect(report.dropped).toBeLessThanOrEqual(depths.splice(0).reduce((sum, one) => sum + one, 0));
      if (draw(0, 2) === 0) await world.sync(endpoints());
    }
    await grow(3);
    await follow({ to: await newest() });
    await expectAll();
    await grow(70);
    await world.sync(endpoints());
    await follow({ to: await newest() });
    const rows = await expectAll();
    expect(new Set(rows.map(({ is_pending }) => is_pending))).toEqual(new Set([true, false]));
  });

  it("hands blocks over to the ledger, and shows none twice or not at all meanwhile", async () => {
    await follow({ to: await newest() });
    for (let step = 0; step < 3; step += 1) {
      await grow(25);
      await follow({ to: await newest() });
      await expectAll();
      await world.sync(endpoints());
      await expectAll();
      await follow();
      await expectAll();
    }
    const [row] = await world.store.rows<{ least: string }>(
      "SELECT min(block) AS least FROM ledger_hot_blocks",
    );
    expect(Number(row?.least)).toBeGreaterThan((await newest()) - FINAL - 2);
  });

  it("takes a lower head for lag, until it has another block at the same height", async () => {
    await follow({ to: await newest() });
    const before = (await listed()).map(keyOf).sort();
    const head = await newest();
    const lagging = await through({
      change: ({ method, params }, result) => {
        if (method === "eth_blockNumber") return `0x${(head - 30).toString(16)}`;
        return method === "eth_getBlockByNumber" && Number(params[0]) > head - 30 ? null : result;
      },
    });
    expect(await follow({ urls: [lagging] })).toMatchObject({ read: 0, dropped: 0, hasChanged: false });
    expect((await listed()).map(keyOf).sort()).toEqual(before);
    await grow(2);
    expect(await follow({ urls: [lagging, node().url] })).toMatchObject({ read: 2, dropped: 0 });
    // The head sinks, and the blocks below it are others.
    await node().rpc("anvil_reorg", [40, []]);
    const sunk = await through({
      change: ({ method, params }, result) => {
        if (method === "eth_blockNumber") return `0x${(head - 10).toString(16)}`;
        return method === "eth_getBlockByNumber" && Number(params[0]) > head - 10 ? null : result;
      },
    });
    expect((await follow({ urls: [sunk] })).dropped).toBe(40);
    await follow({ to: await newest() });
    await expectAll();
  });

  it("stores no block with a missing log, and uses the next endpoint", async () => {
    const without = (at: number): Provider => ({
      change: ({ method }, result) =>
        method === "eth_getLogs" && Array.isArray(result)
          ? result.filter((_, index) => index !== at)
          : result,
    });
    const noBloom: Provider = {
      change: ({ method }, result) =>
        method === "eth_getBlockByNumber" && result !== null && typeof result === "object"
          ? { ...result, logsBloom: `0x${"0".repeat(512)}` }
          : result,
    };
    const last: Provider = {
      change: ({ method }, result) =>
        method === "eth_getLogs" && Array.isArray(result) ? result.slice(0, -1) : result,
    };
    for (const lie of [without(0), noBloom, last]) {
      const lying = await through(lie);
      await expect(follow({ urls: [lying] })).rejects.toThrow(/Invalid response: (?:the logs of )?block \d+/);
      expect(await world.store.rows("SELECT 1 FROM ledger_hot_blocks")).toEqual([]);
      const report = await follow({ urls: [lying, node().url] });
      expect(report.read).toBeGreaterThan(0);
      await follow({ to: await newest() });
      await expectAll();
      for (const table of ["ledger_hot", "ledger_hot_blocks"])
        await world.store.run(`TRUNCATE TABLE ${table}`);
    }
  });

  it("follows two networks with contracts at the same addresses, each on its own, until it is stopped", async () => {
    expect(chains[0]?.tokens).toEqual(chains[1]?.tokens);
    const stop = new AbortController();
    const reached = new Map<string, number>();
    const failures: unknown[] = [];
    const followed = followNetworks(world.store, {
      catalog: indexCatalog(world.catalog),
      endpoints: new Map(endpoints()),
      assets: "all",
      ...{ intervalMs: 20, announceMs: 1, signal: stop.signal },
      exclusively: (work) => work(),
      onProgress: (network, { block }) => reached.set(network, Number(block)),
      onFailure: (_, error) => failures.push(error),
    });
    const versions = () => world.store.rows("SELECT value FROM settings FINAL WHERE name = 'data_version'");
    const before = await versions();
    for (let step = 0; step < 4; step += 1) {
      await node(step % 2).rpc("anvil_reorg", [draw(1, 30), []]);
      await grow(3, 0);
      await grow(2, 1);
    }
    const heads = [await newest(0), await newest(1)];
    await expect.poll(() => [reached.get("one"), reached.get("two")], { timeout: 30_000 }).toEqual(heads);
    stop.abort();
    await followed;
    expect(failures).toEqual([]);
    expect(await versions()).not.toEqual(before);
    await expectAll(0);
    await expectAll(1);
  });

  it("needs no more memory after two thousand blocks", async () => {
    await follow({ to: await newest() });
    await node().rpc("anvil_mine", ["0x190", "0xc"]);
    await follow({ to: await newest() });
    const used = () => {
      globalThis.gc?.();
      return process.memoryUsage().heapUsed / 1e6;
    };
    const before = used();
    for (let step = 0; step < 4; step += 1) {
      await node().rpc("anvil_mine", ["0x190", "0xc"]);
      await world.sync(endpoints());
      await follow({ to: await newest() });
    }
    expect(used() - before).toBeLessThan(60);
    const [row] = await world.store.rows<{ n: string }>("SELECT count() AS n FROM ledger_hot_blocks FINAL");
    expect(Number(row?.n)).toBeLessThan(500);
    await expectAll();
  });
});
