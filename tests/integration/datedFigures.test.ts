/** `as_of` over the data API: what was answered before a restatement is answered again afterwards. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApiKey } from "#accounts/apiKeys";
import { createLimits } from "#accounts/limits";
import { createRestApi } from "#api";
import { DAY_MS, isoDay } from "#domain/days";
import { metricByName } from "#domain/metrics";
import { isEqual } from "#domain/query";
import {
  commit,
  createDatedEntities,
  keepDatedFigures,
  markAssetsDirty,
  nextRowVersion,
  readDataVersion,
} from "#ingest";
import { createMarket, type Market } from "#market";
import { openPeopleStore, type PeopleStore } from "#stores";
import { createCaller } from "../../src/api/trpc/appRouter";
import { apiContextOf } from "../support/apiContextOf";
import { type MarketWorld, openMarketWorld } from "../support/marketWorld";
import { assignPolicies, firm } from "../support/policyHolders";

const TODAY = "2026-03-01";
const assets: Readonly<Record<number, number>> = { 501: 57, 502: 57, 503: 2331, 504: 1001, 505: 1001 };
const figure = "total_asset_value_dollar";

let world: MarketWorld;
let people: PeopleStore;
let market: Market;
let api: ReturnType<typeof createRestApi>;
let key: string;
let version = 0;

/** Imports daily values of tokens, and publishes them. */
async function report(values: Readonly<Record<number, number>>, days: { first: string; last: string }) {
  const rowVersion = await nextRowVersion(world.store);
  const dates: string[] = [];
  for (let time = Date.parse(days.first); time <= Date.parse(days.last); time += DAY_MS) {
    dates.push(isoDay(time));
  }
  await commit(world.store, { today: TODAY }, async () => {
    await markAssetsDirty(world.store, {
      assetIds: Object.keys(values).map((listing) => assets[Number(listing)] ?? 0),
      from: () => days.first,
      version: rowVersion,
    });
    await world.store.insert(
      "observations",
      Object.entries(values).flatMap(([listing, value]) =>
        dates.map((date) => ({
          asset_id: assets[Number(listing)],
          token_id: Number(listing),
          metric_id: metricByName(figure)?.id,
          date,
          is_sample: false,
          provider: "issuer",
          value: value + Number(date.slice(-2)),
          source_id: 1,
          version: rowVersion,
        })),
      ),
    );
  });
  version = await readDataVersion(world.store);
  return version;
}

beforeAll(async () => {
  world = await openMarketWorld();
  people = await openPeopleStore({ url: null, folder: "memory://" });
  market = createMarket({
    store: world.store,
    dataVersion: () => version,
    entitiesAt: createDatedEntities(world.store, () => String(version)),
  });
  api = createRestApi({
    market,
    people,
    limits: createLimits(people, { work: Number.MAX_SAFE_INTEGER }),
  });
  key = (await createApiKey(people, { name: "test", requestsPerMinute: 10_000 })).key;
});
afterAll(async () => {
  await world.close();
  await people.close();
});

const call = (path: string, bearer = key) =>
  Promise.resolve(api.request(`/api/v4${path}`, { headers: { authorization: `Bearer ${bearer}` } }));
const queried = (path: string, query: object) => `${path}?query=${encodeURIComponent(JSON.stringify(query))}`;
const dated = (path: string, asOf: string | number) =>
  `${path}${path.includes("?") ? "&" : "?"}as_of=${encodeURIComponent(asOf)}`;

const ofFigure = { operator: "equals", field: "measure_slug", value: figure };
const requests = [
  queried("/assets/aggregates/timeseries", { filter: ofFigure, aggregate: { groupBy: "network" } }),
  queried("/asset_timeseries", { filter: ofFigure }),
  queried("/token_timeseries", { filter: ofFigure, aggregate: { interval: "month" } }),
  "/assets",
  queried("/assets", { sort: { field: figure, direction: "desc" }, fields: ["name", figure] }),
  queried("/assets", {
    filter: { operator: "gt", field: `${figure}.chg_30d_pct`, value: 0 },
    fields: ["name", figure],
  }),
  "/tokens",
  "/networks",
  "/platforms",
  "/assets/57",
  "/networks/ethereum",
  queried("/tokens/aggregates", { aggregate: { groupBy: "asset_class" } }),
  "/assets/aggregates",
];
const explained = [
  `/explain?metric=${figure}&entity_type=asset&entity_id=57&date=2026-01-15`,
  `/explain?metric=${figure}&entity_type=network&entity_id=ethereum`,
  `/explain?metric=${figure}&entity_type=catalog`,
];

const answerOf = async (path: string, bearer = key): Promise<Record<string, unknown>> => {
  const response = await call(path, bearer);
  const body = (await response.json()) as Record<string, unknown>;
  expect(response.status, JSON.stringify(body)).toBe(200);
  return body;
};
const answersNow = async () => Promise.all([...requests, ...explained].map((path) => answerOf(path)));

