/** Results of checks and the age of data over the data API: filters, pages, single results, files, and access policies. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApiKey } from "#accounts/apiKeys";
import { createLimits } from "#accounts/limits";
import { createRestApi } from "#api";
import { DAY_MS, isoDay } from "#domain/days";
import { indexCatalog } from "#domain/resources";
import { importFiles, readDataVersion } from "#ingest";
import { createMarket } from "#market";
import { openPeopleStore, type PeopleStore } from "#stores";
import { type MarketWorld, openMarketWorld, worldCatalog } from "../support/marketWorld";
import { assignPolicies, firm, type PolicyTerms } from "../support/policyHolders";

const LAST = Date.UTC(2026, 1, 20);
const ago = (days: number) => isoDay(LAST - days * DAY_MS);
const daily = (entity: string, metric: string, figureOf: (daysAgo: number) => number | null): string[] =>
  Array.from({ length: 30 }, (_, days) => figureOf(days)).flatMap((value, days) =>
    value === null ? [] : [`${entity},${metric},${ago(days)},${value}`],
  );

let world: MarketWorld;
let people: PeopleStore;
let api: ReturnType<typeof createRestApi>;
let folder: string;
let key: string;
let version = 0;

async function report(provider: string, rows: readonly string[]) {
  const file = path.join(folder, `${provider}.csv`);
  await writeFile(file, `entity,metric,date,value\n${rows.join("\n")}\n`);
  await importFiles(world.store, indexCatalog(worldCatalog), {
    files: [file],
    provider,
    again: true,
    today: "2026-02-21",
  });
  version = await readDataVersion(world.store);
}

const topFive = (token: number, share: number) =>
  daily(`token:${token}`, "top_5_holders_share_percent", (days) => (days < 3 ? share : null));

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "checks-api-"));
  world = await openMarketWorld();
  people = await openPeopleStore({ url: null, folder: "memory://" });
  api = createRestApi({
    market: createMarket({ store: world.store, dataVersion: () => version }),
    people,
    limits: createLimits(people, { work: Number.MAX_SAFE_INTEGER }),
  });
  key = (await createApiKey(people, { name: "test", requestsPerMinute: 10_000 })).key;
  await report("issuer", [
    ...[501, 502, 503].flatMap((token) => daily(`token:${token}`, "top_10_holders_share_percent", () => 40)),
    ...daily("buidl", "net_asset_value_dollar", (days) => (days < 2 ? 20 : 1 + days / 1000)),
    ...daily("token:504", "daily_transfer_count", (days) => (days > 4 && days < 16 ? null : 50 + days)),
    ...daily("token:503", "daily_mints_token", (days) => (days === 7 || days === 8 ? 1_234_567.89 : days)),
  ]);
  await report("other", [...topFive(501, 55), ...topFive(502, 60), ...topFive(503, 65)]);
  await report("other", topFive(502, 30));
});
afterAll(async () => {
  await world?.close();
  await people?.close();
  await rm(folder, { recursive: true, force: true });
});

const call = (route: string, bearer: string | null = key) =>
  Promise.resolve(
    api.request(`/api/v4${route}`, { headers: bearer === null ? {} : { authorization: `Bearer ${bearer}` } }),
  );
const routeOf = (query: object, rest = "") =>
  `/checks?query=${encodeURIComponent(JSON.stringify(query))}${rest}`;

interface Listed {
  results: Record<string, unknown>[];
  pagination: { page: number; pageCount: number; resultCount: number };
}
async function list(query: object = {}, bearer = key): Promise<Listed> {
  const response = await call(routeOf(query), bearer);
  const body = await response.json();
  expect(response.status, JSON.stringify(body)).toBe(200);
  return body as Listed;
}
const found = async (query: object = {}, bearer = key) =>
  (await list({ sort: { field: "id", direction: "asc" }, ...query }, bearer)).results.map(
    ({ check_slug, asset_slug }) => `${check_slug} ${asset_slug}`,
  );
const is = (field: string, value: unknown) => ({ operator: "equals", field, value });

/** A key of an organization to which these policies apply. */
async function keyWith(...policies: PolicyTerms[]): Promise<string> {
  const organizationId = await firm(people);
  await assignPolicies(people, { organizationId }, policies);
  return (await createApiKey(people, { name: "k", organizationId, requestsPerMinute: 10_000 })).key;
}

