/** Figures of imports that are taken back: what is stored and served afterwards, and what the preview says of it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { metricOfSlug } from "#domain/metrics";
import { indexCatalog } from "#domain/resources";
import { generalPrecedence } from "#stores";
import { openTestStore, type TestStore } from "../../../tests/support/ingestStore";
import { loadCatalog } from "../catalog/loadCatalog";
import { commit } from "../commit";
import { deriveDailyMetrics } from "../derive/deriveDailyMetrics";
import { importFiles } from "../files/importFiles";
import { importSummary } from "../files/importReport";
import { declarePrecedence } from "../observations/declarePrecedence";
import { loadSample } from "../sample/loadSample";
import { asset, catalogOf, network, token } from "../testSupport/catalogBuilder";
import { storeContents } from "../testSupport/storeContents";
import { listImports } from "./importedSources";
import { selectForUndo, type UndoRequest } from "./selectForUndo";
import { undoImport, undoSummary } from "./undoImport";
import { previewUndo } from "./undoPreview";

const today = "2024-01-31";
const PRICE = metricOfSlug("price_dollar").id;
const catalog = indexCatalog(
  catalogOf({
    networks: [network(1, "ethereum")],
    assets: [asset(101, "alpha"), asset(102, "beta")],
    tokens: [token(1011, "alpha", "ethereum"), token(1021, "beta", "ethereum")],
  }),
);

let test: TestStore;
beforeAll(async () => {
  test = await openTestStore();
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.reset();
  await commit(test.store, { today }, () => loadCatalog(test.store, catalog));
});

const everything = { from: null, to: null, metrics: [], entities: [] };

async function importRows(
  name: string,
  rows: readonly string[],
  { provider, again }: { provider?: string; again?: boolean } = {},
) {
  const path = await test.file(name, `entity,metric,date,value\n${rows.join("\n")}\n`);
  return importFiles(test.store, catalog, { files: [path], provider, again: again === true, today });
}

async function preview(request: Partial<UndoRequest> & { source: string }) {
  const { sources, selection } = await selectForUndo(test.store, catalog, { ...everything, ...request });
  const found = await previewUndo(test.store, selection, { today });
  return { selection, found, text: undoSummary({ sources, preview: found }, catalog) };
}

/** Takes back what was selected, and checks that the preview was right about it and stored nothing. */
async function undo(request: Partial<UndoRequest> & { source: string }) {
  const before = await storeContents(test.store);
  const { selection, found, text } = await preview(request);
  expect(await storeContents(test.store)).toEqual(before);
  const removed = await undoImport(test.store, selection, { today });
  expect(removed).toMatchObject({
    observations: found.observations,
    assets: found.assets,
    unobserved: found.unobserved,
  });
  const newest = await test.store.compactRows<[number, number, number, string, number]>(
    "SELECT asset_id, token_id, metric_id, toString(max(date)), argMax(value, date) FROM daily_metrics GROUP BY ALL",
  );
  for (const { assetId, listingId, metricId, after } of found.figures) {
    const rows = newest.filter(
      ([asset, listing, metric]) =>
        metric === metricId && (after?.isSum ? asset === assetId : listing === listingId),
    );
    const last =
      rows
        .map(([, , , day]) => day)
        .sort()
        .at(-1) ?? null;
    const values = rows.filter(([, , , day]) => day === last).map(([, , , , value]) => value);
    expect(after?.day ?? null).toBe(last);
    expect(values.reduce((sum, value) => sum + value, 0)).toBe(after?.value ?? 0);
  }
  // What was derived from the changed days on is what would be derived of everything.
  const served = await storeContents(test.store);
  await deriveDailyMetrics(test.store, { assetIds: "all", today });
  expect(await storeContents(test.store)).toEqual(served);
  return { ...removed, text };
}

const stored = () =>
  test.store.compactRows(
    "SELECT token_id, metric_id, toDayOfMonth(date), value FROM observations FINAL WHERE NOT is_sample ORDER BY ALL",
  );
/** Prices of the token of alpha. */
const prices = () =>
  test.store.compactRows(
    `SELECT toDayOfMonth(date), value FROM daily_metrics
      WHERE token_id = 1011 AND metric_id = ${PRICE} AND NOT carried ORDER BY date`,
  );
const alpha = (...values: number[]) =>
  values.map((value, day) => `alpha,price_dollar,2024-01-0${day + 1},${value}`);

