/** Rows of ledger tables are published with the data version: readers see all of a change, or none of it. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ledgerResources } from "#domain/resources";
import { type MarketStore, showPublished } from "#stores";
import { openTestStore, type TestStore } from "../../../tests/support/ingestStore";
import { loadCatalog } from "../catalog/loadCatalog";
import { commit } from "../commit";
import { readDataVersion } from "../dataVersion";
import { importFiles } from "../files/importFiles";
import { loadCatalogNews } from "../news/loadCatalogNews";
import { namedAssets } from "../testSupport/catalogFixture";
import { checkedAfterWrites, killedAfter } from "../testSupport/watchedStore";
import { clearSample } from "./clearSample";
import { loadSample } from "./loadSample";

const catalog = namedAssets();
const options = { seed: 7, days: 40 };

let test: TestStore;
beforeAll(async () => {
  test = await openTestStore();
  await loadCatalog(test.store, catalog);
  await loadSample(test.store, catalog, { ...options, today: "2026-11-10" });
}, 120_000);
afterAll(() => test.close());

/** What visitors see of every table, with and without the rows that others replace. */
async function view(): Promise<string> {
  const seen = ledgerResources.map(({ table, fields }) => {
    const hash = `sum(cityHash64(toString(tuple(${fields.map(({ name }) => name).join(", ")}))))`;
    return `SELECT '${table}' AS of, (SELECT count() FROM ${table}) AS rows, count() AS whole, ${hash} AS hash FROM ${table} FINAL`;
  });
  const rows = await test.store.visitors.rows(`SELECT * FROM (${seen.join(" UNION ALL ")}) ORDER BY of`);
  return JSON.stringify(rows);
}

const countOf = async (from: string) =>
  Number((await test.store.visitors.rows<{ n: string }>(`SELECT count() AS n FROM ${from}`))[0]?.n);

const storedRows = async () =>
  test.store.compactRows(
    `SELECT table, sum(rows) FROM system.parts WHERE active AND database = currentDatabase()
      AND table IN {tables:Array(String)} GROUP BY table ORDER BY table`,
    { tables: ledgerResources.map(({ table }) => table) },
  );

/** Runs a change, and looks after each statement that writes and all the time beside it. */
async function watch(change: (store: MarketStore) => Promise<unknown>): Promise<{ looks: number }> {
  const look = async (): Promise<[version: number, seen: string]> => [
    await readDataVersion(test.store),
    await view(),
  ];
  const states = [await look()];
  const beside = new Set<string>();
  let isDone = false;
  const reading = (async () => {
    while (!isDone) {
      beside.add(await view());
      await nextTurn();
    }
  })();
  await change(checkedAfterWrites(test.store, async () => void states.push(await look())));
  isDone = true;
  await reading;
  const [first, last] = [states[0], await look()];
  expect(last[0]).toBeGreaterThan(Number(first?.[0]));
  expect(last[1]).not.toBe(first?.[1]);
  for (const [version, seen] of states) expect(seen).toBe(version === last[0] ? last[1] : first?.[1]);
  for (const seen of beside) expect([first?.[1], last[1]]).toContain(seen);
  return { looks: states.length };
}

it("shows the former sample or the refreshed one, never both and never parts", {
  timeout: 300_000,
}, async () => {
  const { looks } = await watch((store) => loadSample(store, catalog, { ...options, today: "2026-11-11" }));
  expect(looks).toBeGreaterThan(20);
  for (const { table } of ledgerResources) {
    expect(await countOf(table), table).toBeGreaterThan(0);
    expect(await countOf(table), table).toBe(await countOf(`${table} FINAL`));
  }
});

it("shows the former sample after a kill and a restart, until a later start has completed the refresh", {
  timeout: 300_000,
}, async () => {
  const before = await view();
  const refresh = (store: MarketStore) => loadSample(store, catalog, { ...options, today: "2026-11-12" });
  for (const statements of [6, 9, 12, 15, 25]) {
    await expect(refresh(killedAfter(test.store, statements))).rejects.toThrow("killed");
    expect(await view()).toBe(before);
    await showPublished(test.store);
    expect(await view()).toBe(before);
  }
  await refresh(test.store);
  const after = await view();
  expect(after).not.toBe(before);
  // What the killed processes wrote is gone.
  const stored = await storedRows();
  await clearSample(test.store, { today: "2026-11-12" });
  await refresh(test.store);
  expect(await view()).toBe(after);
  expect(await storedRows()).toEqual(stored);
});

it("hides the sample rows of an asset with the figures that replace its sample", {
  timeout: 300_000,
}, async () => {
  const [row] = await test.store.visitors.rows<{ slug: string; id: number }>(
    "SELECT any(asset_slug) AS slug, asset_id AS id FROM transactions GROUP BY asset_id ORDER BY count() DESC LIMIT 1",
  );
  const ofAsset = `transactions WHERE asset_id = ${row?.id}`;
  const others = await countOf(`transactions WHERE asset_id != ${row?.id}`);
  expect(await countOf(ofAsset)).toBeGreaterThan(0);
  const path = await test.file(
    "own.csv",
    `entity,metric,date,value\n${row?.slug},total_supply_token,2026-11-01,5\n`,
  );
  const { looks } = await watch((store) =>
    importFiles(store, catalog, { files: [path], today: "2026-11-12" }),
  );
  expect(looks).toBeGreaterThan(5);
  expect(await countOf(ofAsset)).toBe(0);
  expect(await countOf("transactions")).toBe(others);
  const all = await test.store.seeing({}).rows(`SELECT 1 FROM ${ofAsset} LIMIT 1`);
  expect(all).toEqual([]);
});

it("changes the news of the catalog, and a list of investments, at once", { timeout: 300_000 }, async () => {
  const news = (titles: readonly string[]) => ({
    ...catalog,
    news: titles.map((title, index) => ({
      id: 501 + index,
      title,
      summary: null,
      publisher: "Example",
      published: "2026-10-01",
      assets: [],
      source: `https://example.org/${index}`,
    })),
  });
  const load = (store: MarketStore, titles: readonly string[]) =>
    commit(store, { today: "2026-11-12" }, () => loadCatalogNews(store, news(titles)));
  const titles = () =>
    test.store.visitors.compactRows("SELECT title FROM news WHERE startsWith(title, 'Title') ORDER BY title");
  await watch((store) => load(store, ["Title 1", "Title 2"]));
  expect(await titles()).toEqual([["Title 1"], ["Title 2"]]);
  await watch((store) => load(store, ["Title 2 corrected"]));
  expect(await titles()).toEqual([["Title 2 corrected"]]);

  const list = async (name: string, lines: readonly string[]) => {
    const path = await test.file(name, ["slug,name,opens_date,status", ...lines].join("\n"));
    await watch((store) => importFiles(store, catalog, { files: [path], today: "2026-11-12" }));
  };
  await list("first.csv", ["own-1,Own 1,2026-01-01,", "own-2,Own 2,2026-01-01,"]);
  await list("second.csv", [
    "own-1,Own one,2026-01-01,",
    "own-2,Own 2,2026-01-01,closed",
    "own-3,Own 3,2026-01-01,",
  ]);
  expect(await test.store.visitors.compactRows("SELECT name FROM investments ORDER BY name")).toEqual([
    ["Own 3"],
    ["Own one"],
  ]);
});
