/** Each check, broken on purpose by an import or by writing rows, found, and resolved. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { evidenceSchema } from "#domain/catalog";
import { checkSlugs } from "#domain/checks";
import { isoDay } from "#domain/days";
import { type MetricSlug, metricOfSlug } from "#domain/metrics";
import { ASSET_LISTING_OFFSET, indexCatalog } from "#domain/resources";
import { readPublication } from "#stores";
import { openTestStore, type TestStore } from "../../../tests/support/ingestStore";
import { createObservationWriter } from "../../../tests/support/observationWriter";
import { loadCatalog } from "../catalog/loadCatalog";
import { commit } from "../commit";
import { readDataVersion } from "../dataVersion";
import { deriveDailyMetrics } from "../derive/deriveDailyMetrics";
import { importFiles } from "../files/importFiles";
import { markChecksDue, readDueChecks } from "../observations/dueChecks";
import { nextRowVersion } from "../rowVersion";
import { writeSetting } from "../settings";
import { asset, catalogOf, network, token } from "../testSupport/catalogBuilder";
import { runChecks } from "./runChecks";

const today = "2024-03-31";
const parts = {
  networks: [network(1, "ethereum"), network(3, "polygon")],
  assets: [asset(101, "alpha"), asset(102, "beta")],
  tokens: [
    token(1011, "alpha", "ethereum"),
    token(1012, "alpha", "polygon"),
    token(1021, "beta", "ethereum"),
    token(1022, "beta", "ethereum", { symbol: "BETA2", address: `0x${"b".repeat(40)}` }),
  ],
};
const catalog = indexCatalog(catalogOf(parts));

let test: TestStore;
beforeAll(async () => {
  test = await openTestStore();
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.reset();
  for (const table of ["checks", "ledger_supplies"]) await test.store.run(`TRUNCATE TABLE ${table}`);
  await commit(test.store, { today }, () => loadCatalog(test.store, catalog));
});

const dayOf = (day: number) => isoDay(Date.UTC(2024, 0, day));

let files = 0;
async function importRows(rows: readonly string[], provider?: string) {
  files += 1;
  const path = await test.file(`rows-${files}.csv`, `entity,metric,date,value\n${rows.join("\n")}\n`);
  return importFiles(test.store, catalog, { files: [path], provider, again: true, today });
}

/** Rows of a series from 1 January 2024 on. */
const series = (
  entity: string,
  metric: MetricSlug,
  values: readonly (number | null)[],
  first = 1,
): string[] =>
  values.flatMap((value, i) => (value === null ? [] : [`${entity},${metric},${dayOf(first + i)},${value}`]));

const writer = createObservationWriter;
/** Writes an observation that no import would accept. */
async function observe(listingId: number, metric: MetricSlug, date: string, value: number) {
  const observations = writer(test.store, { sourceId: 7, isSample: false });
  const assetId =
    listingId > ASSET_LISTING_OFFSET ? listingId - ASSET_LISTING_OFFSET : Math.floor(listingId / 10);
  observations.add({ assetId, listingId, metricId: metricOfSlug(metric).id, date, value });
  await commit(test.store, { today }, () => observations.flush());
}

type Result = [
  check: string,
  subject: string,
  metric: string,
  first: string,
  last: string,
  value: number,
  bound: number,
];
const results = (state: "open" | "resolved"): Promise<Result[]> =>
  test.store.compactRows<Result>(
    `SELECT check_slug, subject, measure_slug, toString(date), toString(last_date), value, bound FROM checks FINAL
      WHERE state = {state:String} ORDER BY check_slug, subject, measure_slug, date`,
    { state },
  );

/** Results of one check. */
const open = async (check: (typeof checkSlugs)[number]) =>
  (await results("open")).filter(([slug]) => slug === check).map(([, ...rest]) => rest);

/** Times of the results of a check, as stored. */
const times = (check: string, state: "open" | "resolved") =>
  test.store.compactRows<[since: string, resolved: string | null]>(
    "SELECT since, resolved FROM checks FINAL WHERE check_slug = {check:String} AND state = {state:String}",
    { check, state },
  );
