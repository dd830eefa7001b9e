/** Tokens on Tron, read by the same reader from a node that answers as java-tron does. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Catalog } from "#domain/catalog";
import { parseQuery } from "#domain/query";
import { indexCatalog } from "#domain/resources";
import { commit, loadCatalog } from "#ingest";
import { createMarket, listResource } from "#market";
import { addressSql, shownAddress, TRON_CHAIN_ID } from "../../src/ingest/chain/ledgerNetworks";
import { readLedgerStates } from "../../src/ingest/chain/ledgerStates";
import { syncChains } from "../../src/ingest/chain/syncChains";
import { verifyLedger } from "../../src/ingest/chain/verifyLedger";
import { asset, catalogOf, network, token } from "../../src/ingest/testSupport/catalogBuilder";
import { EVM_NODE_MISSING, type EvmNode, evmNodeBinary, startEvmNode } from "../support/evmNode";
import { openTestStore, type TestStore } from "../support/ingestStore";
import { javaTron } from "../support/javaTron";
import { plainLedger } from "../support/plainLedger";
import { type RpcProxy, startRpcProxy } from "../support/rpcProxy";
import { generateChain, type TestChain } from "../support/testChain";

const missing = (await evmNodeBinary()) === null ? EVM_NODE_MISSING : "";
const tron = { ...network(1, "tron"), virtual_machine: "TVM" };

describe.skipIf(missing !== "")("a token on Tron", () => {
  let node: EvmNode;
  let chain: TestChain;
  let proxy: RpcProxy;
  let test: TestStore;
  let catalog: Catalog;
  let newest: number;
  beforeAll(async () => {
    node = await startEvmNode({ chainId: TRON_CHAIN_ID });
    chain = await generateChain(node, { seed: Date.now(), tokens: 1, blocks: 60, interval: 5 * 3_600 });
    // More blocks than a request may have.
    await node.rpc("anvil_mine", ["0x3000", "0x3"]);
    newest = Number(await node.rpc("eth_blockNumber"));
    proxy = await startRpcProxy(node.url, javaTron({ knowsFinalized: true }));
    catalog = catalogOf({
      networks: [tron],
      assets: [asset(1, "aaa")],
      tokens: [
        token(1, "aaa", "tron", { address: shownAddress(tron, chain.tokens[0] ?? ""), decimals: null }),
      ],
    });
  });
  beforeEach(async () => {
    test = await openTestStore();
    await commit(test.store, { today: "2025-06-01" }, () => loadCatalog(test.store, catalog));
  });
  afterEach(() => test.close());
  afterAll(async () => {
    await proxy?.stop();
    await node?.stop();
  });

  const selection = () => ({
    catalog: indexCatalog(catalog),
    endpoints: new Map([["tron", [proxy.url]]]),
    assets: "all" as const,
  });
  const sync = (endpoints?: Map<string, string[]>) =>
    syncChains(test.store, {
      ...selection(),
      ...(endpoints !== undefined && { endpoints }),
      now: () => new Date("2025-06-01T12:00:00Z"),
      exclusively: (work) => work(),
      onFailure: (_, error) => {
        throw error;
      },
    });

  it("has the transfers and figures of its events, within the limit of 5,000 blocks", async () => {
    const report = await sync();
    expect(report.networks[0]).toMatchObject({ error: null, tokens: 1, skipped: [] });
    expect(Number(report.networks[0]?.sync?.finalBlock)).toBe(newest - 64);
    expect(report.networks[0]?.transfers).toBe(chain.transfers.length);
    const remembered = (await readLedgerStates(test.store, "limit")).get(`${proxy.url} eth_getLogs`);
    expect(remembered).toMatchObject({ limit: 5_000, message: "exceed max block range: 5000" });
    const lastDay = report.networks[0]?.lastDay ?? "";
    const expected = plainLedger(chain.transfers, { lastDay, decimals: 18 }) as Record<string, string>[];
    const stored = await test.store.rows<Record<string, string>>(
      `SELECT toString(day) AS day, toString(holders) AS holders, toString(supply) AS supply, toString(volume) AS volume
        FROM ledger_daily FINAL ORDER BY day`,
    );
    expect(expected.length).toBeGreaterThan(5);
    expect(stored).toEqual(
      expected.map(({ day, holders, supply, volume }) => ({ day, holders, supply, volume })),
    );
  });

  it("is final at a depth where a node does not know final blocks", async () => {
    const older = await startRpcProxy(node.url, javaTron({ knowsFinalized: false }));
    try {
      const report = await sync(new Map([["tron", [older.url]]]));
      expect(Number(report.networks[0]?.sync?.finalBlock)).toBe(newest - 27);
    } finally {
      await older.stop();
    }
  });

  it("lists its transfers with addresses as T…, which filters and searches find", async () => {
    await sync();
    const market = createMarket({ store: test.store });
    const list = async (query: object) => {
      const { results } = await listResource(market, {
        resource: "transactions",
        query: parseQuery({ ...query, pagination: { perPage: 1_000 } }),
      });
      return results as unknown as { from_address: string | null; to_address: string | null }[];
    };
    const written = (address: string) => (/^0x0{40}$/.test(address) ? null : shownAddress(tron, address));
    const pairs = (rows: { from: unknown; to: unknown }[]) =>
      rows.map(({ from, to }) => `${from} ${to}`).sort();
    const rows = (await list({})).map(({ from_address: from, to_address: to }) => ({ from, to }));
    expect(pairs(rows)).toEqual(
      pairs(chain.transfers.map(({ from, to }) => ({ from: written(from), to: written(to) }))),
    );
    const someone = rows.find(({ from }) => from !== null)?.from ?? "";
    const own = rows.filter(({ from }) => from === someone).length;
    const filter = { field: "from_address", operator: "equals", value: someone };
    expect(await list({ filter })).toHaveLength(own);
    const either = rows.filter(({ from, to }) => from === someone || to === someone).length;
    expect(await list({ search: someone })).toHaveLength(either);
  });

  it("is written as T…, also in SQL, and verified by its ranges, since nodes keep no earlier state", async () => {
    await sync();
    const rows = await test.store.compactRows<[string, string]>(
      `SELECT DISTINCT ${addressSql(tron, "receiver")}, lower(leftPad(hex(receiver), 40, '0')) FROM ledger_transfers`,
    );
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.map(([shown]) => shown)).toEqual(rows.map(([, hex]) => shownAddress(tron, `0x${hex}`)));
    const holders = await test.store.compactRows<[string, string]>(
      "SELECT address, token_address FROM holders",
    );
    expect(holders.length).toBeGreaterThan(10);
    for (const [address] of holders) expect(rows.map(([one]) => one)).toContain(address);
    const shown = shownAddress(tron, chain.tokens[0] ?? "");
    const [verified] = await verifyLedger(test.store, { ...selection(), token: shown, ranges: 3 });
    expect(new Set(holders.map(([, address]) => address))).toEqual(new Set([shown]));
    expect(verified).toMatchObject({ token: `AAA (${shown})`, supply: null });
    expect(verified?.ranges.checked).toBeGreaterThan(0);
    expect(verified?.ranges.differing).toEqual([]);
    expect(verified?.problems).toEqual([expect.stringContaining("just support TAG as latest")]);
  });
});
