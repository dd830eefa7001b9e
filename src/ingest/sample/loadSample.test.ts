import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { metrics } from "#domain/metrics";
import { type CatalogIndex, ledgerResources } from "#domain/resources";
import { type MarketStore, migrateMarketStore, openMarketStore } from "#stores";
import { createObservationWriter } from "../../../tests/support/observationWriter";
import { loadCatalog } from "../catalog/loadCatalog";
import { readDataVersion } from "../dataVersion";
import { registerSource } from "../sources";
import { catalogFixture, namedAssets } from "../testSupport/catalogFixture";
import { clearSample } from "./clearSample";
import { loadSample } from "./loadSample";
import { isoOf } from "./primitives/days";
import { simulate } from "./simulation/simulate";
import { sampleStatus } from "./stored/sampleStatus";

const catalog = namedAssets();
const seed = 7;
const today = "2026-11-21";
const days = 100;
let folder = "";
let store: MarketStore;

const count = async (from: string) =>
  Number((await store.rows<{ n: string }>(`SELECT count() AS n FROM ${from}`))[0]?.n);
/** A checksum of the observations up to a day: equal for stores with the same rows. */
const digest = async (until: string) =>
  (
    await store.rows<{ n: string; hash: string }>(
      `SELECT count() AS n, sum(cityHash64(asset_id, token_id, metric_id, date, is_sample, value)) AS hash
        FROM observations FINAL WHERE date <= {until:Date}`,
      { until },
    )
  )[0];
/**
 * Completes the sample after any test before: existing rows are not written again. Tests of a first load
 * clear it before.
 */
const load = (options: Partial<Parameters<typeof loadSample>[2]> = {}, rows: CatalogIndex = catalog) =>
  loadSample(store, rows, { seed, today, days, ...options });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cadastre-sample-"));
  store = await openMarketStore({ url: null, folder });
  await migrateMarketStore(store);
  await loadCatalog(store, catalog);
});
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