const EARLIER = "2024-04-01 10:00:00";

/**
 * The open results of a check were found just now. Dates them back, and expects that another run over everything keeps
 * that time, as changes do that follow in the test (`expectResolved`).
 */
async function expectSince(check: (typeof checkSlugs)[number]) {
  const found = await times(check, "open");
  expect(found).not.toEqual([]);
  for (const [since, resolved] of found) {
    expect(Math.abs(Date.parse(`${since.replace(" ", "T")}Z`) - Date.now())).toBeLessThan(60_000);
    expect(resolved).toBeNull();
  }
  await test.store.run(
    `ALTER TABLE checks UPDATE since = '${EARLIER}' WHERE check_slug = '${check}' SETTINGS mutations_sync = 2`,
  );
  await writeSetting(test.store, {
    name: "checks_basis",
    value: "",
    version: await nextRowVersion(test.store),
  });
  expect(await runChecks(test.store)).toMatchObject({ opened: 0, resolved: 0 });
  expect(await times(check, "open")).toEqual(found.map(() => [EARLIER, null]));
}

/** Everything that was open is resolved, and stays in the history with the time at which it was first found. */
async function expectResolved(check: string) {
  expect((await results("open")).filter(([slug]) => slug === check)).toEqual([]);
  expect((await results("resolved")).map(([slug]) => slug)).toContain(check);
  for (const [since, resolved] of await times(check, "resolved")) {
    expect(since).toBe(EARLIER);
    expect(Date.now() - Date.parse(`${resolved?.replace(" ", "T")}Z`)).toBeLessThan(60_000);
  }
}

