/** Assets and tokens that are removed from the catalog: what is said of their figures, and that they return. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { metricOfSlug } from "#domain/metrics";
import { indexCatalog } from "#domain/resources";
import { createMarket, explainFigure } from "#market";
import { openTestStore, type TestStore } from "../../../tests/support/ingestStore";
import { commit } from "../commit";
import { deriveDailyMetrics } from "../derive/deriveDailyMetrics";
import { importFiles } from "../files/importFiles";
import { asset, catalogOf, network, token } from "../testSupport/catalogBuilder";
import { storeContents } from "../testSupport/storeContents";
import {
  catalogChange,
  catalogChangeSummary,
  figuresOutsideCatalog,
  readTotals,
  totalChanges,
} from "./catalogChange";
import { loadCatalog } from "./loadCatalog";

const today = "2024-01-31";
const networks = [network(1, "ethereum"), network(2, "base")];
const whole = indexCatalog(
  catalogOf({
    networks,
    assets: [asset(101, "alpha"), asset(102, "beta")],
    tokens: [token(1011, "alpha", "ethereum"), token(1012, "alpha", "base"), token(1021, "beta", "ethereum")],
  }),
);
const withoutToken = indexCatalog(
  catalogOf({
    networks,
    assets: [asset(101, "alpha"), asset(102, "beta")],
    tokens: [token(1011, "alpha", "ethereum"), token(1021, "beta", "ethereum")],
  }),
);
const withoutAsset = indexCatalog(
  catalogOf({
    networks,
    assets: [asset(101, "alpha")],
    tokens: [token(1011, "alpha", "ethereum"), token(1012, "alpha", "base")],
  }),
);

let test: TestStore;
beforeAll(async () => {
  test = await openTestStore();
});
afterAll(() => test.close());

const load = (catalog: typeof whole) => commit(test.store, { today }, () => loadCatalog(test.store, catalog));
beforeEach(async () => {
  await test.reset();
  await load(withoutAsset);
  await load(whole);
  const path = await test.file(
    "figures.csv",
    `entity,metric,date,value
alpha-ethereum,total_supply_token,2024-01-01,10
alpha-base,total_supply_token,2024-01-01,5
alpha,price_dollar,2024-01-01,2
beta-ethereum,total_supply_token,2024-01-02,100
beta,price_dollar,2024-01-01,3
beta,price_dollar,2024-01-02,3
`,
  );
  await importFiles(test.store, whole, { files: [path], today });
});

/** Loads a catalog, and checks that what is derived is what would be derived of everything. */
async function change(catalog: typeof whole) {
  const found = await catalogChange(test.store, catalog);
  const before = await readTotals(test.store);
  await load(catalog);
  const totals = totalChanges(before, await readTotals(test.store));
  const served = await storeContents(test.store);
  await deriveDailyMetrics(test.store, { assetIds: "all", today });
  expect(await storeContents(test.store)).toEqual(served);
  return { found, totals, text: catalogChangeSummary(found, { isDone: true, totals }) };
}
const shown = async () => {
  const { daily_metrics, entity_metrics, observations } = await storeContents(test.store);
  return { daily_metrics, entity_metrics, observations };
};

describe("an asset that is removed from the catalog", () => {
  it("is reported with its figures and the totals, which both return with its row", async () => {
    const before = await shown();
    const removed = await change(withoutAsset);
    expect(removed.text).toContain(
      "With imported figures, but no longer in the catalog: 2 assets and tokens. These figures stay stored and are not shown any more; they return with the rows of the same ids:",
    );
    expect(removed.text).toContain(
      "  beta (asset 102): 2 figures of 1 metric, 2024-01-01 to 2024-01-02, from figures.csv",
    );
    expect(removed.text).toContain(
      "  beta, token 1021 (token 1021): 1 figure of 1 metric, 2024-01-02, from figures.csv",
    );
    expect(removed.totals).toContainEqual(
      expect.objectContaining({ metric: "total_asset_value_dollar", before: 330, after: 30 }),
    );
    expect(await figuresOutsideCatalog(test.store)).toEqual(removed.found.removed);
    const returned = await change(whole);
    expect(returned.text).toContain(
      "In the catalog again: 2 assets and tokens. Their stored figures are shown again:",
    );
    expect(returned.totals).toContainEqual(
      expect.objectContaining({ metric: "total_asset_value_dollar", before: 30, after: 330 }),
    );
    expect(await shown()).toEqual(before);
    expect(await figuresOutsideCatalog(test.store)).toEqual([]);
  });
});

describe("a token that is removed from the catalog", () => {
  it("leaves the total of its asset, and returns to it", async () => {
    const before = await shown();
    const supply = async () =>
      (
        await explainFigure(createMarket({ store: test.store }), {
          metric: "total_supply_token",
          entityType: "asset",
          entityId: "alpha",
        })
      ).value;
    /** As lists show it. */
    const listed = async () =>
      (
        await test.store.compactRows<[number]>(
          `SELECT val FROM entity_metrics WHERE entity_type = 'asset' AND entity_id = 101 AND metric_id = ${metricOfSlug("total_supply_token").id}`,
        )
      )[0]?.[0];
    expect([await supply(), await listed()]).toEqual([15, 15]);
    const removed = await change(withoutToken);
    expect(removed.found.removed.map(({ name }) => name)).toEqual(["alpha, token 1012"]);
    expect(removed.totals).toContainEqual(
      expect.objectContaining({ metric: "total_supply_token", before: 115, after: 110 }),
    );
    expect([await supply(), await listed()]).toEqual([10, 10]);
    await change(whole);
    expect(await supply()).toBe(15);
    expect(await shown()).toEqual(before);
  });
});

it("a change of names says nothing of figures", async () => {
  const { text } = await change(
    indexCatalog(
      catalogOf({
        networks,
        assets: [{ ...asset(101, "alpha"), name: "Alpha Fund" }, asset(102, "beta")],
        tokens: whole.tokens,
      }),
    ),
  );
  expect(text).toBe("");
});

it("a preview stores nothing", async () => {
  const before = await storeContents(test.store);
  const found = await catalogChange(test.store, withoutAsset);
  expect(catalogChangeSummary(found, { isDone: false })).toContain("would not be shown any more");
  expect(await storeContents(test.store)).toEqual(before);
});