describe("loading the sample", () => {
  it("stores the simulated values exactly, and serves them as sample", async () => {
    await clearSample(store, { today });
    const shares: number[] = [];
    const report = await load({ onProgress: (share) => shares.push(share) });
    const expected = new Map<string, number>();
    for (const { asset, series, window } of simulate(catalog, { seed, endDate: "2026-11-20", days })) {
      for (const { listingId, metric, values } of series) {
        values.forEach((value, i) => {
          if (Number.isNaN(value)) return;
          expected.set(`${asset.id} ${listingId} ${metric.id} ${isoOf(window.first + i)}`, value);
        });
      }
    }
    const stored = await store.compactRows<[number, number, number, string, number]>(
      "SELECT asset_id, token_id, metric_id, date, value FROM observations FINAL WHERE is_sample",
    );
    expect(stored).toHaveLength(expected.size);
    expect(report.observations).toBe(expected.size);
    const wrong = stored.filter(([a, t, m, date, value]) => expected.get(`${a} ${t} ${m} ${date}`) !== value);
    expect(wrong).toEqual([]);

    expect(await count("daily_metrics FINAL WHERE NOT is_sample")).toBe(0);
    expect(await count("daily_metrics FINAL WHERE derived")).toBeGreaterThan(0);
    for (const { table } of ledgerResources) {
      expect(await count(`${table} FINAL WHERE is_sample`), table).toBeGreaterThan(0);
      expect(await count(`${table} FINAL WHERE NOT is_sample`), table).toBe(0);
    }
    expect(await count("transactions FINAL")).toBe(report.transactions);
    expect(await count("loans FINAL")).toBe(report.loans);
    // News are prose.
    expect(await count("news FINAL WHERE match(summary, '\\\\d{4}-\\\\d\\\\d-\\\\d\\\\d\\\\b')")).toBe(0);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
    expect(await sampleStatus(store)).toEqual({
      loaded: true,
      loading: false,
      seed,
      from: "2026-08-13",
      upTo: "2026-11-20",
      assets: report.assets,
      observations: expected.size,
    });
  });

  it("has loans that add up to the served values of their asset", async () => {
    await load();
    const rows = await store.rows<{ slug: string; by_loans: string; by_pools: string; served: string }>(
      `SELECT l.slug AS slug, by_loans, by_pools, served FROM
        (SELECT asset_id, any(asset_slug) AS slug, sum(toInt64(round(outstanding_dollar * 100))) AS by_loans
          FROM loans FINAL WHERE status IN ('active', 'late') GROUP BY asset_id) AS l
        JOIN (SELECT asset_id, sum(toInt64(round(outstanding_capital_dollar * 100))) AS by_pools
          FROM pools FINAL GROUP BY asset_id) AS p USING (asset_id)
        JOIN (SELECT asset_id, toInt64(round(value * 100)) AS served FROM daily_metrics FINAL
          WHERE metric_id = 63 AND date = '2026-11-20') AS s USING (asset_id)`,
    );
    expect(rows.map((row) => row.slug).sort()).toEqual(["fidu", "heloc"]);
    for (const row of rows) {
      expect(row.by_loans).toEqual(row.served);
      expect(row.by_pools).toEqual(row.served);
    }
  });

  it("does nothing on a second run on the same day", async () => {
    await load();
    const before = [await digest(today), await readDataVersion(store), await count("transactions")];
    const again = await load();
    expect(Object.values(again).every((n) => n === 0)).toBe(true);
    expect([await digest(today), await readDataVersion(store), await count("transactions")]).toEqual(before);
  });

  it("leaves assets with real observations alone", async () => {
    await load();
    const usdt = catalog.assetBySlug.get("usdt");
    const token = catalog.tokensByAsset.get("usdt")?.[0];
    if (usdt === undefined || token === undefined) throw new Error("The fixture lacks usdt");
    const sourceId = await registerSource(store, {
      kind: "file",
      label: "usdt.csv",
      sha256: "a".repeat(64),
      isSample: false,
    });
    const writer = createObservationWriter(store, { sourceId, isSample: false });
    writer.add({
      assetId: usdt.id,
      listingId: token.id,
      metricId: 100001,
      date: "2026-11-20",
      value: 5,
    });
    await writer.flush();
    // Includes the versions of the rows, which change when they are written again.
    const written = () =>
      Promise.all(
        ["observations", "transactions", "loans"].map((table) =>
          store.rows(`SELECT count(), sum(cityHash64(toString(tuple(*)))) AS hash FROM ${table} FINAL
            WHERE is_sample AND asset_id != ${usdt.id}`),
        ),
      );
    const others = await written();
    const shares: number[] = [];
    expect(await load({ onProgress: (share) => shares.push(share) })).toMatchObject({
      observations: 0,
      transactions: 0,
    });
    expect(shares).toEqual([1]);
    expect(await written()).toEqual(others);
    expect(await count(`observations FINAL WHERE is_sample AND asset_id = ${usdt.id}`)).toBe(0);
    expect(await count(`daily_metrics FINAL WHERE is_sample AND asset_id = ${usdt.id}`)).toBe(0);
    expect(await count(`transactions FINAL WHERE asset_id = ${usdt.id}`)).toBe(0);
    expect(await count("observations FINAL WHERE is_sample")).toBeGreaterThan(0);

    await store.run("DELETE FROM observations WHERE NOT is_sample");
    await load();
    expect(await count(`observations FINAL WHERE is_sample AND asset_id = ${usdt.id}`)).toBeGreaterThan(0);
  });

  it("is completed by the next start after an interruption at any point", {
    timeout: 120_000,
  }, async () => {
    await load();
    const whole = await digest(today);
    for (const allowed of [0, 1, 3]) {
      await clearSample(store, { today });
      let writes = 0;
      const breaking: MarketStore = {
        ...store,
        insertTabSeparated: async (...given) => {
          if (writes++ >= allowed) throw new Error("broken off");
          return store.insertTabSeparated(...given);
        },
      };
      await expect(loadSample(breaking, catalog, { seed, today, days })).rejects.toThrow("broken off");
      expect(await sampleStatus(store)).toMatchObject({ loaded: false, loading: true });
      await load();
      expect(await digest(today)).toEqual(whole);
      expect(await sampleStatus(store)).toMatchObject({ loaded: true, loading: false });
    }
  });

  it("adds one day on the next day and leaves history unchanged", async () => {
    await load();
    const first = await count("observations FINAL");
    const before = await digest("2026-11-20");
    const next = await load({ today: "2026-11-22" });
    expect(next.observations).toBeGreaterThan(0);
    expect(next.observations).toBeLessThan(first / 50);
    expect(await digest("2026-11-20")).toEqual(before);
    expect(await count("observations FINAL WHERE date = '2026-11-21'")).toBe(next.observations);
    expect(await count("transactions FINAL WHERE toDate(timestamp) = '2026-11-21'")).toBeGreaterThan(0);
    expect(await count("transactions FINAL WHERE toDate(timestamp) = '2026-09-22'")).toBe(0);
    expect(await sampleStatus(store)).toMatchObject({ loaded: true, from: "2026-08-13", upTo: "2026-11-21" });
  });

  it("rewrites an asset when its catalog rows or the seed change", async () => {
    await load();
    const without = catalogFixture({
      ...catalog,
      tokens: catalog.tokens.filter((token) => !(token.asset === "buidl" && token.network === "solana")),
    });
    const gone = catalog.tokensByAsset.get("buidl")?.find((token) => token.network === "solana");
    const changed = await load({}, without);
    expect(changed.assets).toBe(1);
    expect(await count(`observations FINAL WHERE token_id = ${gone?.id}`)).toBe(0);
    const other = await load({ seed: 8 });
    expect(other.assets).toBeGreaterThan(10);
    expect(await sampleStatus(store)).toMatchObject({ loaded: true, seed: 8 });
  });
});

