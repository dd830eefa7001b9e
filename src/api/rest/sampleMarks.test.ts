import { strFromU8, unzipSync } from "fflate";
import { parquetReadObjects } from "hyparquet";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createApiKey } from "#accounts/apiKeys";
import { metricByName } from "#domain/metrics";
import { openPeopleStore, type PeopleStore } from "#stores";
import { type MarketWorld, openMarketWorld } from "../../../tests/support/marketWorld";
import { createRestApi } from "./createRestApi";

const METRIC = "bridged_token_value_dollar";
const DAY = "2026-02-03";
const SERIES = "/assets/aggregates/timeseries";
const MARK = "x-cadastre-sample";

let world: MarketWorld;
let people: PeopleStore;
let api: ReturnType<typeof createRestApi>;
let authorization: string;
// BUIDL (2331) has only sample figures, OUSG (57) only real ones.
beforeAll(async () => {
  world = await openMarketWorld();
  people = await openPeopleStore({ url: null, folder: "memory://" });
  await world.daily([
    { metric: METRIC, listing: 501, date: DAY, value: 4 },
    { metric: METRIC, listing: 503, date: DAY, value: 5, isSample: true },
  ]);
  await world.entityMetrics([
    { type: "token", id: 501, metric: METRIC, val: 4 },
    { type: "token", id: 503, metric: METRIC, val: 5, isSample: true },
    { type: "asset", id: 57, metric: METRIC, val: 4 },
    { type: "asset", id: 2331, metric: METRIC, val: 5, isSample: true },
  ]);
  const observation = { metric_id: metricByName(METRIC)?.id, date: DAY, value: 4, version: 1 };
  await world.store.insert("observations", [
    { ...observation, asset_id: 57, token_id: 501, source_id: 7, is_sample: false },
    { ...observation, asset_id: 2331, token_id: 503, source_id: 9, is_sample: true },
  ]);
  const pool = { name: "Pool", asset_id: 2331, version: 1 };
  await world.store.insert("pools", [
    { ...pool, id: 1, slug: "sample-pool", is_sample: true },
    { ...pool, id: 2, slug: "real-pool", is_sample: false },
  ]);
  api = createRestApi({ market: world.market, people });
  authorization = `Bearer ${(await createApiKey(people, { name: "marks", requestsPerMinute: 1_000_000 })).key}`;
});
afterAll(async () => {
  await world.close();
  await people.close();
});

const slugs = (...values: string[]) => ({ operator: "in", field: "slug", value: values });
const both = { filter: slugs("buidl", "ousg"), sort: { field: "id", direction: "asc" } };
const measured = (...values: string[]) => ({
  filter: {
    operator: "and",
    filters: [
      { operator: "equals", field: "measure_slug", value: METRIC },
      { operator: "in", field: "asset_slug", value: values },
    ],
  },
  aggregate: { groupBy: "asset" },
  sort: { field: "id", direction: "asc" },
});

async function ask(path: string, query?: object, format = "json") {
  const parameters = new URLSearchParams({ format, ...(query && { query: JSON.stringify(query) }) });
  const response = await api.request(`/api/v4${path}?${parameters}`, { headers: { authorization } });
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(response.status, bytes.toString("utf8", 0, 300)).toBe(200);
  return { mark: response.headers.get(MARK), bytes, text: bytes.toString() };
}
const json = async (path: string, query?: object) => {
  const { mark, text } = await ask(path, query);
  return { mark, body: JSON.parse(text) };
};
const csv = async (path: string, query: object) => {
  const { mark, text } = await ask(path, query, "csv");
  const lines = text.trim().split(/\r?\n/);
  return { mark, lines: lines.map((line) => line.replaceAll('"', "").split(",")) };
};
const ndjson = async (path: string, query: object) => {
  const { mark, text } = await ask(path, query, "ndjson");
  const lines = text.trim().split("\n");
  return { mark, rows: lines.map((line): Record<string, unknown> => JSON.parse(line)) };
};
const parquet = async (path: string, query: object) => {
  const { mark, bytes } = await ask(path, query, "parquet");
  return { mark, rows: await parquetReadObjects({ file: new Uint8Array(bytes).buffer }) };
};
const sheet = async (path: string, query: object) => {
  const files = unzipSync((await ask(path, query, "xlsx")).bytes);
  return Object.values(files)
    .map((part) => strFromU8(part))
    .join("");
};
const marksOf = (rows: readonly Record<string, unknown>[]) => rows.map(({ is_sample }) => is_sample);

