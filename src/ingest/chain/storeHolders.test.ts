/** Holders of random ledgers, against a plain evaluation. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addressSchema, type Catalog } from "#domain/catalog";
import { holdersResource, indexCatalog } from "#domain/resources";
import { openTestStore, type TestStore } from "../../../tests/support/ingestStore";
import { readDataVersion } from "../dataVersion";
import { asset, catalogOf, network, token } from "../testSupport/catalogBuilder";
import { NO_LABELS } from "./addressLabels";
import { WHOLE_CHAIN } from "./ledgerBounds";
import { registerContracts } from "./ledgerStore";
import type { LedgerToken } from "./ledgerTokens";
import { forgetHolders, storeHolders } from "./storeHolders";

const ADDRESSES = [1, 2, 3, 4].map((digit) => `0x${String(digit).repeat(40)}`);
const DECIMALS = [18, 6, 0, 24];
const LAST_DAY = "2025-03-10";
const DAY_MS = 86_400_000;
const dayAfter = (days: number) =>
  new Date(Date.parse("2025-03-01") + days * DAY_MS).toISOString().slice(0, 10);

const catalog = catalogOf({
  networks: [network(1, "one", { chain_id: 1 })],
  assets: [asset(1, "aaa")],
  tokens: ADDRESSES.map((address, index) =>
    token(index + 1, "aaa", "one", { address, decimals: DECIMALS[index] ?? 18 }),
  ),
});

interface Change {
  holder: bigint;
  day: number;
  change: bigint;
}

/** Changes by day that never leave a balance below zero, and often leave one of zero. */
function drawChanges(scale: bigint): Change[] {
  return Array.from({ length: 60 }, (_, index) => BigInt(index + 1) ** 20n).flatMap((holder) => {
    let balance = 0n;
    return Array.from({ length: 10 }, (_, day) => day).flatMap((day): Change[] => {
      if (Math.random() < 0.5) return [];
      const chance = Math.random();
      const drawn =
        BigInt(Math.floor(Math.random() * 1_000_000)) * scale + BigInt(Math.floor(Math.random() * 10));
      const change = chance < 0.3 ? -balance : chance < 0.4 ? 0n : drawn;
      balance += change;
      return [{ holder, day, change }];
    });
  });
}

const decimalText = (units: bigint, decimals: number): string => {
  const digits = String(units).padStart(decimals + 1, "0");
  const at = digits.length - decimals;
  return decimals === 0 ? digits : `${digits.slice(0, at)}.${digits.slice(at)}`;
};

function expectedHolders(
  changes: readonly Change[],
  { tokenId, decimals }: { tokenId: number; decimals: number },
) {
  const supply = changes.reduce((sum, { change }) => sum + change, 0n);
  return [...new Set(changes.map(({ holder }) => holder))].flatMap((holder) => {
    const own = changes.filter((one) => one.holder === holder);
    let balance = 0n;
    let since = 0;
    for (const { day, change } of own) {
      if (balance === 0n && change > 0n) since = day;
      balance += change;
    }
    if (balance === 0n) return [];
    const address = `0x${holder.toString(16).padStart(40, "0")}`;
    return [
      {
        ...{ id: `${tokenId}-${address}`, address, token_id: tokenId, token_decimals: decimals },
        balance_exact: decimalText(balance, decimals),
        share_percent: (100 * Number(balance)) / Number(supply),
        ...{ since: dayAfter(since), last_active: dayAfter(own.at(-1)?.day ?? 0), date: LAST_DAY },
      },
    ];
  });
}