it("answers as of every data version what it answered then", { timeout: 120_000 }, async () => {
  const steps: (() => Promise<number>)[] = [
    () => report({ 501: 100, 502: 50, 503: 1_000, 504: 5_000 }, { first: "2025-12-01", last: "2026-02-20" }),
    // A restated month, with another order of assets.
    () => report({ 501: 9_000, 502: 3 }, { first: "2026-01-01", last: "2026-01-31" }),
    () => report({ 501: 101, 502: 51, 503: 1_001 }, { first: "2026-02-21", last: "2026-02-22" }),
    () => report({ 503: 20_000, 505: 1 }, { first: "2026-02-10", last: "2026-02-22" }),
  ];
  const recorded: { at: number; answers: Record<string, unknown>[] }[] = [];
  for (const step of steps) {
    const at = await step();
    recorded.push({ at, answers: await answersNow() });
  }
  const shown = new Set<string>();
  for (const { at, answers } of recorded) {
    for (const [index, path] of [...requests, ...explained].entries()) {
      const { dated: mark, ...answer } = await answerOf(dated(path, at));
      expect(mark).toMatchObject({ as_of: String(at), data_version: at, catalog_version: version });
      // Reports that were replaced since are not kept.
      const { observations, ...then } = answers[index] ?? {};
      const { observations: kept, ...now } = answer;
      expect(now, `${path} as of ${at}`).toEqual(then);
      if (observations !== undefined) expect(observations).toEqual(expect.arrayContaining(kept as unknown[]));
      shown.add(JSON.stringify(now));
    }
  }
  // The recorded answers differ.
  expect(shown.size).toBeGreaterThan(3 * (requests.length + explained.length));
});

it("takes the latest data version of the end of a day, and up to a time", async () => {
  const before = await readDataVersion(world.store);
  const path = queried("/asset_timeseries", { filter: ofFigure });
  const old = await answerOf(path);
  await report({ 501: 77 }, { first: "2026-02-01", last: "2026-02-02" });
  await world.store.run(
    `ALTER TABLE publications UPDATE published_at = toDateTime64('2026-03-05 10:00:00', 3, 'UTC')
      WHERE data_version = ${before} SETTINGS mutations_sync = 2`,
  );
  version += 1;
  const { dated: ofDay, ...atDay } = await answerOf(dated(path, "2026-03-05"));
  expect(ofDay).toMatchObject({ data_version: before, published_at: "2026-03-05T10:00:00.000Z" });
  expect(atDay).toEqual(old);
  for (const time of ["2026-03-05T10:00:00Z", "2026-03-05T12:00:00.000+01:00"]) {
    expect((await answerOf(dated(path, time))).dated).toMatchObject({ data_version: before });
  }
});

describe("times that cannot be read", () => {
  const message = async (asOf: string, path = "/assets") => {
    const response = await call(dated(path, asOf));
    expect(response.status).toBe(400);
    return ((await response.json()) as { message: string }).message;
  };

  it("names the problem", async () => {
    expect(await message("yesterday")).toContain("as_of: must be a date (2026-03-31)");
    expect(await message("2026-02-30")).toContain("as_of: must be a date");
    expect(await message("")).toContain("as_of: must be a date (2026-03-31)");
    expect(await message("2299-01-01")).toBe("as_of: is in the future");
    expect(await message(String(version + 1))).toBe(
      `as_of: is a later data version than the current one, ${version}`,
    );
    expect(await message("2020-01-01")).toMatch(
      /^as_of: is before the earliest figures that this installation keeps, of \d{4}-\d\d-\d\d \(data version \d+\)$/,
    );
    expect(await message("2026-03-05", "/transactions")).toBe(
      "as_of: is not available for these rows: earlier ones are not kept",
    );
  });
});

it("applies the policies of a key to earlier figures", async () => {
  const at = version;
  await report({ 501: 5, 503: 6 }, { first: "2026-01-01", last: "2026-02-22" });
  const organizationId = await firm(people);
  await assignPolicies(people, { organizationId }, [
    {
      resources: ["assets"],
      rowFilter: JSON.stringify({ operator: "equals", field: "slug", value: "ousg" }),
    },
    { resources: ["tokens", "networks"], historyDays: 90_000 },
  ]);
  const { key: limited } = await createApiKey(people, {
    name: "k",
    organizationId,
    requestsPerMinute: 10_000,
  });
  const namesIn = ({ results }: Record<string, unknown>) =>
    (results as { slug?: string; group?: { slug: string } }[]).map((row) => row.slug ?? row.group?.slug);
  expect(namesIn(await answerOf(dated("/assets", at)))).toContain("buidl");
  expect(namesIn(await answerOf(dated("/assets", at), limited))).toEqual(["ousg"]);
  const series = queried("/asset_timeseries", { filter: ofFigure });
  expect(namesIn(await answerOf(dated(series, at), limited))).toEqual(["ousg"]);
  expect(namesIn(await answerOf(series, limited))).toEqual(["ousg"]);
});

it("files have the figures of that time, and say so in their names", async () => {
  const path = "/assets?format=csv";
  const before = await (await call(path)).text();
  const at = version;
  await report({ 501: 1 }, { first: "2026-02-22", last: "2026-02-22" });
  const response = await call(dated(path, at));
  expect(response.headers.get("content-disposition")).toBe(`attachment; filename="assets-as-of-${at}.csv"`);
  expect(await response.text()).toBe(before);
  expect(await (await call(path)).text()).not.toBe(before);
});

it("pages as of a time have no results of checks, which are about the latest figures", async () => {
  const at = version;
  const latest = await report({ 501: 5_000_000 }, { first: "2026-02-22", last: "2026-02-22" });
  const checksAt = async (as_of?: number) => {
    const input = {
      resource: "checks",
      query: { filter: isEqual("measure_slug", figure) },
      ...(as_of && { as_of: String(as_of) }),
    };
    return createCaller(apiContextOf(market)).market.table(input);
  };
  const found = await checksAt();
  expect(found.results.map(({ check_slug }) => check_slug)).toContain("implausible_change");
  expect((await checksAt(latest)).results).toEqual(found.results);
  expect(await checksAt(at)).toMatchObject({ results: [], pagination: { resultCount: 0 } });
  const response = await call(dated("/checks", at));
  expect(response.status).toBe(400);
});

it("says that no earlier figures are kept", async () => {
  await keepDatedFigures(world.store, { days: 0 });
  version += 1;
  const response = await call(dated("/assets", version));
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    message: "as_of: this installation keeps no earlier figures",
  });
});