const all = [
  "implausible_change buidl",
  "repeated_flow buidl",
  "gap usdx",
  "exceeds_whole ousg",
  "exceeds_whole ousg",
  "exceeds_whole buidl",
].toSorted();

describe("results of checks", () => {
  it("are listed with everything that they say", async () => {
    expect((await found()).toSorted()).toEqual(all);
    const { results } = await list({ filter: is("check_slug", "gap") });
    expect(results).toEqual([
      expect.objectContaining({
        severity: "warning",
        state: "open",
        statement: `Daily transfers of 100%_Dollar (Ethereum): no figures on 11 days in a row. ${ago(15)} to ${ago(5)}.`,
        subject_type: "token",
        subject_id: 504,
        token_id: 504,
        asset_id: 1001,
        network_slug: "ethereum",
        measure_slug: "daily_transfer_count",
        date: ago(15),
        last_date: ago(5),
        value: 11,
        bound: 7,
        bound_measure_slug: null,
        resolved: null,
        action: "Import the missing days. If the source did not report them, nothing needs to be done.",
        is_sample: false,
      }),
    ]);
  });

  it("are filtered by check, severity, state, metric, subject, day and time", async () => {
    const matching = async (filter: object) => (await found({ filter })).toSorted();
    expect(await matching(is("state", "resolved"))).toEqual(["exceeds_whole ousg"]);
    expect(await matching(is("severity", "error"))).toEqual([
      "exceeds_whole buidl",
      "exceeds_whole ousg",
      "exceeds_whole ousg",
    ]);
    expect(
      await matching({
        operator: "and",
        filters: [is("check_slug", "exceeds_whole"), is("state", "open"), is("asset_slug", "ousg")],
      }),
    ).toEqual(["exceeds_whole ousg"]);
    expect(await matching(is("measure_slug", "net_asset_value_dollar"))).toEqual([
      "implausible_change buidl",
    ]);
    expect(await matching(is("token_id", 503))).toEqual(["exceeds_whole buidl", "repeated_flow buidl"]);
    expect(await matching(is("network_slug", "polygon"))).toEqual(["exceeds_whole ousg"]);
    expect(await matching(is("asset_class_slug", "stablecoins"))).toEqual(["gap usdx"]);
    expect(await matching({ operator: "lt", field: "date", value: ago(7) })).toEqual(["gap usdx"]);
    expect(await matching({ operator: "gt", field: "since", value: "2020-01-01T00:00:00Z" })).toEqual(all);
    expect(await matching({ operator: "lt", field: "since", value: "2020-01-01T00:00:00Z" })).toEqual([]);
    expect(await matching({ operator: "notEquals", field: "state", value: "open" })).toEqual([
      "exceeds_whole ousg",
    ]);
  });

  it("refuse filters and orders that they do not have", async () => {
    for (const query of [
      { filter: is("no_such_field", 1) },
      { filter: { operator: "gt", field: "date", value: "yesterday" } },
      { sort: { field: "no_such_field", direction: "asc" } },
      { pagination: { page: 0, perPage: 5 } },
    ]) {
      expect([query, (await call(routeOf(query))).status]).toEqual([query, 400]);
    }
    expect((await call("/checks", null)).status).toBe(401);
    expect((await call("/checks/999999")).status).toBe(404);
  });

  it.each(["id", "date", "since", "severity"])(
    "are paged by %s without repeating or missing one",
    async (field) => {
      for (const direction of ["asc", "desc"]) {
        const query = (page: number) => ({
          sort: { field, direction },
          pagination: { page, perPage: 4 },
          fields: ["id"],
        });
        const [first, second, third] = await Promise.all([1, 2, 3].map((page) => list(query(page))));
        expect(first?.pagination).toMatchObject({ page: 1, pageCount: 2, resultCount: all.length });
        expect([first, second, third].map((page) => page?.results.length)).toEqual([4, 2, 0]);
        const ids = [first, second].flatMap((page) => page?.results.map(({ id }) => id));
        expect(new Set(ids).size).toBe(all.length);
      }
    },
  );

  it("are read one by one, and as files", async () => {
    const [one] = (await list({ filter: is("check_slug", "repeated_flow") })).results;
    expect(await (await call(`/checks/${one?.id}`)).json()).toEqual(one);
    const csv = await (await call(routeOf({ fields: ["statement"] }, "&format=csv"))).text();
    expect(csv.trim().split(/\r?\n/)).toHaveLength(all.length + 1);
  });

  it("about an asset that a policy hides are hidden in lists, rows and files", async () => {
    const limited = await keyWith({
      resources: ["assets"],
      rowFilter: JSON.stringify({ operator: "notEquals", field: "slug", value: "ousg" }),
    });
    const visible = all.filter((one) => !one.endsWith("ousg"));
    expect((await found({}, limited)).toSorted()).toEqual(visible);
    const page = await list({ pagination: { page: 1, perPage: 2 } }, limited);
    expect(page.pagination).toMatchObject({ resultCount: visible.length, pageCount: 2 });
    for (const query of [
      { filter: is("asset_slug", "ousg") },
      { filter: is("token_id", 501) },
      { filter: { operator: "ilike", field: "statement", value: "%ondo%" } },
      { filter: is("state", "resolved") },
    ]) {
      expect(await found(query)).not.toEqual([]);
      expect(await found(query, limited)).toEqual([]);
    }
    const hidden = (await list({ filter: is("asset_slug", "ousg") })).results.map(({ id }) => id);
    for (const id of hidden) expect((await call(`/checks/${id}`, limited)).status).toBe(404);
    const csv = await (await call(routeOf({}, "&format=csv"), limited)).text();
    expect(csv).not.toMatch(/ousg|ondo/i);
    expect(csv.trim().split(/\r?\n/)).toHaveLength(visible.length + 1);
  });

  it("about a hidden metric are hidden, and all of them if assets are denied", async () => {
    const withoutShares = await keyWith({
      resources: ["assets", "tokens"],
      hiddenFields: ["top_5_holders_share_percent"],
    });
    expect((await found({}, withoutShares)).toSorted()).toEqual(
      all.filter((one) => !one.startsWith("exceeds_whole")),
    );
    const denied = await keyWith({ effect: "deny", resources: ["assets"] });
    expect(await found({}, denied)).toEqual([]);
  });
});