describe("holders of tokens", () => {
  let test: TestStore;
  let tokens: LedgerToken[];
  let changes: Change[][];
  beforeAll(async () => {
    test = await openTestStore();
    const contracts = await registerContracts(test.store, { networkId: 1, addresses: ADDRESSES });
    tokens = contracts.map((contract, index) => {
      const decimals = DECIMALS[index] ?? 18;
      return {
        contract,
        tokenId: index + 1,
        assetId: 1,
        label: "",
        decimals,
        bounds: WHOLE_CHAIN,
        kind: null,
        labels: NO_LABELS,
      };
    });
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    await forgetHolders(test.store);
    await test.store.run("TRUNCATE TABLE ledger_holder_days");
    await test.store.run("TRUNCATE TABLE ledger_daily");
    changes = tokens.map(({ decimals }) => drawChanges(10n ** BigInt(Math.max(0, decimals - 3))));
    for (const [index, { contract }] of tokens.entries())
      await writeLedger(contract.id, changes[index] ?? [], 1);
  });

  async function writeLedger(contractId: number, drawn: readonly Change[], version: number): Promise<void> {
    await test.store.insert(
      "ledger_holder_days",
      drawn.map(({ holder, day, change }) => {
        const row = { holder: String(holder), day: dayAfter(day), change: String(change) };
        return { contract_id: contractId, ...row, version };
      }),
    );
    const supply = String(drawn.reduce((sum, { change }) => sum + change, 0n));
    await test.store.insert("ledger_daily", [
      { contract_id: contractId, day: LAST_DAY, supply, squares: "0", version },
    ]);
  }

  const store = (of: Catalog = catalog, only = tokens) =>
    storeHolders(test.store, { catalog: indexCatalog(of), tokens: only, exclusively: (work) => work() });
  const readHolders = () =>
    test.store.rows<Record<string, unknown>>(
      `SELECT id, address, token_id, token_decimals, balance_exact, share_percent, toString(since) AS since,
        toString(last_active) AS last_active, toString(date) AS date FROM holders ORDER BY id`,
    );
  const expected = () =>
    tokens
      .flatMap(({ tokenId, decimals }, index) => expectedHolders(changes[index] ?? [], { tokenId, decimals }))
      .toSorted((one, other) => (one.id < other.id ? -1 : 1));

  it("have exact balances, shares, and the first day of their present holding", async () => {
    expect(await store()).toBe(tokens.length);
    const found = await readHolders();
    expect(found.length).toBeGreaterThan(100);
    expect(found.map(({ share_percent, ...row }) => row)).toEqual(
      expected().map(({ share_percent, ...row }) => row),
    );
    for (const [index, { share_percent }] of expected().entries())
      expect(Number(found[index]?.share_percent) / share_percent).toBeCloseTo(1, 12);
    const [row] = await test.store.rows<Record<string, unknown>>("SELECT * FROM holders LIMIT 1");
    expect(Object.keys(row ?? {})).toEqual(
      expect.arrayContaining(holdersResource.fields.map(({ name }) => name)),
    );
    expect(row).toMatchObject({
      asset_slug: "aaa",
      network_slug: "one",
      asset_class_slug: "treasuries",
      symbol: "AAA",
    });
  });

  it("are written again only after a change of the ledger or of the catalog", async () => {
    await store();
    const version = await readDataVersion(test.store);
    expect(await store()).toBe(0);
    expect(await readDataVersion(test.store)).toBe(version);
    const [first] = tokens;
    changes[0] = drawChanges(1n);
    await test.store.run("DELETE FROM ledger_holder_days WHERE contract_id = {id:UInt32}", {
      id: first?.contract.id ?? 0,
    });
    await writeLedger(first?.contract.id ?? 0, changes[0], 2);
    expect(await store()).toBe(1);
    expect((await readHolders()).map(({ id }) => id)).toEqual(expected().map(({ id }) => id));
    expect(await readDataVersion(test.store)).toBeGreaterThan(version);
    expect(await store({ ...catalog, assets: [asset(1, "aaa", { name: "Renamed" })] })).toBe(tokens.length);
    expect(await test.store.rows("SELECT DISTINCT asset_name FROM holders")).toEqual([
      { asset_name: "Renamed" },
    ]);
  });

  it("are labelled as the catalog says on that day, for their asset first", async () => {
    const [one = "", two = "", three = ""] = expected().map(({ address }) => address);
    const label = (address: string, extra: object) =>
      addressSchema.parse({
        ...{ id: 1, network: "one", address, name: "Any", kind: "custodian", source: "https://example.com" },
        ...extra,
      });
    await store({
      ...catalog,
      addresses: [
        label(one.toUpperCase().replace("0X", "0x"), { name: "Own", kind: "issuer", asset: "aaa" }),
        label(one, {}),
        label(two, { to_date: "2025-03-01" }),
        label(three, { asset: "aaa", kind: "pool", owner: "p", owner_name: "P", name: "Pool" }),
      ],
    });
    const rows = await test.store.rows<{ address: string }>(
      `SELECT DISTINCT address, address_label, address_kind FROM holders
        WHERE address_label IS NOT NULL OR address = {two:String} ORDER BY address_label NULLS LAST`,
      { two },
    );
    expect(rows).toEqual([
      { address: one, address_label: "Own", address_kind: "issuer" },
      { address: three, address_label: "Pool", address_kind: "pool" },
      { address: two, address_label: null, address_kind: null },
    ]);
  });

  it("disappear with the last of them, with a token that leaves the catalog, and all at once", async () => {
    await store();
    const [first] = tokens;
    changes[0] = [];
    await test.store.run("DELETE FROM ledger_holder_days WHERE contract_id = {id:UInt32}", {
      id: first?.contract.id ?? 0,
    });
    await writeLedger(first?.contract.id ?? 0, [], 3);
    await store();
    expect((await readHolders()).map(({ id }) => id)).toEqual(expected().map(({ id }) => id));
    expect(await store({ ...catalog, tokens: catalog.tokens.slice(0, 2) }, [])).toBe(2);
    expect(await test.store.rows("SELECT DISTINCT token_id FROM holders")).toEqual([{ token_id: 2 }]);
    const version = await readDataVersion(test.store);
    await forgetHolders(test.store);
    expect(await readHolders()).toEqual([]);
    expect(await readDataVersion(test.store)).toBeGreaterThan(version);
  });
});