describe("clearing the sample", () => {
  it("leaves no sample row anywhere", async () => {
    await load();
    const { observations } = await clearSample(store, { today });
    expect(observations).toBeGreaterThan(0);
    const tables = ["observations", "daily_metrics", "entity_metrics", "sources"];
    for (const table of [...tables, ...ledgerResources.map((resource) => resource.table)]) {
      expect(await count(`${table} FINAL WHERE is_sample`), table).toBe(0);
    }
    expect(await sampleStatus(store)).toMatchObject({ loaded: false, loading: false, observations: 0 });
    expect(await clearSample(store, { today })).toEqual({ observations: 0 });
  });

  it("adds up to the same totals in all splits, now and before, including ended assets", {
    timeout: 240_000,
  }, async () => {
    await load({ days: 400 });
    const looked = [0, 7, 30, 90, 365]
      .map((back) => `sumOrNullIf(value, date = newest - ${back})`)
      .join(", ");
    const stored = "val, val_7d, val_30d, val_90d, val_365d";
    const about = (rows: unknown[][]) =>
      rows.map((row) => row.map((cell) => (typeof cell === "number" ? expect.closeTo(cell, 2) : cell)));
    for (const [type, column] of [
      ["asset", "asset_id"],
      ["asset_class", "asset_class_id"],
      ["network", "network_id"],
    ]) {
      const summed = `metric_id IN (${metrics.filter((m) => m.across.rule === "sum").map((m) => m.id)})`;
      const expected = await store.compactRows(
        `SELECT metric_id, assumeNotNull(t.${column}) AS k, ${looked} FROM daily_metrics AS d FINAL
         INNER JOIN dim_tokens AS t ON t.id = d.token_id
         INNER JOIN (SELECT metric_id, max(date) AS newest FROM daily_metrics GROUP BY metric_id) AS n USING (metric_id)
         WHERE ${summed} AND t.${column} IS NOT NULL GROUP BY metric_id, k ORDER BY metric_id, k`,
      );
      const found = await store.compactRows(
        `SELECT metric_id, entity_id, ${stored} FROM entity_metrics FINAL
         WHERE entity_type = '${type}' AND ${summed} ORDER BY metric_id, entity_id`,
      );
      expect(expected.length).toBeGreaterThan(50);
      expect(found).toEqual(about(expected));
    }
    const [eurt] = await store.compactRows<[string, string]>(
      `SELECT max(reported), countIf(val IS NOT NULL) FROM entity_metrics FINAL
       WHERE entity_type = 'asset' AND entity_id = (SELECT id FROM dim_assets WHERE slug = 'eurt')`,
    );
    expect(eurt).toEqual(["2025-11-25", "0"]);
  });
});