describe("an import that is taken back", () => {
  it("leaves the sample figures that were served before, and is listed as taken back", async () => {
    await loadSample(test.store, catalog, { seed: 7, today, days: 60 });
    const served = () =>
      test.store.rows(
        "SELECT metric_id, token_id, date, value, carried, derived, is_sample FROM daily_metrics ORDER BY ALL",
      );
    const entities = () =>
      test.store.rows("SELECT * EXCEPT (version, edition) FROM entity_metrics ORDER BY ALL");
    const before = [await served(), await entities()];
    await importRows("wrong.csv", [...alpha(5, 6, 7), "beta,total_supply_token,2024-01-03,10"]);
    expect(await served()).not.toEqual(before[0]);
    const { text, ...removed } = await undo({ source: "wrong.csv" });
    expect(removed).toEqual({ observations: 4, assets: 2, unobserved: 2 });
    expect(text).toContain("4 figures of wrong.csv (");
    expect(text).toContain("2 entities, 2 metrics, 2024-01-01 to 2024-01-03.");
    expect(text).toContain("2 assets would have no imported figure: sample figures are shown again");
    expect(text).toMatch(/ {2}alpha price_dollar: .* → /);
    expect([await served(), await entities()]).toEqual(before);
    expect(await listImports(test.store)).toMatchObject([
      { name: "wrong.csv", values: 0, undone: { day: today, isWhole: true } },
    ]);
    // Its ledger rows, which the import had removed, are made again, and figures stay the same.
    await loadSample(test.store, catalog, { seed: 7, today, days: 60 });
    expect(await served()).toEqual(before[0]);
    const [moves] = await test.store.rows<{ n: string }>(
      "SELECT uniqExact(asset_id) AS n FROM transactions FINAL WHERE is_sample",
    );
    expect(Number(moves?.n)).toBe(2);
  });

  it("is reported as such when it is imported once more, and comes back with --again", async () => {
    await importRows("a.csv", alpha(1, 2));
    const before = await stored();
    await undo({ source: "a.csv" });
    expect(await stored()).toEqual([]);
    expect(importSummary(await importRows("a.csv", alpha(1, 2)))).toContain(
      `a.csv: already imported on ${new Date().toISOString().slice(0, 10)} and taken back on ${today}, not applied again. --again applies it again.`,
    );
    expect(await stored()).toEqual([]);
    expect((await preview({ source: "a.csv" })).text).toMatch(
      /^Nothing to remove: no stored figure is of a\.csv \(\d+\); they were taken back on 2024-01-31\.$/,
    );
    await importRows("a.csv", alpha(1, 2), { again: true });
    expect(await stored()).toEqual(before);
    expect(await listImports(test.store)).toMatchObject([{ values: 2, undone: null }]);
  });

  it("can be a part of it: by metric, day and entity", async () => {
    const rows = [
      ...alpha(1, 2, 3),
      "alpha-ethereum,total_supply_token,2024-01-01,100",
      "beta,price_dollar,2024-01-01,9",
      "beta-ethereum,price_dollar,2024-01-01,8",
    ];
    await importRows("a.csv", rows);
    await undo({ source: "a.csv", from: "2024-01-02", to: "2024-01-02" });
    expect(await prices()).toEqual([
      [1, 1],
      [3, 3],
    ]);
    await undo({ source: "a.csv", metrics: ["total_supply_token"] });
    expect((await stored()).filter(([, metric]) => metric !== PRICE)).toEqual([]);
    // A token alone, then an asset with all of its listings.
    expect(await undo({ source: "a.csv", entities: ["beta-ethereum"] })).toMatchObject({ observations: 1 });
    expect(await undo({ source: "a.csv", entities: ["beta"] })).toMatchObject({
      observations: 1,
      unobserved: 1,
    });
    expect(await prices()).toEqual([
      [1, 1],
      [3, 3],
    ]);
    expect(await listImports(test.store)).toMatchObject([
      { values: 2, firstDay: "2024-01-01", lastDay: "2024-01-03", undone: { isWhole: false } },
    ]);
  });

  it("keeps what a later file of its source has replaced, and does not restore what it had replaced itself", async () => {
    await importRows("first.csv", alpha(1, 2, 3, 4));
    await importRows("second.csv", alpha(1, 20, 30));
    await importRows("third.csv", alpha(1, 20, 300));
    const { observations, text } = await undo({ source: "second.csv" });
    expect(observations).toBe(1);
    expect(text).toContain("2 accepted figures are not among its stored ones");
    expect(await prices()).toEqual([
      [1, 1],
      [3, 300],
      [4, 4],
    ]);
  });

  it("brings back the figures of other sources for the same days", async () => {
    await commit(test.store, { today }, () => declarePrecedence(test.store, generalPrecedence(["vendor"])));
    await importRows("issuer.csv", alpha(1, 2), { provider: "issuer" });
    await importRows("vendor.csv", alpha(10, 20, 30), { provider: "vendor" });
    expect((await prices()).map(([, value]) => value)).toEqual([10, 20, 30]);
    const { text } = await undo({ source: "vendor" });
    expect(text).toContain("alpha price_dollar: 30 on 2024-01-03 → 2 on 2024-01-02");
    expect((await prices()).map(([, value]) => value)).toEqual([1, 2]);
  });

  it.each([
    [{ from: "2024-02-30" }, "is not a day"],
    [{ from: "2024-01-03", to: "2024-01-02" }, "is after the last day"],
    [{ metrics: ["price_dolar"] }, "Did you mean price_dollar?"],
    [{ entities: ["alpa"] }, 'Cannot select "alpa": the catalog has no asset or token'],
    [{ source: "b.csv" }, "Did you mean a.csv?"],
  ])("is rejected with %j", async (request, reason) => {
    await importRows("a.csv", alpha(1));
    await expect(preview({ source: "a.csv", ...request })).rejects.toThrow(reason);
  });
});