describe("the freshness of the data", () => {
  interface Newest {
    slug: string;
    newest_date: string;
    age_days: number;
    asset_count: number;
    is_sample: boolean;
  }
  async function freshness(bearer: string | null = key) {
    const response = await call("/freshness", bearer);
    expect(response.status).toBe(200);
    return (await response.json()) as Record<"sources" | "asset_classes" | "measures", Newest[]> & {
      today: string;
    };
  }
  const counted = (groups: readonly Newest[]) =>
    Object.fromEntries(
      groups.map(({ slug, newest_date, asset_count }) => [slug, [newest_date, asset_count]]),
    );

  it("is counted from today by source, class and metric, the oldest first", async () => {
    const { today, sources, asset_classes, measures } = await freshness();
    expect(counted(sources)).toEqual({ issuer: [ago(0), 3], other: [ago(0), 2] });
    expect(counted(asset_classes)).toEqual({ treasuries: [ago(0), 2], stablecoins: [ago(0), 1] });
    expect(counted(measures)).toMatchObject({ daily_transfer_count: [ago(0), 1] });
    for (const groups of [sources, asset_classes, measures]) {
      const ages = groups.map(({ age_days }) => age_days);
      expect(ages).toEqual(ages.toSorted((a, b) => b - a));
      for (const { newest_date, age_days, is_sample } of groups) {
        expect(age_days).toBe((Date.parse(today) - Date.parse(newest_date)) / DAY_MS);
        expect(is_sample).toBe(false);
      }
    }
  });

  it("leaves out what a policy hides, and is the same for everyone without one", async () => {
    expect(await freshness(null)).toEqual(await freshness());
    const limited = await keyWith({
      resources: ["assets"],
      rowFilter: JSON.stringify({ operator: "notEquals", field: "slug", value: "usdx" }),
    });
    const { sources, asset_classes, measures } = await freshness(limited);
    expect(counted(sources)).toEqual({ issuer: [ago(0), 2], other: [ago(0), 2] });
    expect(Object.keys(counted(asset_classes))).toEqual(["treasuries"]);
    expect(Object.keys(counted(measures))).not.toContain("daily_transfer_count");
  });
});
