/** Comparing the ledger with contracts and endpoints, and reading it again, with a real node. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Catalog } from "#domain/catalog";
import { indexCatalog } from "#domain/resources";
import { commit, loadCatalog } from "#ingest";
import { readLedgerStatus } from "../../src/ingest/chain/ledgerStatus";
import { rewindLedger } from "../../src/ingest/chain/rewindLedger";
import { syncChains } from "../../src/ingest/chain/syncChains";
import { isVerified, verifyLedger } from "../../src/ingest/chain/verifyLedger";
import { asset, catalogOf, network, token } from "../../src/ingest/testSupport/catalogBuilder";
import { EVM_NODE_MISSING, type EvmNode, evmNodeBinary, startEvmNode } from "../support/evmNode";
import { openTestStore, type TestStore } from "../support/ingestStore";
import { type Provider, type RpcProxy, startRpcProxy } from "../support/rpcProxy";
import { generateChain, type TestChain } from "../support/testChain";

const missing = (await evmNodeBinary()) === null ? EVM_NODE_MISSING : "";
const NOW = new Date("2025-06-01T12:00:00Z");

describe.skipIf(missing !== "")("the ledger beside its contracts", () => {
  let node: EvmNode;
  let chain: TestChain;
  let proxy: RpcProxy;
  let test: TestStore;
  let catalog: Catalog;
  beforeAll(async () => {
    node = await startEvmNode();
    chain = await generateChain(node, { seed: Date.now(), tokens: 2, blocks: 60, interval: 5 * 3_600 });
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
  const sync = () =>
    syncChains(test.store, {
      ...selection(),
      now: () => NOW,
      exclusively: (work) => work(),
      onFailure: (_, error) => {
        throw error;
      },
    });
  const verify = (wanted: string | null = null, behaviour: Provider = {}) => {
    proxy.behaviour = behaviour;
    return verifyLedger(test.store, { ...selection(), token: wanted, ranges: 3 });
  };
  const tables = ["ledger_transfers", "ledger_holder_days", "ledger_daily"];
  const rowsOf = async (table: string) =>
    await test.store.rows(
      `SELECT * EXCEPT ${table === "ledger_transfers" ? "contract_id" : "version"} FROM ${table} FINAL ORDER BY ALL`,
    );

  it("equals supply, balances and ranges of an honest node", async () => {
    await sync();
    const found = await verify();
    expect(found.map(isVerified)).toEqual([true, true]);
    for (const { supply, balances, ranges, problems, block } of found) {
      expect(block).toBe(61n + 96n - 64n);
      expect(Number(supply?.ledger)).toBeGreaterThan(0);
      // The largest five and twenty others, which can be the same.
      expect(balances.checked).toBeGreaterThanOrEqual(20);
      expect(ranges.checked).toBeGreaterThan(0);
      expect(problems).toEqual([]);
    }
    expect((await verify("bbb")).map((one) => one.token)).toEqual([found[1]?.token]);
    expect((await verify(chain.tokens[0]?.toUpperCase().replace("0X", "0x"))).length).toBe(1);
    expect(await verify("ccc")).toEqual([]);
  });

  it("names a supply and a balance that no transfer explains", async () => {
    await sync();
    const [found] = await verify("aaa", {
      change: ({ method, params }, result) => {
        const [call] = params as [{ data?: string }];
        if (method !== "eth_call") return result;
        const isSupply = call.data === "0x18160ddd";
        const isLastHolder = call.data?.endsWith(`${"a".repeat(39)}1`);
        return isSupply || isLastHolder
          ? `0x${(BigInt(String(result)) + 7n).toString(16).padStart(64, "0")}`
          : result;
      },
    });
    if (found === undefined || found.supply === null) throw new Error("The supply was not compared.");
    expect(isVerified(found)).toBe(false);
    expect(BigInt(found.supply.contract) - BigInt(found.supply.ledger)).toBe(7n);
    for (const { holder, ledger, contract } of found.balances.differing) {
      expect(holder).toBe(`0x${"a".repeat(39)}1`);
      expect(BigInt(contract) - BigInt(ledger)).toBe(7n);
    }
  });

  it("names a range that was read without a transfer, and reads it again after a rewind", async () => {
    const [target] = chain.transfers.filter(
      ({ contract, value }) => contract === chain.tokens[0] && value > 0n,
    );
    let dropped = 0;
    proxy.behaviour = {
      change: ({ method }, result) => {
        if (method !== "eth_getLogs" || !Array.isArray(result)) return result;
        return result.filter((log) => {
          const isTarget = Number(log.blockNumber) === target?.block && log.address === target?.contract;
          if (isTarget) dropped += 1;
          return !isTarget;
        });
      },
    };
    await sync();
    expect(dropped).toBeGreaterThan(0);
    const [found] = await verify("aaa");
    expect(found && isVerified(found)).toBe(false);
    expect(found?.ranges.differing[0]?.reason).toMatch(
      /^The transfers that \S+ reports \(\d+\) differ from those read from \S+ \(\d+\)\.$/,
    );

    const rewound = await rewindLedger(test.store, {
      ...selection(),
      token: "aaa",
      block: BigInt(target?.block ?? 0),
    });
    expect(rewound).toHaveLength(1);
    const [one] = await readLedgerStatus(test.store, selection());
    expect(one?.tokens.map(({ block }) => block)).toEqual([
      rewound[0]?.from ? rewound[0].from - 1n : null,
      found?.block,
    ]);
    await sync();
    expect((await verify()).map(isVerified)).toEqual([true, true]);
    const again: unknown[] = [];
    for (const table of tables) again.push(await rowsOf(table));
    const figures = await test.store.rows(
      "SELECT token_id, metric_id, date, value FROM observations FINAL ORDER BY ALL",
    );
    // The same as of a store that never read the false range.
    await test.close();
    test = await openTestStore();
    await commit(test.store, { today: "2025-06-01" }, () => loadCatalog(test.store, catalog));
    await sync();
    for (const [index, table] of tables.entries()) expect(again[index]).toEqual(await rowsOf(table));
    expect(figures).toEqual(
      await test.store.rows("SELECT token_id, metric_id, date, value FROM observations FINAL ORDER BY ALL"),
    );
  });

  it("says what could not be compared", async () => {
    expect((await verify("aaa"))[0]?.problems).toEqual(["Nothing of it has been read yet."]);
    await sync();
    const [pruned] = await verify("aaa", {
      refuse: ({ method }) =>
        method === "eth_call"
          ? { error: { code: -32_000, message: "missing trie node 1234 (path )" } }
          : undefined,
    });
    expect(pruned?.supply).toBe(null);
    expect(pruned?.problems[0]).toMatch(/^Supply and balances of block \d+: .*missing trie node/);
    const [silent] = await verify("aaa", {
      refuse: ({ method }) =>
        method === "eth_call" ? { error: { code: 3, message: "execution reverted" } } : undefined,
    });
    expect(silent?.problems[0]).toBe("Its contract states no supply.");
    expect(silent?.problems[1]).toMatch(/^Its contract does not state \d+ balances\.$/);
    const [unread] = await verify("aaa", {
      refuse: ({ method }) =>
        method === "eth_getLogs"
          ? { error: { code: 4444, message: "pruned history unavailable" } }
          : undefined,
    });
    expect(unread?.ranges.checked).toBe(0);
    expect(unread?.problems[0]).toMatch(
      /^Blocks \d+ to \d+ could not be read again\. .*pruned history unavailable/,
    );
    const [other] = await verify("aaa", {
      change: ({ method }, result) => (method === "eth_chainId" ? "0x1" : result),
    });
    expect(other?.problems[0]).toContain("Its chain id is 1, not 31337.");
  });

  it("uses endpoints for what their roles say", async () => {
    await sync();
    const roles = (role: string) => ({
      ...selection(),
      endpoints: new Map([["one", [`${node.url}#history`, `${proxy.url}#${role}`]]]),
    });
    const before = new Map(proxy.calls);
    const verified = await verifyLedger(test.store, { ...roles("archive"), token: null, ranges: 1 });
    expect(verified.map(isVerified)).toEqual([true, true]);
    expect(verified.map(({ supply }) => supply === null)).toEqual([false, false]);
    expect(proxy.calls.get("eth_getLogs")).toBe(before.get("eth_getLogs"));
    expect(proxy.calls.get("eth_call")).toBeGreaterThan(before.get("eth_call") ?? 0);
    const other = await verifyLedger(test.store, { ...roles("head"), token: null, ranges: 1 });
    expect(other[0]?.problems).toEqual([
      expect.stringMatching(/: No endpoint with the role archive can be used\.$/),
    ]);
    expect(other[0]?.ranges.checked).toBe(1);
  });

  it("shows what was read of each token", async () => {
    const [before] = await readLedgerStatus(test.store, selection());
    expect(before?.tokens.map(({ block, transfers, endpoint }) => [block, transfers, endpoint])).toEqual([
      [null, 0, null],
      [null, 0, null],
    ]);
    await sync();
    const [after] = await readLedgerStatus(test.store, selection());
    expect(after).toMatchObject({ network: "one", endpoints: 1 });
    for (const [index, { transfers, missingBlocks, lastDay, blockDay, endpoint }] of (
      after?.tokens ?? []
    ).entries()) {
      const own = chain.transfers.filter(({ contract }) => contract === chain.tokens[index]);
      expect(transfers).toBe(own.length);
      expect([missingBlocks, endpoint]).toEqual([0, new URL(proxy.url).origin]);
      expect(lastDay !== null && blockDay !== null && lastDay < blockDay).toBe(true);
    }
  });
});