describe("a figure", () => {
  it("outside the limits of its metric is found, as one result for days in a row", async () => {
    await importRows(series("alpha-ethereum", "top_10_holders_share_percent", [50, 50, 50, 50]));
    await observe(1011, "top_10_holders_share_percent", dayOf(2), 140);
    await observe(1011, "top_10_holders_share_percent", dayOf(3), 130);
    expect(await open("outside_limits")).toEqual([
      ["ALPHA Fund (Ethereum)", "top_10_holders_share_percent", dayOf(2), dayOf(3), 140, 100],
    ]);
    await expectSince("outside_limits");
    await observe(1011, "top_10_holders_share_percent", dayOf(2), 40);
    expect(await open("outside_limits")).toEqual([
      ["ALPHA Fund (Ethereum)", "top_10_holders_share_percent", dayOf(3), dayOf(3), 130, 100],
    ]);
    await observe(1011, "top_10_holders_share_percent", dayOf(3), 40);
    await expectResolved("outside_limits");
  });

  it("above one that it is a part of is found, whichever source reported it", async () => {
    await importRows(series("alpha-ethereum", "top_10_holders_share_percent", [30, 60]), "a");
    await importRows(series("alpha-ethereum", "top_5_holders_share_percent", [40, 50]), "b");
    expect(await open("exceeds_whole")).toEqual([
      ["ALPHA Fund (Ethereum)", "top_5_holders_share_percent", dayOf(1), dayOf(1), 40, 30],
    ]);
    await expectSince("exceeds_whole");
    const [row] = await test.store.rows("SELECT statement, severity, bound_measure_slug FROM checks FINAL");
    expect(row).toEqual({
      statement: "Top 5 holders of ALPHA Fund (Ethereum): 40%, more than Top 10 holders, 30%. 2024-01-01.",
      severity: "error",
      bound_measure_slug: "top_10_holders_share_percent",
    });
    await importRows(series("alpha-ethereum", "top_10_holders_share_percent", [45]), "a");
    await expectResolved("exceeds_whole");
  });

  it("served at both levels is found", async () => {
    await importRows(series("alpha-ethereum", "total_supply_token", [5, 5]));
    const publication = await readPublication(test.store);
    const wrong = {
      metric_id: metricOfSlug("total_supply_token").id,
      asset_id: 101,
      token_id: ASSET_LISTING_OFFSET + 101,
      date: dayOf(2),
      value: 7,
      version: publication?.upTo,
      edition: publication?.daily.edition,
    };
    await test.store.insert("daily_metrics", [wrong]);
    await markChecksDue(test.store, new Map([[101, 0]]));
    await runChecks(test.store);
    expect(await open("both_levels")).toEqual([
      ["ALPHA Fund", "total_supply_token", dayOf(2), dayOf(2), 7, 5],
    ]);
    await expectSince("both_levels");
    await test.store.run(`DELETE FROM daily_metrics WHERE token_id = ${wrong.token_id}`);
    await markChecksDue(test.store, new Map([[101, 0]]));
    await runChecks(test.store);
    await expectResolved("both_levels");
  });

  it("of a group that differs from the sum of its parts is found", async () => {
    await importRows([
      ...series("alpha-ethereum", "total_supply_token", [5, 5]),
      ...series("beta-ethereum-1021", "total_supply_token", [6, 6]),
    ]);
    expect(await results("open")).toEqual([]);
    const add = (amount: number) =>
      test.store.run(
        `ALTER TABLE entity_metrics UPDATE val = val + ${amount}
          WHERE entity_type = 'network' AND entity_id = 1 AND metric_id = ${metricOfSlug("total_supply_token").id}
          SETTINGS mutations_sync = 2`,
      );
    await add(4);
    await markChecksDue(test.store, new Map([[101, 0]]));
    await runChecks(test.store);
    expect(await open("parts_differ")).toEqual([
      ["Ethereum", "total_supply_token", dayOf(2), dayOf(2), 15, 11],
    ]);
    await expectSince("parts_differ");
    await add(-4);
    await markChecksDue(test.store, new Map());
    await runChecks(test.store);
    await expectResolved("parts_differ");
    // Assets that have ended have no current figures.
    await importRows(series("alpha-polygon", "daily_transfer_count", Array(20).fill(4)));
    expect(await open("parts_differ")).toEqual([]);
  });

  it("of two addresses of an asset on one network is found if it is the same", async () => {
    await importRows([
      ...series("beta-ethereum-1021", "total_supply_token", [100, 120, 130]),
      ...series("beta-ethereum-1022", "total_supply_token", [90, 120, 130]),
    ]);
    expect(await open("counted_twice")).toEqual([
      ["BETA Fund (Ethereum)", "total_supply_token", dayOf(2), dayOf(3), 120, 120],
    ]);
    await expectSince("counted_twice");
    await importRows(series("beta-ethereum-1022", "total_supply_token", [0, 0, 0]));
    await expectResolved("counted_twice");
  });
});

