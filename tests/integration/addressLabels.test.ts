/** Figures by the labels of addresses against a plain evaluation, and after changes of the labels, with a real node. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type AddressRow, addressSchema, type Catalog } from "#domain/catalog";
import { metricByName } from "#domain/metrics";
import { indexCatalog } from "#domain/resources";
import { commit, loadCatalog } from "#ingest";
import { syncChains } from "../../src/ingest/chain/syncChains";
import { asset, catalogOf, network, token } from "../../src/ingest/testSupport/catalogBuilder";
import { EVM_NODE_MISSING, type EvmNode, evmNodeBinary, startEvmNode } from "../support/evmNode";
import { openTestStore, type TestStore } from "../support/ingestStore";
import { plainLabels } from "../support/plainLabels";
import { generateChain, type TestChain } from "../support/testChain";

const missing = (await evmNodeBinary()) === null ? EVM_NODE_MISSING : "";
const NOW = new Date("2025-06-01T12:00:00Z");
const BLOCKS = 140;
const INTERVAL = 5 * 3_600;

describe.skipIf(missing !== "")("labels of addresses", () => {
  let node: EvmNode;
  let chain: TestChain;
  let test: TestStore;
  beforeAll(async () => {
    node = await startEvmNode();
    chain = await generateChain(node, {
      seed: Date.now(),
      tokens: 2,
      blocks: BLOCKS,
      interval: INTERVAL,
      holders: 12,
    });
    await node.rpc("anvil_mine", ["0x60", "0x1"]);
  });
  beforeEach(async () => {
    test = await openTestStore();
  });
  afterEach(() => test.close());
  afterAll(() => node?.stop());

  const dayOf = (block: number) =>
    new Date((1_735_689_600 + block * INTERVAL) * 1_000).toISOString().slice(0, 10);
  const lastDay = () => new Date(Date.parse(dayOf(BLOCKS + 1)) - 86_400_000).toISOString().slice(0, 10);
  let id = 0;
  const labelled = (holder: number, kind: AddressRow["kind"], extra: Partial<AddressRow> = {}): AddressRow =>
    addressSchema.parse({
      id: ++id,
      network: "one",
      address: `0x${holder.toString(16).padStart(40, "a")}`,
      name: "One",
      kind,
      source: "https://example.com/facts",
      ...(kind === "pool" ? { owner: "lender", owner_name: "Lender" } : {}),
      ...extra,
    });

  /** Asset `aaa` has a bridged token on another network, `bbb` has none. */
  const catalogWith = (addresses: readonly AddressRow[]): Catalog =>
    catalogOf({
      networks: [network(1, "one", { chain_id: 31_337 }), network(2, "two")],
      assets: [asset(1, "aaa"), asset(2, "bbb")],
      tokens: [
        token(1, "aaa", "one", { address: chain.tokens[0] ?? "", decimals: 18 }),
        token(2, "bbb", "one", { address: chain.tokens[1] ?? "", decimals: 18 }),
        token(3, "aaa", "two", { is_bridged: true }),
      ],
      addresses,
    });
  async function sync(catalog: Catalog) {
    await commit(test.store, { today: "2025-06-01" }, () => loadCatalog(test.store, catalog));
    return syncChains(test.store, {
      catalog: indexCatalog(catalog),
      endpoints: new Map([["one", [node.url]]]),
      assets: "all",
      now: () => NOW,
      exclusively: (work) => work(),
      onFailure: (_, error) => {
        throw error;
      },
    });
  }
  const plain = (index: number, addresses: readonly AddressRow[]) =>
    plainLabels(
      chain.transfers.filter(({ contract }) => contract === chain.tokens[index]),
      { lastDay: lastDay(), asset: index === 0 ? "aaa" : "bbb", addresses },
    );
  const published = async (tokenId: number, metric: string) =>
    new Map(
      await test.store.compactRows<[day: string, value: number]>(
        `SELECT toString(date), value FROM observations FINAL WHERE token_id = {tokenId:UInt32}
          AND metric_id = {metric:UInt32} AND provider = 'chain'`,
        { tokenId, metric: metricByName(metric)?.id },
      ),
    );
  async function expectPlain(index: number, addresses: readonly AddressRow[]) {
    const expected = plain(index, addresses);
    const sums = await test.store.rows(
      `SELECT day, toString(excluded) AS excluded, toString(withheld) AS withheld, toString(inactive) AS inactive,
        toString(pooled) AS pooled FROM ledger_labels FINAL WHERE contract_id = {id:UInt32} ORDER BY day`,
      { id: index + 1 },
    );
    expect(sums).toEqual(
      expected.map(({ day, excluded, withheld, inactive, pooled }) => ({
        day,
        ...{ excluded: String(excluded), withheld: String(withheld) },
        ...{ inactive: String(inactive), pooled: String(pooled) },
      })),
    );
    const pools = await test.store.compactRows<[day: string, protocol: string, balance: string]>(
      `SELECT toString(day), protocol, toString(balance) FROM ledger_pools FINAL WHERE contract_id = {id:UInt32}
        ORDER BY day, protocol`,
      { id: index + 1 },
    );
    expect(pools).toEqual(
      expected.flatMap(({ day, pools: balances }) =>
        Object.entries(balances)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([protocol, balance]) => [day, protocol, String(balance)]),
      ),
    );
    const figures = {
      circulating_supply_token: ({ supply, excluded }: (typeof expected)[number]) => supply - excluded,
      active_supply_token: ({ supply, inactive }: (typeof expected)[number]) => supply - inactive,
      defi_supply_token: ({ pooled }: (typeof expected)[number]) => pooled,
      ...(index === 0 && {
        bridged_token_supply_token: ({ supply, withheld }: (typeof expected)[number]) => supply - withheld,
      }),
    };
    for (const [metric, unitsOf] of Object.entries(figures)) {
      const found = await published(index + 1, metric);
      expect([...found.keys()].sort(), metric).toEqual(expected.map(({ day }) => day));
      for (const row of expected) {
        const value = Number(unitsOf(row)) / 1e18;
        expect(Math.abs((found.get(row.day) ?? Number.NaN) - value), metric).toBeLessThanOrEqual(
          4e-15 * Math.abs(value),
        );
      }
    }
  }
  const some = () => [
    labelled(1, "treasury", { excludes_circulating: true }),
    labelled(2, "escrow", { asset: "aaa" }),
    labelled(3, "issuer", { from_date: dayOf(30), to_date: dayOf(60) }),
    labelled(3, "custodian", { from_date: dayOf(90), excludes_circulating: true }),
    labelled(4, "pool"),
    labelled(5, "pool", { owner: "exchange", owner_name: "Exchange" }),
    // A label of the asset within one of all assets.
    labelled(6, "pool"),
    labelled(6, "exchange", { asset: "bbb", from_date: dayOf(40), to_date: dayOf(70) }),
    labelled(7, "escrow"),
    labelled(8, "burn", { excludes_circulating: true }),
    labelled(99, "pool"),
    labelled(9, "treasury", { network: "two", address: "elsewhere", excludes_circulating: true }),
  ];

  it("give circulating, net and active supply and use in DeFi, equal to a plain evaluation", async () => {
    const addresses = some();
    await sync(catalogWith(addresses));
    await expectPlain(0, addresses);
    await expectPlain(1, addresses);
    // An escrow of all assets says nothing of an asset without one of its own.
    expect((await published(2, "bridged_token_supply_token")).size).toBe(0);
  });

  it("are applied to all days after a change, and figures without labels are removed", async () => {
    await sync(catalogWith([]));
    for (const metric of ["circulating_supply_token", "active_supply_token", "defi_supply_token"])
      expect((await published(1, metric)).size).toBe(0);
    const addresses = some();
    expect((await sync(catalogWith(addresses))).figures).toBeGreaterThan(100);
    await expectPlain(0, addresses);
    expect((await sync(catalogWith(addresses))).figures).toBe(0);
    const changed = addresses.map((row, index) => (index === 0 ? { ...row, to_date: dayOf(50) } : row));
    await sync(catalogWith(changed));
    await expectPlain(0, changed);
    await expectPlain(1, changed);
    await sync(catalogWith([]));
    for (const metric of ["circulating_supply_token", "active_supply_token", "defi_supply_token"])
      expect((await published(1, metric)).size).toBe(0);
    expect((await published(1, "total_supply_token")).size).toBeGreaterThan(20);
  });

  it("leave net supply unknown where bridged units are not observed, so that none counts twice", async () => {
    const netSupply = async () =>
      test.store.compactRows<[tokenId: number]>(
        `SELECT DISTINCT token_id FROM daily_metrics FINAL WHERE asset_id = 1 AND metric_id = 100003 AND token_id < 10`,
      );
    await sync(catalogWith([labelled(7, "escrow")]));
    expect(await netSupply()).toEqual([]);
    await sync(catalogWith([labelled(2, "escrow", { asset: "aaa" })]));
    expect(await netSupply()).toEqual([[1]]);
  });
});