it("marks rows, single entities and their responses in JSON", async () => {
  for (const query of [both, { ...both, fields: [METRIC] }]) {
    const { mark, body } = await json("/assets", query);
    expect(body.results.map(({ slug, is_sample }: Record<string, unknown>) => [slug, is_sample])).toEqual([
      ["ousg", false],
      ["buidl", true],
    ]);
    expect(mark).toBe("true");
  }
  expect(await json("/assets/buidl")).toMatchObject({ mark: "true", body: { is_sample: true } });
  expect(await json("/assets/ousg")).toMatchObject({ mark: null, body: { is_sample: false } });
  expect((await json("/assets", { ...both, filter: slugs("ousg") })).mark).toBeNull();
  // Rows without figures are not marked.
  const named = await json("/assets", { ...both, fields: ["name"] });
  expect([named.mark, ...marksOf(named.body.results)]).toEqual([null, undefined, undefined]);
});

it("marks a cached response, and the response to HEAD", async () => {
  await json("/assets", both);
  expect((await json("/assets", both)).mark).toBe("true");
  const head = async (format: string) => {
    const query = new URLSearchParams({ format, query: JSON.stringify(both) });
    const response = await api.request(`/api/v4/assets?${query}`, {
      method: "HEAD",
      headers: { authorization },
    });
    return response.headers.get(MARK);
  };
  expect([await head("json"), await head("csv")]).toEqual(["true", "true"]);
});

it("marks rows in files of every format", async () => {
  const query = { ...both, fields: ["slug", METRIC] };
  expect(await csv("/assets", query)).toEqual({
    mark: "true",
    lines: [
      ["slug", METRIC, "is_sample"],
      ["ousg", "4", "false"],
      ["buidl", "5", "true"],
    ],
  });
  for (const read of [ndjson, parquet]) {
    const { mark, rows } = await read("/assets", query);
    expect([mark, ...marksOf(rows)]).toEqual(["true", false, true]);
  }
  expect(await sheet("/assets", query)).toContain("is_sample");
  expect((await csv("/assets", { ...query, filter: slugs("ousg") })).mark).toBeNull();
});

it("marks rows that are sample data themselves, regardless of the selected fields", async () => {
  const query = { fields: ["name"], sort: { field: "id", direction: "asc" } };
  const { mark, body } = await json("/pools", query);
  expect([mark, ...marksOf(body.results)]).toEqual(["true", true, false]);
  expect((await csv("/pools", query)).lines).toEqual([
    ["name", "is_sample"],
    ["Pool", "true"],
    ["Pool", "false"],
  ]);
  const real = await json("/pools", {
    ...query,
    filter: { operator: "equals", field: "is_sample", value: false },
  });
  expect(real.mark).toBeNull();
});

it("marks totals in every format", async () => {
  const query = {
    filter: slugs("buidl", "ousg"),
    aggregate: { groupBy: "asset" },
    fields: [METRIC],
    sort: { field: "id", direction: "asc" },
  };
  const { mark, body } = await json("/assets/aggregates", query);
  expect([mark, ...marksOf(body.results)]).toEqual(["true", false, true]);
  const { lines } = await csv("/assets/aggregates", query);
  expect(lines.map((line) => line.at(-1))).toEqual(["is_sample", "false", "true"]);
  for (const read of [ndjson, parquet]) {
    expect(marksOf((await read("/assets/aggregates", query)).rows)).toEqual([false, true]);
  }
  expect(await sheet("/assets/aggregates", query)).toContain("is_sample");
  expect((await json("/assets/aggregates", { ...query, filter: slugs("ousg") })).mark).toBeNull();
});

it("marks each series in JSON, NDJSON and Parquet", async () => {
  const query = measured("buidl", "ousg");
  const { mark, body } = await json(SERIES, query);
  expect([mark, ...marksOf(body.results)]).toEqual(["true", false, true]);
  expect(marksOf((await ndjson(SERIES, query)).rows)).toEqual([false, true]);
  const { rows } = await parquet(SERIES, query);
  const marks = rows.map(({ group_slug, is_sample }) => [group_slug, is_sample]).sort();
  expect(marks).toEqual([
    ["buidl", true],
    ["ousg", false],
  ]);
  expect((await json(SERIES, measured("ousg"))).mark).toBeNull();
});

it("marks columns of wide series next to real ones, otherwise the measure", async () => {
  const mixed = await csv(SERIES, measured("buidl", "ousg"));
  expect(mixed.mark).toBe("true");
  expect(mixed.lines[0]?.slice(3).map((name) => name.endsWith(" (sample)"))).toEqual([false, true]);
  expect(mixed.lines[1]?.[2]).toBe("Bridged Token Value (Dollar)");
  expect(await sheet(SERIES, measured("buidl", "ousg"))).toContain("Fund (sample)");
  const alone = await sheet(SERIES, measured("buidl"));
  expect(alone).toContain("Bridged Token Value (Dollar) (sample)");
  expect(alone).not.toContain("Fund (sample)");
  expect(await sheet(SERIES, measured("ousg"))).not.toContain("(sample)");
});