describe("a series", () => {
  it("that changes by an implausible factor is found, unless an event explains it", async () => {
    await importRows(series("alpha", "price_dollar", [1, 1, 20, 20]));
    expect(await open("implausible_change")).toEqual([
      ["ALPHA Fund", "price_dollar", dayOf(3), dayOf(3), 20, 1],
    ]);
    await expectSince("implausible_change");
    const split = evidenceSchema.parse({
      id: 100052,
      asset: "alpha",
      kind: "corporate_action",
      state: "known",
      stated: dayOf(2),
      action_kind: "split",
      document: "Notice",
      publisher: "Alpha",
      source: "https://example.org/notice",
    });
    await commit(test.store, { today }, () =>
      loadCatalog(test.store, indexCatalog(catalogOf({ ...parts, evidence: [split] }))),
    );
    await expectResolved("implausible_change");
  });

  it("with more than seven missing days is found, also if it resumes long after", async () => {
    await importRows(series("alpha-ethereum", "daily_transfer_count", [3, 4]));
    await importRows(series("alpha-ethereum", "daily_transfer_count", [5], 60));
    expect(await open("gap")).toEqual([
      ["ALPHA Fund (Ethereum)", "daily_transfer_count", dayOf(3), dayOf(59), 57, 7],
    ]);
    await expectSince("gap");
    await importRows(series("alpha-ethereum", "daily_transfer_count", Array(20).fill(4), 3));
    expect(await open("gap")).toEqual([
      ["ALPHA Fund (Ethereum)", "daily_transfer_count", dayOf(23), dayOf(59), 37, 7],
    ]);
    await importRows(series("alpha-ethereum", "daily_transfer_count", Array(37).fill(4), 23));
    await expectResolved("gap");
  });

  it("of prices that is carried to the latest day is found, until it ends or resumes", async () => {
    await importRows([
      ...series("alpha-ethereum", "price_dollar", [1.01, 1.02]),
      ...series("beta-ethereum-1021", "daily_transfer_count", [1, 2, 3, 4, 5, 6]),
    ]);
    expect(await open("stale_price")).toEqual([
      ["ALPHA Fund (Ethereum)", "price_dollar", dayOf(3), dayOf(6), 4, 3],
    ]);
    await expectSince("stale_price");
    const ids = () => test.store.rows("SELECT id FROM checks FINAL WHERE check_slug = 'stale_price'");
    const before = await ids();
    await importRows(series("beta-ethereum-1021", "daily_transfer_count", [7], 7));
    expect(await open("stale_price")).toEqual([
      ["ALPHA Fund (Ethereum)", "price_dollar", dayOf(3), dayOf(7), 5, 3],
    ]);
    expect(await ids()).toEqual(before);
    // From the tenth day on the price is unknown, and no stale one is shown.
    await importRows(series("beta-ethereum-1021", "daily_transfer_count", [8, 9, 10, 11], 8));
    await expectResolved("stale_price");
  });

  it("of market prices that stays the same for weeks is found, except at exactly 1", async () => {
    const same = (value: number) => Array<number>(25).fill(value);
    await importRows([
      ...series("alpha-ethereum", "price_dollar", same(1.0203)),
      ...series("beta-ethereum-1021", "price_dollar", same(1)),
    ]);
    expect(await open("frozen_price")).toEqual([
      ["ALPHA Fund (Ethereum)", "price_dollar", dayOf(21), dayOf(25), 1.0203, 21],
    ]);
    await expectSince("frozen_price");
    await importRows(series("alpha-ethereum", "price_dollar", [1.0203, 1.0203], 26));
    expect(await open("frozen_price")).toEqual([
      ["ALPHA Fund (Ethereum)", "price_dollar", dayOf(21), dayOf(27), 1.0203, 21],
    ]);
    await importRows(series("alpha-ethereum", "price_dollar", [1.03], 12));
    await expectResolved("frozen_price");
  });

  it("of flows with the same amount on two days is found if it has many digits", async () => {
    await importRows([
      ...series("alpha-ethereum", "daily_mints_token", [1234567.89, 1234567.89, 2]),
      ...series("alpha-polygon", "daily_mints_token", [5000000, 5000000, 2]),
    ]);
    expect(await open("repeated_flow")).toEqual([
      ["ALPHA Fund (Ethereum)", "daily_mints_token", dayOf(2), dayOf(2), 1234567.89, 1234567.89],
    ]);
    await expectSince("repeated_flow");
    await importRows(series("alpha-ethereum", "daily_mints_token", [3], 2));
    await expectResolved("repeated_flow");
  });

  it("of a token whose contract states another supply is found until both are equal", async () => {
    const state = async (day: number, ledger: number, stated: number | null) => {
      await test.store.insert("ledger_supplies", [
        {
          ...{
            contract_id: 1,
            asset_id: 101,
            token_id: 1011,
            day: dayOf(day),
            block: String(day),
            decimals: 2,
          },
          ...{ ledger: String(ledger), stated: stated === null ? null : String(stated) },
          ...{ kind: "", problem: "", version: await nextRowVersion(test.store) },
        },
      ]);
      await markChecksDue(test.store, new Map([[101, Date.UTC(2024, 0, day) / 86_400_000]]));
      await runChecks(test.store);
    };
    await importRows(series("alpha-ethereum", "total_supply_token", [1, 1, 1, 1, 1]));
    await state(1, 100, 100);
    expect(await open("supply_differs")).toEqual([]);
    await state(2, 200, 250);
    await state(4, 300, 350);
    await state(5, 300, null);
    expect(await open("supply_differs")).toEqual([
      ["ALPHA Fund (Ethereum)", "total_supply_token", dayOf(2), dayOf(4), 3, 3.5],
    ]);
    await expectSince("supply_differs");
    await state(6, 400, 400);
    await expectResolved("supply_differs");
  });
});

