import { afterAll, beforeAll, expect, it } from "vitest";
import { createApiKey } from "#accounts/apiKeys";
import { createLimits } from "#accounts/limits";
import { metricByName } from "#domain/metrics";
import { assetClasses } from "#domain/vocabulary";
import { openPeopleStore, type PeopleStore } from "#stores";
import { type MarketWorld, openMarketWorld, worldCatalog } from "../../../tests/support/marketWorld";
import { transactionRows } from "../../../tests/support/transactionRows";
import { createRestApi } from "./createRestApi";

let world: MarketWorld;
let people: PeopleStore;
beforeAll(async () => {
  world = await openMarketWorld();
  // Enough rows that each file has several chunks.
  await world.store.insert("transactions", transactionRows(10_000));
  people = await openPeopleStore({ url: null, folder: "memory://" });
});
afterAll(async () => {
  await world.close();
  await people.close();
});

it.each([
  "/export/1/export/networks.csv",
  "/export/stored/1/export/stored/2026-02-03/networks.csv.gz",
  `/export${"/export".repeat(9_000)}/1`,
])("is at its own address alone: %.40s", async (path) => {
  const api = createRestApi({ market: world.market, people });
  expect((await api.request(path)).status).toBe(404);
});

it("does not let slow readers of pages on many networks delay files for keys", async () => {
  const api = createRestApi({
    market: world.market,
    people,
    limits: createLimits(people, { work: Number.MAX_SAFE_INTEGER }),
    networkAddress: (request) => request.headers.get("x-test-address") ?? "",
  });
  const gone = new AbortController();
  const slow = Array.from({ length: 12 }, (_, index) =>
    api.request("/export/transactions.csv", {
      headers: { "x-test-address": `198.51.100.${index}` },
      signal: gone.signal,
    }),
  );
  // Takes all slots, without reading the files.
  for (const response of await Promise.all(slow.slice(0, 6))) expect(response.status).toBe(200);
  const { key } = await createApiKey(people, { name: "paying" });
  const file = await api.request("/api/v4/transactions?format=csv", {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(file.status).toBe(200);
  expect((await file.text()).split("\n").length).toBeGreaterThan(10_000);
  gone.abort();
  await Promise.allSettled(slow);
}, 30_000);

it("names files of pages by subject, latest day of figures, and sample data", async () => {
  const metric = "bridged_token_value_dollar";
  const day = "2026-02-03";
  await world.entityMetrics([
    { type: "asset", id: 57, metric, val: 1 },
    { type: "asset", id: 2331, metric, val: 2, isSample: true },
  ]);
  const observation = (asset_id: number, token_id: number, source_id: number) => ({
    asset_id,
    token_id,
    metric_id: metricByName(metric)?.id,
    date: day,
    value: 1,
    source_id,
    is_sample: source_id === 9,
    version: 1,
  });
  await world.store.insert("observations", [observation(57, 501, 7), observation(2331, 503, 9)]);
  const api = createRestApi({ market: world.market, people });
  const nameOf = async (path: string, parameters: Record<string, string> = {}) =>
    (await api.request(`/export/${path}.csv?${new URLSearchParams(parameters)}`)).headers.get(
      "content-disposition",
    );
  const assetsOf = (...parts: string[]) => ({
    query: JSON.stringify({ filter: { operator: "equals", field: parts[0], value: parts[1] } }),
    subject: "treasuries-assets",
  });
  const named = (name: string) => `attachment; filename="${name}.csv"`;
  expect(await nameOf("networks")).toBe(named(`networks-${day}-sample`));
  expect(await nameOf("tokens/aggregates")).toBe(named(`tokens-aggregates-${day}-sample`));
  expect(await nameOf("assets", assetsOf("slug", "buidl"))).toBe(named(`treasuries-assets-${day}-sample`));
  expect(await nameOf("assets", assetsOf("slug", "ousg"))).toBe(named(`treasuries-assets-${day}`));
  for (const subject of ["", "A", "a--b", 'a"b', "a.exe", "a".repeat(301)]) {
    const refused = await api.request(`/export/assets.csv?${new URLSearchParams({ subject })}`);
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining("subject")]);
  }
});

it("marks series of sample figures in CSV files of the data API, and no real ones", async () => {
  const metric = "holding_addresses_count";
  const date = "2026-02-03";
  await world.daily([
    { metric, listing: 501, date, value: 4, sourceId: 7 },
    { metric, listing: 503, date, value: 5, sourceId: 9 },
  ]);
  const metricId = metricByName(metric)?.id;
  const sample = { asset_id: 2331, token_id: 503, metric_id: metricId, date, value: 5, source_id: 9 };
  await world.store.insert("observations", [{ ...sample, is_sample: true, version: 1 }]);
  const api = createRestApi({ market: world.market, people });
  const { key } = await createApiKey(people, { name: "series" });
  const measureOf = async (slug: string) => {
    const filter = {
      operator: "and",
      filters: [
        { operator: "equals", field: "measure_slug", value: metric },
        { operator: "equals", field: "asset_slug", value: slug },
      ],
    };
    const query = JSON.stringify({ filter, aggregate: { groupBy: "asset" } });
    const path = `/api/v4/assets/aggregates/timeseries?${new URLSearchParams({ query, format: "csv" })}`;
    const response = await api.request(path, { headers: { authorization: `Bearer ${key}` } });
    return (await response.text())
      .trim()
      .split("\n")
      .slice(1)
      .map((line) => line.split(",")[2]);
  };
  expect(await measureOf("buidl")).toEqual(["Holding Addresses (Count) (sample)"]);
  expect(await measureOf("ousg")).toEqual(["Holding Addresses (Count)"]);
});

it("adds titles to the first line of page files if requested", async () => {
  const api = createRestApi({ market: world.market, people });
  const firstLine = async (parameters: Record<string, string>) => {
    const query = JSON.stringify({ fields: ["name", "asset_class_name"] });
    const file = await api.request(`/export/assets.csv?${new URLSearchParams({ query, ...parameters })}`);
    return (await file.text()).split("\n")[0];
  };
  expect(await firstLine({ header: "titles" })).toBe('"Name","Asset class"');
  expect(await firstLine({})).toBe('"name","asset_class_name"');
  expect(await firstLine({ header: "names" })).toBe('"name","asset_class_name"');
});

it("omits classes without assets from page files if the installation hides them, but not from the data API", async () => {
  const classesOf = async (emptyClasses: "show" | "hide") => {
    const api = createRestApi({ market: world.market, people, emptyClasses });
    const query = JSON.stringify({ fields: ["slug"] });
    const file = await api.request(`/export/asset_classes.csv?${new URLSearchParams({ query })}`);
    expect(file.status).toBe(200);
    return (await file.text()).trim().split("\n").length - 1;
  };
  const used = new Set(worldCatalog.assets.map((asset) => asset.asset_class)).size;
  expect(await classesOf("show")).toBe(assetClasses.length);
  expect(await classesOf("hide")).toBe(used);
  const { key } = await createApiKey(people, { name: "classes" });
  const api = createRestApi({ market: world.market, people, emptyClasses: "hide" });
  const response = await api.request("/api/v4/asset_classes", {
    headers: { authorization: `Bearer ${key}` },
  });
  expect((await response.json()).results).toHaveLength(assetClasses.length);
});
