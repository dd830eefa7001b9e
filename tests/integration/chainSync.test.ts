/** From nodes to published figures: whole histories, what is added later, several networks, and endpoints that fail. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Catalog } from "#domain/catalog";
import { indexCatalog } from "#domain/resources";
import { commit, loadCatalog } from "#ingest";
import { readCoverage } from "../../src/ingest/chain/ledgerStore";
import { type ChainReport, type ChainSync, syncChains } from "../../src/ingest/chain/syncChains";
import { asset, catalogOf, network, token } from "../../src/ingest/testSupport/catalogBuilder";
import { EVM_NODE_MISSING, type EvmNode, evmNodeBinary, startEvmNode } from "../support/evmNode";
import { openTestStore, type TestStore } from "../support/ingestStore";
import { plainLedger } from "../support/plainLedger";
import { type Provider, startRpcProxy } from "../support/rpcProxy";
import { generateChain, type TestChain } from "../support/testChain";
import { verifyCoverage } from "../support/verifyCoverage";

const missing = (await evmNodeBinary()) === null ? EVM_NODE_MISSING : "";
const NOW = new Date("2025-06-01T12:00:00Z");
const DAY = 86_400;

describe.skipIf(missing !== "")("the ledger of transfers", () => {
  const nodes: EvmNode[] = [];
  const chains: TestChain[] = [];
  const proxies: { stop(): Promise<void> }[] = [];
  let test: TestStore;
  let catalog: Catalog;
  beforeAll(async () => {
    for (const chainId of [31_337, 31_338]) {
      const node = await startEvmNode({ chainId });
      nodes.push(node);
      chains.push(
        await generateChain(node, {
          seed: Date.now() + chainId,
          tokens: 2,
          blocks: 120,
          interval: 5 * 3_600,
        }),
      );
      await node.rpc("anvil_mine", ["0x60", "0x1"]);
    }
    // Both networks have contracts at the same addresses.
    expect(chains[0]?.tokens).toEqual(chains[1]?.tokens);
    catalog = catalogOf({
      networks: [network(1, "one", { chain_id: 31_337 }), network(2, "two", { chain_id: 31_338 })],
      assets: [asset(1, "aaa"), asset(2, "bbb"), asset(3, "other")],
      tokens: [
        token(1, "aaa", "one", { address: chains[0]?.tokens[0] ?? "", decimals: 18 }),
        token(2, "bbb", "one", { address: chains[0]?.tokens[1] ?? "", decimals: null }),
        token(3, "aaa", "two", { address: chains[1]?.tokens[0] ?? "", decimals: 18 }),
        token(4, "bbb", "two", { address: chains[1]?.tokens[1] ?? "", decimals: 18 }),
        token(5, "other", "one", { address: null, decimals: null }),
      ],
    });
  });
  beforeEach(async () => {
    test = await openTestStore();
    await commit(test.store, { today: "2025-06-01" }, () => loadCatalog(test.store, catalog));
  });
  afterEach(async () => {
    await test.close();
    for (const proxy of proxies.splice(0)) await proxy.stop();
  });
  afterAll(() => Promise.all(nodes.map((node) => node.stop())));

  const urlOf = (index: number) => nodes[index]?.url ?? "";
  const failures: [string, string][] = [];
  const sync = (endpoints: [string, string[]][], options: Partial<ChainSync> = {}): Promise<ChainReport> => {
    failures.length = 0;
    return syncChains(test.store, {
      catalog: indexCatalog(catalog),
      endpoints: new Map(endpoints),
      assets: "all",
      now: () => NOW,
      exclusively: (work) => work(),
      onFailure: (name, error) =>
        failures.push([name, error instanceof Error ? error.message : String(error)]),
      ...options,
    });
  };
  const both = (): [string, string[]][] => [
    ["one", [urlOf(0)]],
    ["two", [urlOf(1)]],
  ];
  async function through(index: number, behaviour: Provider): Promise<string> {
    const proxy = await startRpcProxy(urlOf(index), behaviour);
    proxies.push(proxy);
    return proxy.url;
  }

  /** The figures of a token as published, by metric and day. */
  async function publishedFigures(tokenId: number): Promise<Map<string, number>> {
    const { metrics } = await import("#domain/metrics");
    const rows = await test.store.compactRows<[number, string, number]>(
      "SELECT metric_id, toString(date), value FROM observations FINAL WHERE token_id = {tokenId:UInt32} AND provider = 'chain'",
      { tokenId },
    );
    const slugs = new Map(metrics.map(({ id, slug }) => [id, slug]));
    return new Map(rows.map(([id, day, value]) => [`${slugs.get(id)} ${day}`, value]));
  }

  /** Equal to fifteen digits, as doubles are after a division. */
  const expectNear = (actual: number | undefined, expected: number) =>
    expect(Math.abs((actual ?? Number.NaN) - expected)).toBeLessThanOrEqual(1e-15 * 4 * Math.abs(expected));

  /** Compares all figures of a token with a plain evaluation of the transfers of its closed days. */
  async function expectFigures(tokenId: number, chain: TestChain | undefined, contract: string | undefined) {
    const own = chain?.transfers.filter((one) => one.contract === contract) ?? [];
    const end = Math.max(...(chain?.transfers.map(({ time }) => time) ?? []));
    const lastDay = new Date((end - DAY) * 1_000).toISOString().slice(0, 10);
    const expected = plainLedger(own, { lastDay, decimals: 18 }) as Record<string, string | number>[];
    const figures = await publishedFigures(tokenId);
    expect(expected.length).toBeGreaterThan(20);
    for (const { day, ...row } of expected) {
      const units = (value: unknown) => Number(value) / 1e18;
      const supply = Number(row.supply);
      const of = (metric: string) => figures.get(`${metric} ${day}`);
      expectNear(of("total_supply_token"), units(supply));
      expectNear(of("daily_mints_token"), units(row.mints));
      expectNear(of("daily_burns_token"), units(row.burns));
      expectNear(of("daily_transfer_volume_token"), units(row.volume));
      expect(of("daily_transfer_count")).toBe(Number(row.transfers));
      expect(of("holding_addresses_count")).toBe(Number(row.holders));
      expect(of("daily_active_addresses_count")).toBe(Number(row.active_1));
      expect(of("trailing_7_day_active_addresses_count")).toBe(Number(row.active_7));
      expect(of("trailing_30_day_active_addresses_count")).toBe(Number(row.active_30));
      if (supply <= 0) continue;
      expectNear(of("top_holder_share_percent"), (100 * Number(row.top_1)) / supply);
      expectNear(of("top_5_holders_share_percent"), (100 * Number(row.top_5)) / supply);
      expectNear(of("top_10_holders_share_percent"), (100 * Number(row.top_10)) / supply);
      expectNear(of("holder_concentration_hhi"), Number(row.squares) / (supply / 1e12) ** 2);
    }
    const days = new Set([...figures.keys()].map((key) => key.split(" ")[1]));
    expect([...days].sort()).toEqual(expected.map(({ day }) => day));
  }

  const expectAll = async () => {
    for (const [index, chain] of chains.entries()) {
      await expectFigures(1 + 2 * index, chain, chain.tokens[0]);
      await expectFigures(2 + 2 * index, chain, chain.tokens[1]);
    }
  };

  it("becomes figures of every closed day, also of contracts at the same address of two networks", async () => {
    const report = await sync(both());
    expect(failures).toEqual([]);
    expect(report.networks.map(({ tokens, error }) => [tokens, error])).toEqual([
      [2, null],
      [2, null],
    ]);
    expect(report.networks[0]?.skipped.map(({ reason }) => reason)).toEqual([
      "Its address is not that of a contract.",
    ]);
    await expectAll();
    const served = await test.store.rows(
      "SELECT count() AS n FROM daily_metrics WHERE token_id IN (1, 2, 3, 4) AND NOT is_sample",
    );
    expect(Number(served[0]?.n)).toBeGreaterThan(1_000);
  });

  it("reads only what is missing, and adds the figures of new days", async () => {
    await sync(both());
    const repeated = await sync(both());
    expect(repeated.figures).toBe(0);
    expect(repeated.networks.map(({ sync: one }) => one?.blocks)).toEqual([0, 0]);
    for (const [index, chain] of chains.entries()) {
      await chain.grow(15);
      await nodes[index]?.rpc("anvil_mine", ["0x60", "0x1"]);
    }
    const report = await sync(both());
    expect(report.networks.map(({ sync: one }) => one?.blocks)).toEqual([15 + 96, 15 + 96]);
    await expectAll();
  });

  it("continues after a process was killed between transfers and their coverage", async () => {
    await sync(both());
    await test.store.run("DELETE FROM ledger_coverage WHERE contract_id = 1");
    await test.store.run(
      "INSERT INTO ledger_transfers SELECT * REPLACE (log_index + 500 AS log_index) FROM ledger_transfers WHERE contract_id = 1",
    );
    await sync(both());
    const ids = [1, 2, 3, 4];
    expect(await verifyCoverage(test.store, ids)).toEqual([]);
    expect([...(await readCoverage(test.store, ids)).values()].every((ranges) => ranges.length > 0)).toBe(
      true,
    );
    await expectAll();
  });

  it("is verified by the digests of its coverage", async () => {
    await sync(both());
    expect(await verifyCoverage(test.store, [1, 2, 3, 4])).toEqual([]);
    await test.store.run("DELETE FROM ledger_transfers WHERE contract_id = 2 AND log_index = 0");
    const problems = await verifyCoverage(test.store, [1, 2, 3, 4]);
    expect(problems.map(({ contractId }) => contractId)).toEqual([2]);
    expect(problems[0]?.stored).toBeLessThan(problems[0]?.expected ?? 0);
  });

  it("uses the next endpoint where one fails, is of another network, or is behind", async () => {
    const failing = await through(0, {
      refuse: ({ method }) =>
        method === "eth_getLogs" ? { error: { code: 4_444, message: "pruned" } } : undefined,
    });
    const behind = await through(0, {
      change: ({ method }, result) => (method === "eth_blockNumber" ? "0x10" : result),
    });
    const report = await sync([
      ["one", [failing, urlOf(1), behind, urlOf(0)]],
      ["two", [urlOf(1)]],
    ]);
    expect(failures).toEqual([]);
    expect(report.networks[0]?.failures.map(({ reason }) => reason)).toEqual([
      "Its chain id is 31338, not 31337.",
      "pruned",
      expect.stringContaining("The newest block of the endpoint is 16"),
    ]);
    await expectAll();
  });

  it("of one network is read although another cannot be", async () => {
    const report = await sync([
      ["one", [await through(0, { refuse: () => ({ error: { message: "invalid api key" } }) })]],
      ["two", [urlOf(1)]],
      ["three", [urlOf(1)]],
    ]);
    expect(failures.map(([name]) => name)).toEqual(["one"]);
    expect(failures[0]?.[1]).toContain("invalid api key");
    expect(report.networks.map(({ error }) => error?.split(" ").slice(0, 3).join(" ") ?? null)).toEqual([
      "No endpoint can",
      null,
      "The catalog has",
    ]);
    await expectFigures(3, chains[1], chains[1]?.tokens[0]);
  });

  it("stores no range for which two endpoints report different transfers", async () => {
    const lying = await through(0, {
      change: ({ method }, result) =>
        method === "eth_getLogs" && Array.isArray(result) ? result.filter((_, index) => index !== 7) : result,
    });
    const report = await sync([["one", [lying, urlOf(0)]]], { checkedShare: 1 });
    expect(report.networks[0]?.error).toMatch(/Its transfers of blocks 0 to \d+ differ from those of/);
    expect(await test.store.rows("SELECT 1 FROM ledger_coverage")).toEqual([]);
    expect(report.figures).toBe(0);
  });

  it("has other figures as soon as the decimals of a token are corrected", async () => {
    await sync(both());
    const before = await publishedFigures(1);
    const corrected = {
      ...catalog,
      tokens: catalog.tokens.map((one) => (one.id === 1 ? { ...one, decimals: 15 } : one)),
    };
    const report = await sync(both(), { catalog: indexCatalog(corrected) });
    expect(report.figures).toBeGreaterThan(0);
    const after = await publishedFigures(1);
    expect([...after.keys()].sort()).toEqual([...before.keys()].sort());
    for (const [key, value] of before) {
      const isAmount = /^(total_supply|daily_mints|daily_burns|daily_transfer_volume)_token /.test(key);
      // Squares of balances are of other fractions of a token.
      if (key.startsWith("holder_concentration_hhi")) expect(after.get(key)).toBeCloseTo(value, 9);
      else expectNear(after.get(key), isAmount ? value * 1_000 : value);
    }
    expect((await sync(both(), { catalog: indexCatalog(corrected) })).figures).toBe(0);
  });

  it("says what its figures leave out", async () => {
    const zero = `0x${"0".repeat(64)}`;
    type Log = { topics: string[]; logIndex: string };
    const odd = await through(0, {
      change: ({ method }, result) => {
        if (method !== "eth_getLogs" || !Array.isArray(result)) return result;
        const [first, ...rest]: Log[] = result;
        const numbered = first && { ...first, topics: [...first.topics, zero], data: "0x" };
        return [...(numbered ? [numbered] : []), ...rest.filter(({ topics }) => topics[1] !== zero)];
      },
    });
    const report = await sync([["one", [odd]]], { assets: new Set(["aaa"]) });
    expect(report.networks[0]?.notes.map(({ reason }) => reason)).toEqual([
      "1 Transfer event without an amount: in no figure.",
      expect.stringMatching(/^No supply on \d+ days: its burns exceed its mints\.$/),
    ]);
    const figures = await publishedFigures(1);
    expect([...figures].filter(([key, value]) => key.startsWith("total_supply_token") && value < 0)).toEqual(
      [],
    );
  });

  it("is of the assets that were named", async () => {
    const report = await sync(both(), { assets: new Set(["bbb"]) });
    expect(report.networks.map(({ tokens }) => tokens)).toEqual([1, 1]);
    expect((await publishedFigures(1)).size).toBe(0);
    expect((await publishedFigures(2)).size).toBeGreaterThan(100);
  });
});