describe("a run", () => {
  it("of an asset or token that leaves the catalog is resolved, and found again when it returns", async () => {
    await observe(ASSET_LISTING_OFFSET + 102, "price_dollar", dayOf(1), -1);
    await observe(1012, "price_dollar", dayOf(1), -2);
    const before = await open("outside_limits");
    expect(before.map(([, , , , value]) => value).sort()).toEqual([-1, -2]);
    const left = {
      ...parts,
      assets: parts.assets.slice(0, 1),
      tokens: parts.tokens.slice(0, 1),
    };
    await commit(test.store, { today }, () => loadCatalog(test.store, indexCatalog(catalogOf(left))));
    expect(await open("outside_limits")).toEqual([]);
    await commit(test.store, { today }, () => loadCatalog(test.store, catalog));
    expect(await open("outside_limits")).toEqual(before);
  });

  it("that was killed is completed by the next commit", async () => {
    const observations = writer(test.store, { sourceId: 7, isSample: false });
    const metricId = metricOfSlug("top_10_holders_share_percent").id;
    observations.add({ assetId: 101, listingId: 1011, metricId, date: dayOf(1), value: 140 });
    await observations.flush();
    await deriveDailyMetrics(test.store, { assetIds: "dirty", today });
    expect((await readDueChecks(test.store))?.days.has(101)).toBe(true);
    await commit(test.store, { today }, async () => undefined);
    expect(await open("outside_limits")).toHaveLength(1);
    expect(await readDueChecks(test.store)).toBeNull();
    // Repeated after its results were stored, it finds the same ones.
    await markChecksDue(test.store, new Map([[101, 0]]));
    expect(await runChecks(test.store)).toEqual({ assets: 1, opened: 0, resolved: 0, open: 1 });
  });

  it("moves the data version only if results change", async () => {
    await importRows(series("alpha-ethereum", "total_supply_token", [5, 5]));
    const before = await readDataVersion(test.store);
    await markChecksDue(test.store, new Map([[101, 0]]));
    await runChecks(test.store);
    expect(await readDataVersion(test.store)).toBe(before);
    const { derived, checked } = (await commit(test.store, { today }, () => Promise.resolve())) ?? {};
    expect(checked?.assets).toBe(0);
    expect(derived?.dataVersion).toBe(before);
  });

  it("marks results about sample figures, and uses no id of a deleted one again", async () => {
    const metricId = metricOfSlug("top_10_holders_share_percent").id;
    const found = async (value: number) => {
      const observations = writer(test.store, { sourceId: 8, isSample: true });
      observations.add({ assetId: 101, listingId: 1011, metricId, date: dayOf(1), value });
      await commit(test.store, { today }, () => observations.flush());
      return test.store.rows<{ id: number; is_sample: boolean }>("SELECT id, is_sample FROM checks FINAL");
    };
    const [first] = await found(140);
    expect(first?.is_sample).toBe(true);
    expect(await found(40)).toEqual([]);
    const [second] = await found(150);
    expect(second?.id).toBeGreaterThan(first?.id ?? 0);
  });
});

it("has a test for every check", async () => {
  const { readFile } = await import("node:fs/promises");
  const text = await readFile(new URL(import.meta.url), "utf8");
  for (const slug of checkSlugs) {
    for (const call of ["open", "expectSince", "expectResolved"])
      expect(text).toContain(`${call}("${slug}")`);
  }
});
