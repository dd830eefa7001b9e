/** Tokens that depart from the standard, each as a contract on a real node: what is read, shown, flagged and said of it. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Token } from "#domain/catalog";
import { metricByName } from "#domain/metrics";
import { indexCatalog } from "#domain/resources";
import { commit, loadCatalog } from "#ingest";
import { statusLines } from "../../src/cli/commands/chainLines";
import { readLedgerStatus } from "../../src/ingest/chain/ledgerStatus";
import { syncChains } from "../../src/ingest/chain/syncChains";
import { runChecks } from "../../src/ingest/checks/runChecks";
import { asset, catalogOf, network, token } from "../../src/ingest/testSupport/catalogBuilder";
import { EVM_NODE_MISSING, type EvmNode, evmNodeBinary, startEvmNode } from "../support/evmNode";
import { openTestStore, type TestStore } from "../support/ingestStore";
import { type RpcProxy, startRpcProxy } from "../support/rpcProxy";
import {
  emitTransfer,
  emitterBytecode,
  mintSilently,
  packTransfers,
  proxyBytecode,
  setIndex,
  tokenBytecode,
  upgradeTo,
  zeroAddress,
} from "../support/tokenContract";

const missing = (await evmNodeBinary()) === null ? EVM_NODE_MISSING : "";
const NOW = new Date("2025-06-01T12:00:00Z");
const START = 1_735_689_600;
const DAY = 86_400;
const UNIT = 10n ** 18n;
const [ANN, BEN, CY] = ["a", "b", "c"].map((digit) => `0x${digit.repeat(40)}`) as [string, string, string];

describe.skipIf(missing !== "")("a token that", () => {
  let node: EvmNode;
  let proxy: RpcProxy;
  let test: TestStore;
  let day = 0;
  beforeAll(async () => {
    node = await startEvmNode();
    proxy = await startRpcProxy(node.url);
  });
  beforeEach(async () => {
    test = await openTestStore();
  });
  afterEach(async () => {
    proxy.behaviour = {};
    await test.close();
  });
  afterAll(async () => {
    await proxy?.stop();
    await node?.stop();
  });

  /** Mines calls as one block at noon of the next day. */
  async function mine(calls: { to?: string; data: string }[]): Promise<string[]> {
    day += 1;
    const [from] = await node.rpc<string[]>("eth_accounts");
    const hashes: string[] = [];
    for (const call of calls)
      hashes.push(await node.rpc<string>("eth_sendTransaction", [{ from, gas: "0x5f5e100", ...call }]));
    await node.rpc("evm_mine", [{ timestamp: START + day * DAY + DAY / 2 }]);
    const receipts = await Promise.all(
      hashes.map((hash) =>
        node.rpc<{ status: string; contractAddress: string | null }>("eth_getTransactionReceipt", [hash]),
      ),
    );
    for (const { status } of receipts) expect(status).toBe("0x1");
    return receipts.map(({ contractAddress }) => contractAddress?.toLowerCase() ?? "");
  }
  const deploy = async (data: string) => (await mine([{ data }]))[0] ?? "";
  const send = (to: string, transfers: [from: string, to: string, value: bigint][]) =>
    mine([
      {
        to,
        data: packTransfers(transfers.map(([from, receiver, value]) => ({ from, to: receiver, value }))),
      },
    ]);
  /** Blocks that make all earlier ones final, on the same day. */
  const settle = async () => {
    await mine([]);
    await node.rpc("anvil_mine", ["0x60", "0x1"]);
  };
  const dateOf = (of: number) => new Date((START + of * DAY) * 1_000).toISOString().slice(0, 10);

  const selection = (tokens: readonly Token[]) => ({
    catalog: indexCatalog(
      catalogOf({
        networks: [network(1, "one", { chain_id: 31_337 })],
        assets: [asset(1, "aaa")],
        tokens: [...tokens],
      }),
    ),
    endpoints: new Map([["one", [proxy.url]]]),
    assets: "all" as const,
  });
  const one = (address: string, extra: Partial<Token> = {}) =>
    token(1, "aaa", "one", { address, decimals: 18, ...extra });
  async function sync(...tokens: Token[]) {
    const { catalog, ...rest } = selection(tokens);
    await commit(test.store, { today: "2025-06-01" }, () => loadCatalog(test.store, catalog));
    const report = await syncChains(test.store, {
      ...{ catalog, ...rest },
      now: () => NOW,
      exclusively: (work) => work(),
      onFailure: (_, error) => {
        throw error;
      },
    });
    await runChecks(test.store, NOW);
    return report;
  }
  const published = async (metric: string, tokenId = 1) =>
    new Map(
      await test.store.compactRows<[day: string, value: number]>(
        `SELECT toString(date), value FROM observations FINAL WHERE token_id = {tokenId:UInt32}
          AND metric_id = {metric:UInt32} AND provider = 'chain' ORDER BY date`,
        { tokenId, metric: metricByName(metric)?.id },
      ),
    );
  const checks = (state = "open") =>
    test.store.compactRows<[subject: string, value: number, bound: number]>(
      "SELECT subject, value, bound FROM checks FINAL WHERE check_slug = 'supply_differs' AND state = {state:String}",
      { state },
    );
  const statusOf = async (...tokens: Token[]) => {
    const [status] = await readLedgerStatus(test.store, selection(tokens));
    return status?.tokens[0]?.supply;
  };

  it("is plain differs in nothing, and its contract is read once for each new block", async () => {
    const address = await deploy(tokenBytecode());
    await send(address, [[zeroAddress, ANN, 100n * UNIT]]);
    await settle();
    await sync(one(address));
    const calls = proxy.calls.get("eth_call") ?? 0;
    expect(await statusOf(one(address))).toMatchObject({
      ...{ ledger: 100n * UNIT, stated: 100n * UNIT, kind: null, problem: null },
    });
    expect(await checks()).toEqual([]);
    await sync(one(address));
    expect(proxy.calls.get("eth_call")).toBe(calls);
  });

  it("mints without events is flagged, keeps its figures, and has the supply of its contract from then on", async () => {
    const address = await deploy(tokenBytecode());
    await send(address, [
      [zeroAddress, ANN, 100n * UNIT],
      [ANN, BEN, 40n * UNIT],
    ]);
    await mine([{ to: address, data: mintSilently(CY, 50n * UNIT) }]);
    await settle();
    const first = day;
    await sync(one(address));
    expect(await statusOf(one(address))).toMatchObject({
      ...{ ledger: 100n * UNIT, stated: 150n * UNIT, kind: "silent_mint", problem: null },
    });
    expect(await checks()).toEqual([["AAA Fund (One)", 100, 150]]);
    expect((await published("total_supply_token")).get(dateOf(first - 1))).toBe(100);
    // The day of the reading is settled later: with the supply that the contract stated on it.
    await mine([{ to: address, data: mintSilently(CY, 25n * UNIT) }]);
    await settle();
    await sync(one(address));
    const supplies = await published("total_supply_token");
    expect(supplies.get(dateOf(first))).toBe(150);
    expect((await checks()).map(([, , bound]) => bound)).toEqual([175]);
    // A kind in the catalog decides.
    await settle();
    await sync(one(address, { kind: "plain" }));
    expect([...(await published("total_supply_token")).values()].every((supply) => supply === 100)).toBe(
      true,
    );
  });

  it("rebases is recognized by its balances", async () => {
    const address = await deploy(tokenBytecode({ isRebasing: true }));
    await send(address, [
      [zeroAddress, ANN, 100n * UNIT],
      [zeroAddress, BEN, 60n * UNIT],
    ]);
    await mine([{ to: address, data: setIndex(1_050n) }]);
    await settle();
    await sync(one(address));
    expect(await statusOf(one(address))).toMatchObject({ stated: 168n * UNIT, kind: "rebasing" });
    const lines = [
      ...statusLines({
        networks: [
          {
            ...{
              network: "one",
              endpoints: 1,
              stopped: null,
              state: "idle",
              reason: null,
              pause: null,
              readAt: null,
            },
            tokens: [
              {
                ...{
                  token: "AAA",
                  block: 1,
                  blockDay: "2025-01-01",
                  missingBlocks: 0,
                  transfers: 2,
                  lastDay: null,
                },
                ...{ endpoint: "http://one.example", verification: null },
                supply: {
                  ...{ day: "2025-01-01", block: 7, kind: "rebasing", problem: null },
                  ...{ ledger: String(160n * UNIT), stated: String(168n * UNIT) },
                },
              },
            ],
          },
        ],
      }),
    ];
    expect(lines.at(-1)).toBe(
      "    Its contract states a supply of 168000000000000000000 at block 7, its transfers add up to 160000000000000000000, in its smallest unit: probably of the kind rebasing.",
    );
  });

  it("keeps a fee on transfers has less than its transfers add up to", async () => {
    const address = await deploy(tokenBytecode({ hasFee: true }));
    await send(address, [
      [zeroAddress, ANN, 1_000n * UNIT],
      [ANN, BEN, 500n * UNIT],
    ]);
    await settle();
    await sync(one(address));
    expect(await statusOf(one(address))).toMatchObject({
      ...{ ledger: 1_000n * UNIT, stated: 985n * UNIT, kind: "fee" },
    });
    expect(await checks()).toEqual([["AAA Fund (One)", 1_000, 985]]);
  });

  it("states no supply, or whose state is pruned, is unknown and said to be", async () => {
    const address = await deploy(tokenBytecode({ lacksSupply: true }));
    await send(address, [[zeroAddress, ANN, 5n * UNIT]]);
    await settle();
    await sync(one(address));
    expect(await statusOf(one(address))).toMatchObject({
      stated: null,
      problem: "Its contract states no supply.",
    });
    proxy.behaviour = {
      refuse: ({ method }) =>
        method === "eth_call"
          ? { error: { code: -32_000, message: "missing trie node 12 (path )" } }
          : undefined,
    };
    await settle();
    await sync(one(address));
    expect((await statusOf(one(address)))?.problem).toMatch(/missing trie node/);
    expect(await checks()).toEqual([]);
    expect((await published("total_supply_token")).size).toBeGreaterThan(0);
  });

  it("has an upgraded proxy is read on, and flagged once its new contract differs", async () => {
    const [plain, rebasing] = await mine([
      { data: tokenBytecode() },
      { data: tokenBytecode({ isRebasing: true }) },
    ]);
    const address = await deploy(proxyBytecode());
    await mine([{ to: address, data: upgradeTo(plain ?? "") }]);
    await send(address, [[zeroAddress, ANN, 100n * UNIT]]);
    await settle();
    await sync(one(address));
    expect(await statusOf(one(address))).toMatchObject({ stated: 100n * UNIT, kind: null });
    await mine([{ to: address, data: upgradeTo(rebasing ?? "") }]);
    await mine([{ to: address, data: setIndex(2_000n) }]);
    await send(address, [[ANN, BEN, 30n * UNIT]]);
    await settle();
    await sync(one(address));
    expect(await statusOf(one(address))).toMatchObject({
      ...{ ledger: 100n * UNIT, stated: 200n * UNIT, kind: "rebasing" },
    });
    expect(await checks()).toHaveLength(1);
    // The difference ends with the index.
    await mine([{ to: address, data: setIndex(1_000n) }]);
    await settle();
    await sync(one(address));
    expect(await checks()).toEqual([]);
    expect(await checks("resolved")).toHaveLength(1);
  });

  it("emits events of other forms is read by those with an amount, and the others are counted", async () => {
    const address = await deploy(emitterBytecode());
    const hex = (value: bigint) => value.toString(16).padStart(64, "0");
    const [zero, ann, ben] = [0n, BigInt(ANN), BigInt(BEN)];
    await mine([
      { to: address, data: emitTransfer([zero, ann], hex(7n)) },
      // As before the standard: all parameters in the data.
      { to: address, data: emitTransfer([], hex(ann) + hex(ben) + hex(2n)) },
      { to: address, data: emitTransfer([zero, ann, 12n], "") },
      { to: address, data: emitTransfer([zero, ann], "") },
      { to: address, data: emitTransfer([zero, ann], hex(1n) + hex(2n)) },
      { to: address, data: emitTransfer([zero, ann], "ff") },
      { to: address, data: emitTransfer([zero, 2n ** 200n], hex(3n)) },
    ]);
    await settle();
    const report = await sync(one(address, { decimals: 0 }));
    expect(report.networks[0]?.notes.map(({ reason }) => reason)).toEqual([
      "5 Transfer events without an amount: in no figure.",
    ]);
    expect([...(await published("total_supply_token")).values()].at(-1)).toBe(7);
    expect([...(await published("holding_addresses_count")).values()].at(-1)).toBe(2);
  });

  it("states no decimals is read with those of the catalog, and otherwise not at all", async () => {
    const address = await deploy(tokenBytecode({ lacksDecimals: true }));
    const large = await deploy(tokenBytecode({ decimals: 77 }));
    const six = await deploy(tokenBytecode({ decimals: 6 }));
    await send(address, [[zeroAddress, ANN, 5_000n]]);
    await send(six, [[zeroAddress, ANN, 2_500_000n]]);
    await settle();
    const unknown = await sync(
      one(address, { decimals: null }),
      token(2, "aaa", "one", { address: large, decimals: null }),
      token(3, "aaa", "one", { address: six, decimals: null }),
    );
    expect(unknown.networks[0]?.skipped.map(({ reason }) => reason)).toEqual([
      "Neither the catalog nor its contract states its decimals.",
      "Neither the catalog nor its contract states its decimals.",
    ]);
    expect([...(await published("total_supply_token", 3)).values()].at(-1)).toBe(2.5);
    await sync(one(address, { decimals: 3 }));
    expect([...(await published("total_supply_token")).values()].at(-1)).toBe(5);
  });

  it("moves amounts near 2^256 has no figure that does not fit, and the others exactly", async () => {
    const address = await deploy(tokenBytecode());
    const most = 2n ** 256n - 1n;
    await send(address, [[zeroAddress, ANN, 1_000n * UNIT]]);
    await send(address, [[zeroAddress, BEN, 2n ** 230n]]);
    await send(address, [[BEN, zeroAddress, 2n ** 230n]]);
    await send(address, [[zeroAddress, CY, most - 2_000n * UNIT]]);
    await send(address, [[ANN, BEN, 10n * UNIT]]);
    await settle();
    const last = day - 1;
    const report = await sync(one(address));
    const supply = await published("total_supply_token");
    expect([...supply.keys()]).toEqual([last - 4, last - 3, last - 2].map(dateOf));
    expect(supply.get(dateOf(last - 4))).toBe(1_000);
    expect(supply.get(dateOf(last - 3))).toBe(Number(2n ** 230n + 1_000n * UNIT) / 1e18);
    // Nothing is lost when large amounts are gone.
    expect(supply.get(dateOf(last - 2))).toBe(1_000);
    const hhi = await published("holder_concentration_hhi");
    expect([...hhi]).toEqual([[dateOf(last - 4), 1]]);
    const mints = await published("daily_mints_token");
    expect([...mints.keys()]).toEqual([last - 4, last - 3, last - 2, last].map(dateOf));
    expect((await published("daily_transfer_volume_token")).get(dateOf(last))).toBe(10);
    expect((await published("daily_transfer_count")).get(dateOf(last))).toBe(1);
    expect(report.networks[0]?.notes.map(({ reason }) => reason)).toEqual([
      "No amounts on 2 days: they do not fit into 256 bits.",
      "No concentration on 4 days: the squares of its balances do not fit into 256 bits.",
    ]);
  });

  it("is one of two of an asset on a network counts beside the other", async () => {
    const [first = "", second = ""] = await mine([{ data: tokenBytecode() }, { data: tokenBytecode() }]);
    await send(first, [[zeroAddress, ANN, 30n * UNIT]]);
    await send(second, [[zeroAddress, ANN, 12n * UNIT]]);
    await settle();
    await sync(one(first), token(2, "aaa", "one", { address: second, decimals: 18 }));
    const totals = await test.store.compactRows<[value: number]>(
      "SELECT val FROM entity_metrics WHERE entity_type = 'asset' AND entity_id = 1 AND metric_id = 100001",
    );
    expect(totals).toEqual([[42]]);
  });
});
