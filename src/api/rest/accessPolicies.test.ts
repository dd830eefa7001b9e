/**
 * Effects of policies on the endpoints of the data API that `dataExposure.test.ts` does not cover: every
 * format, groups, nested totals and cached responses.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApiKey } from "#accounts/apiKeys";
import { setFeatureOverride } from "#accounts/features";
import { createLimits } from "#accounts/limits";
import type { ListResponse } from "#domain/api";
import { isLent } from "#domain/resources";
import { createMarket } from "#market";
import { openPeopleStore, type PeopleStore, peopleTables } from "#stores";
import { addLedgerRows } from "../../../tests/support/ledgerRows";
import { type MarketWorld, openMarketWorld } from "../../../tests/support/marketWorld";
import { assignPolicies, firm, type PolicyTerms } from "../../../tests/support/policyHolders";
import { createRestApi } from "./createRestApi";
import { type Endpoint, endpoints } from "./endpoints";

const value = "bridged_token_value_dollar";
let world: MarketWorld;
let people: PeopleStore;
let api: ReturnType<typeof createRestApi>;
let whole: string;
let rowsUsed = 0;
const counted: number[] = [];

/** A key of an organization whose role has these policies. */
async function keyWith(
  ...policies: PolicyTerms[]
): Promise<{ key: string; roleId: number; organizationId: string }> {
  const organizationId = await firm(people);
  const roleId = await assignPolicies(people, { organizationId }, policies);
  const { key } = await createApiKey(people, { name: "k", organizationId, requestsPerMinute: 10_000 });
  return { key, roleId, organizationId };
}

beforeAll(async () => {
  world = await openMarketWorld();
  await addLedgerRows(world.store);
  people = await openPeopleStore({ url: null, folder: "memory://" });
  await world.entityMetrics([
    { type: "asset", id: 57, metric: value, val: 600 },
    { type: "asset", id: 2331, metric: value, val: 300 },
    { type: "token", id: 501, metric: value, val: 600 },
    { type: "token", id: 503, metric: value, val: 300 },
  ]);
  await world.daily([
    { metric: value, listing: 501, date: "2026-01-31", value: 1 },
    { metric: value, listing: 501, date: "2026-02-03", value: 6 },
    { metric: value, listing: 503, date: "2026-02-03", value: 100 },
  ]);
  whole = (await createApiKey(people, { name: "all", requestsPerMinute: 10_000 })).key;
  api = createRestApi({
    market: createMarket({ store: world.store, dataVersion: () => 1 }),
    people,
    limits: createLimits(people, { work: Number.MAX_SAFE_INTEGER }),
    countRows: (_, rows) => void counted.push(rows),
    rowsThisMonth: () => rowsUsed,
  });
});
afterAll(async () => {
  await world.close();
  await people.close();
});

const ask = async (key: string, path: string, init: RequestInit = {}) =>
  api.request(`/api/v4${path}`, { ...init, headers: { authorization: `Bearer ${key}`, ...init.headers } });
const withQuery = (path: string, query: object) =>
  `${path}?query=${encodeURIComponent(JSON.stringify(query))}`;

const isSeries = ({ path }: Endpoint) => path.includes("timeseries");
const measureOf = ({ resource }: Endpoint) => (isLent(resource) ? "cumulative_issued_amount_dollar" : value);
/** The URL of a valid request to an endpoint. */
async function question(endpoint: Endpoint, query: object = {}): Promise<string> {
  if (isSeries(endpoint)) {
    const filter = { operator: "equals", field: "measure_slug", value: measureOf(endpoint) };
    return withQuery(endpoint.path, { filter, ...query });
  }
  if (!endpoint.path.includes("{id}")) return withQuery(endpoint.path, query);
  const list = await ask(whole, endpoint.path.replace("/{id}", ""));
  const [first] = ((await list.json()) as ListResponse).results;
  return endpoint.path.replace("{id}", String(first?.id ?? "none"));
}

const dataEndpoints = endpoints.filter(
  ({ resource, permission }) => resource !== null && permission !== null,
);
/** One endpoint of each kind. */
const few = dataEndpoints.filter(({ path }) =>
  ["/assets", "/assets/{id}", "/assets/aggregates", "/asset_timeseries"].includes(path),
);
const seriesOfAssets = endpoints.filter(({ path }) => path === "/asset_timeseries");
const metas = endpoints.filter(({ resource, permission }) => resource !== null && permission === null);
const files = dataEndpoints.filter(({ file }) => file !== undefined);
const deniedWords = /the policy \\"Policy [\d.]+\\" denies it/;
const explained = `/explain?metric=${value}&entity_type=asset&entity_id=ousg`;

const grouped = dataEndpoints.filter(
  (endpoint) => isSeries(endpoint) || endpoint.path.endsWith("/aggregates"),
);
/** The groupings of an endpoint as reported to a key. */
async function groupBysOf(key: string, endpoint: Endpoint): Promise<string[]> {
  const meta = (await (await ask(key, `/${endpoint.resource}/meta`)).json()) as {
    group_by: Record<"aggregates" | "timeseries", string[]>;
  };
  return meta.group_by[isSeries(endpoint) ? "timeseries" : "aggregates"];
}
/** Whether groups are rows of a resource, by the name of the grouping and the resource of the endpoint. */
const groupsOf: Readonly<Record<string, (groupBy: string, endpoint: Endpoint) => boolean>> = {
  assets: (name) => /^asset(_id|_slug|_name)?$/.test(name),
  tokens: (name) => name === "token",
  asset_classes: (name) => /^asset(_c|C)lass/.test(name),
  networks: (name) => name.startsWith("network"),
  platforms: (name) => /^(platform|protocol)/.test(name),
  issuers: (name) => name.startsWith("issuer"),
  managers: (name) => name.startsWith("manager"),
  jurisdictions: (name) => name.startsWith("jurisdiction"),
  pools: (name) => name.startsWith("pool"),
  // Loans determine the groups of lent pools: their status is that of each loan.
  loans: (name, { resource }) =>
    resource === "pools" &&
    ["loan", "status", "sector", "collateral_type", "region", "is_sample"].includes(name),
};

it("covers every endpoint that returns data", () => {
  const other = endpoints.filter(
    (endpoint) => !dataEndpoints.includes(endpoint) && !metas.includes(endpoint),
  );
  expect(other.map(({ name }) => name)).toEqual(["explain", "status", "freshness", "openapi"]);
});

describe("a policy that denies", () => {
  it.each(few)("a resource rejects $path by GET and HEAD, and names the policy", async (endpoint) => {
    const { key } = await keyWith({}, { effect: "deny", resources: [endpoint.resource ?? ""] });
    const path = await question(endpoint);
    const response = await ask(key, path);
    expect(response.status).toBe(403);
    expect(await response.text()).toMatch(deniedWords);
    expect((await ask(key, path, { method: "HEAD" })).status).toBe(403);
  });

  it.each(files)("downloads rejects only the files of $path", async (endpoint) => {
    const { key } = await keyWith({ effect: "deny", actions: ["download"] });
    const path = await question(endpoint);
    expect((await ask(key, path)).status).toBe(200);
    for (const format of ["csv", "ndjson", "xlsx", "parquet"]) {
      expect([format, (await ask(key, `${path}&format=${format}`)).status]).toEqual([format, 403]);
    }
  });

  it.each(grouped)("a resource rejects groupings by its rows at $path, and no others", async (endpoint) => {
    const groupBys = await groupBysOf(whole, endpoint);
    for (const [denied, isOfIt] of Object.entries(groupsOf)) {
      if (denied === endpoint.resource) continue;
      const { key } = await keyWith({}, { effect: "deny", resources: [denied] });
      const closed = groupBys.filter((name) => isOfIt(name, endpoint));
      const open = groupBys.filter((name) => !closed.includes(name));
      for (const groupBy of closed) {
        const path = await question(endpoint, { aggregate: { groupBy } });
        const response = await ask(key, path);
        expect([denied, groupBy, response.status]).toEqual([denied, groupBy, 403]);
        expect(await response.text()).toMatch(deniedWords);
        expect((await ask(key, `${path}&format=csv`)).status).toBe(403);
      }
      expect(await groupBysOf(key, endpoint)).toEqual(open);
      const groupBy = open.at(-1) ?? "";
      expect((await ask(key, await question(endpoint, { aggregate: { groupBy } }))).status).toBe(200);
    }
  });

  it("the grouping of a path rejects it unless the query sets another", async () => {
    const { key } = await keyWith({}, { effect: "deny", resources: ["platforms"] });
    const filter = { operator: "equals", field: "measure_slug", value };
    expect((await ask(key, withQuery("/protocol_timeseries", { filter }))).status).toBe(403);
    expect((await ask(whole, withQuery("/protocol_timeseries", { filter }))).status).toBe(200);
  });

  it.each([
    ["tokens", "assets", { field: "address", value: "0x1" }, "standard"],
    ["assets", "tokens", { field: "isin", value: "US1" }, "is_rebasing"],
  ])("%s rejects its own fields in totals over %s", async (denied, other, leaf, groupBy) => {
    const { key } = await keyWith({}, { effect: "deny", resources: [denied] });
    for (const query of [{ filter: { operator: "equals", ...leaf } }, { aggregate: { groupBy } }]) {
      const path = withQuery(`/${other}/aggregates`, query);
      expect((await ask(whole, path)).status).toBe(200);
      expect((await ask(key, path)).status).toBe(403);
    }
  });

  it("issuers rejects totals by issuer nested in networks", async () => {
    const { key } = await keyWith({}, { effect: "deny", resources: ["issuers"] });
    const path = withQuery("/networks", { fields: ["issuer_stats"] });
    expect(await (await ask(whole, path)).text()).toContain('"slug":"ondo-llc"');
    expect((await ask(key, path)).status).toBe(400);
    for (const list of ["/networks", "/networks/ethereum", "/networks?format=ndjson"]) {
      expect(await (await ask(whole, list)).text()).toContain('"issuer_stats"');
      expect(await (await ask(key, list)).text()).not.toContain('"issuer_stats"');
    }
    expect(await (await ask(whole, "/networks/meta")).text()).toContain('"issuer_stats"');
    const meta = await (await ask(key, "/networks/meta")).text();
    expect(meta).not.toContain('"issuer_stats"');
    expect(meta).toContain('"protocol_stats"');
  });

  it("tokens excludes the members of explanations of others", async () => {
    const { key } = await keyWith({}, { effect: "deny", resources: ["tokens"] });
    expect(await (await ask(whole, explained)).json()).toMatchObject({
      members: [{ slug: "ousg-ethereum" }],
    });
    const explanation = await (await ask(key, explained)).json();
    expect(explanation).toMatchObject({ value: 6, members: [], rest: { count: 0, value: null } });
    expect(JSON.stringify(explanation)).not.toContain("ousg-ethereum");
  });

  it("assets rejects explanations of assets", async () => {
    const { key } = await keyWith({ effect: "deny", resources: ["assets"] });
    expect((await ask(key, explained)).status).toBe(403);
    expect((await ask(whole, explained)).status).toBe(200);
  });
});

describe("a policy that hides", () => {
  const hiddenFields = ["name", "network_name", "asset_name", "description", value];

  it.each(dataEndpoints.filter((endpoint) => !endpoint.path.includes("{id}")))(
    "a field rejects filters, sorts and selections by it at $path",
    async (endpoint) => {
      const { key } = await keyWith({ hiddenFields: ["slug", "name", "id_of_nothing", value] });
      const leaf = { operator: "equals", field: "name", value: "x" };
      const measured = { operator: "equals", field: "measure_slug", value: measureOf(endpoint) };
      const filter = isSeries(endpoint) ? { operator: "and", filters: [measured, leaf] } : leaf;
      expect((await ask(key, withQuery(endpoint.path, { filter }))).status).toBe(400);
      if (isSeries(endpoint)) return;
      for (const query of [{ sort: { field: value } }, { fields: [value] }]) {
        expect((await ask(key, withQuery(endpoint.path, query))).status).toBe(400);
      }
    },
  );

  it.each(metas)("fields and metrics excludes them from $path if the key is sent", async ({ path }) => {
    const { key } = await keyWith({ hiddenFields });
    const body = (await (await ask(key, path)).json()) as {
      fields: { name: string }[];
      metrics: { slug: string }[];
    };
    const names = [...body.fields.map(({ name }) => name), ...body.metrics.map(({ slug }) => slug)];
    for (const name of hiddenFields) expect(names).not.toContain(name);
    const open = await api.request(`/api/v4${path}`);
    expect(open.headers.get("cache-control")).toContain("public");
    expect((await ask(key, path)).headers.get("cache-control")).toContain("private");
    expect((await ask(key, path)).headers.get("etag")).not.toBe(open.headers.get("etag"));
  });

  it("every searchable field rejects searches, which would match everything", async () => {
    const { key } = await keyWith({ hiddenFields: ["name", "ticker", "slug"] });
    const refused = await ask(key, withQuery("/assets", { search: "ousg" }));
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain("Assets cannot be searched");
  });

  it("a metric excludes it from explanations, also as an input of others", async () => {
    const { key } = await keyWith({ hiddenFields: [value] });
    expect((await ask(key, explained)).status).toBe(404);
    const other = await ask(key, explained.replace(value, "circulating_asset_value_dollar"));
    expect(await other.text()).not.toContain(`"slug":"${value}"`);
  });
});

it.each(endpoints.filter(({ file, permission }) => file !== undefined && permission !== null))(
  "titles of pages, which describe all figures, are not in files of $path",
  async (endpoint) => {
    const path = await question(endpoint);
    const csv = async (more: string) =>
      (await ask(whole, `${path}${path.includes("?") ? "&" : "?"}format=csv${more}`)).text();
    expect(await csv("&header=titles")).toBe(await csv(""));
  },
);

describe("a policy that filters rows", () => {
  it("counts only that asset in totals, series and explanations of others", async () => {
    const rowFilter = JSON.stringify({ operator: "equals", field: "slug", value: "ousg" });
    const { key } = await keyWith({ resources: ["assets"], rowFilter });
    const totals = await (await ask(key, "/assets/aggregates")).json();
    expect(totals).toMatchObject({ results: [{ asset_count: 1, [value]: { val: 600 } }] });
    const filter = { operator: "equals", field: "measure_slug", value };
    const path = withQuery("/tokens/aggregates/timeseries", { filter, aggregate: { groupBy: "date" } });
    expect(await (await ask(key, path)).json()).toMatchObject({
      results: [
        {
          points: [
            ["2026-01-31", 1],
            ["2026-02-03", 6],
          ],
        },
      ],
    });
    expect((await ask(key, explained)).status).toBe(200);
    expect((await ask(key, explained.replace("ousg", "buidl"))).status).toBe(404);
    expect((await ask(key, "/assets/buidl")).status).toBe(404);
    // Version 3 uses the same compiler.
    const v3 = await api.request(
      `/api/v3/assets/aggregates/timeseries?query=${encodeURIComponent(
        JSON.stringify({
          filter: { operator: "equals", field: "measureSlug", value },
          aggregate: { groupBy: "asset" },
        }),
      )}`,
      { headers: { authorization: `Bearer ${key}` } },
    );
    const { results } = (await v3.json()) as { results: { group: { slug: string } }[] };
    expect(results.map(({ group }) => group.slug)).toEqual(["ousg"]);
  });
});

describe("a policy with days of history", () => {
  it.each(seriesOfAssets)(
    "of networks limits $path by network, and explanations of networks",
    async (endpoint) => {
      const { key } = await keyWith({ resources: ["networks"], historyDays: 1 });
      const ofNetwork = explained.replace("asset&", "network&").replace("ousg", "ethereum");
      for (const [path, old] of [
        [await question(endpoint, { aggregate: { groupBy: "network" } }), "2026-02-03"],
        [`${ofNetwork}&date=2026-02-03`, '"token_id":501'],
      ] as const) {
        expect(await (await ask(whole, path)).text()).toContain(old);
        expect(await (await ask(key, path)).text()).not.toContain(old);
      }
      const byAsset = await question(endpoint);
      expect(await (await ask(key, byAsset)).text()).toBe(await (await ask(whole, byAsset)).text());
    },
  );
});

describe("limits of policies", () => {
  it.each(few)("count requests per minute at $path", async (endpoint) => {
    const { key } = await keyWith({ requestsPerMinute: 1 }, { requestsPerMinute: 5 });
    const path = await question(endpoint);
    expect((await ask(key, path)).headers.get("x-ratelimit-limit")).toBe("1");
    const second = await ask(key, path);
    expect(second.status).toBe(429);
    expect(Number(second.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  it.each(few)("count rows per month at $path, including cached responses and files", async (endpoint) => {
    const { key } = await keyWith({ rowsPerMonth: 10 });
    const path = await question(endpoint);
    rowsUsed = 9;
    counted.length = 0;
    const body = (await (await ask(key, path)).json()) as { results?: { points?: unknown[] }[] };
    const sent = (body.results ?? [body]).reduce(
      (sum: number, one) => sum + ("points" in one && Array.isArray(one.points) ? one.points.length : 1),
      0,
    );
    await ask(key, path);
    const head = await ask(key, path, { method: "HEAD" });
    expect(head.status).toBe(200);
    expect(counted).toEqual(sent === 0 ? [] : [sent, sent]);
    if (endpoint.file !== undefined) {
      counted.length = 0;
      await (await ask(key, `${path}&format=csv`)).text();
      expect(counted.length).toBe(sent === 0 ? 0 : 1);
    }
    rowsUsed = 10;
    const over = await ask(key, path);
    expect(over.status).toBe(429);
    expect(await over.text()).toContain("10 rows this month");
  });
});

describe("row counts", () => {
  it.each(["json", "csv"])("limit concurrent requests for %s like sequential ones", async (format) => {
    const { key } = await keyWith({ rowsPerMonth: 4 });
    let used = 0;
    const counting = createRestApi({
      market: createMarket({ store: world.store, dataVersion: () => 1 }),
      people,
      limits: createLimits(people, { work: Number.MAX_SAFE_INTEGER }),
      countRows: (_, rows) => {
        used += rows;
      },
      rowsThisMonth: async () => used,
    });
    const headers = { authorization: `Bearer ${key}` };
    const page = (perPage: number) =>
      counting.request(
        `/api/v4${withQuery("/assets", { pagination: { page: 1, perPage } })}&format=${format}`,
        { headers },
      );
    // Each request gets a different response.
    const burst = await Promise.all(
      Array.from({ length: 8 }, async (_, number) => {
        const response = await page(3 + number);
        await response.text();
        return response.status;
      }),
    );
    const answered = burst.filter((status) => status === 200);
    expect(burst.filter((status) => status === 429)).toHaveLength(burst.length - answered.length);
    // The last response reaches the limit.
    const rowsOfOne = used / answered.length;
    expect(used - rowsOfOne).toBeLessThan(4);
    expect(used).toBeGreaterThanOrEqual(4);
  });

  it("include every request, also if several share an in-flight response", async () => {
    const { key } = await keyWith();
    counted.length = 0;
    const path = withQuery("/assets", { sort: { field: "slug" } });
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(key, path)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(counted).toEqual([4, 4, 4, 4, 4]);
  });
});

describe("the response cache", () => {
  it("never serves a key that can read less: tags differ, and a tag of another key does not return 304", async () => {
    const rowFilter = JSON.stringify({ operator: "equals", field: "slug", value: "ousg" });
    const { key } = await keyWith({ resources: ["assets"], rowFilter });
    const wide = await ask(whole, "/assets");
    const narrow = await ask(key, "/assets");
    const [wideTag, narrowTag] = [wide, narrow].map((one) => one.headers.get("etag") ?? "");
    expect(narrowTag).not.toBe(wideTag);
    expect((await ask(key, "/assets", { headers: { "if-none-match": wideTag ?? "" } })).status).toBe(200);
    expect((await ask(key, "/assets", { headers: { "if-none-match": narrowTag ?? "" } })).status).toBe(304);
    const head = await ask(key, "/assets", { method: "HEAD" });
    expect(head.headers.get("etag")).toBe(narrowTag);
    expect(head.headers.get("content-length")).toBe(narrow.headers.get("content-length"));
    expect(await narrow.json()).toMatchObject({ pagination: { resultCount: 1 } });
    expect(await wide.json()).toMatchObject({ pagination: { resultCount: 4 } });
  });

  it("observes policy changes within a second, when a role is assigned or removed", async () => {
    const { key, roleId } = await keyWith({ effect: "deny", resources: ["assets"] });
    expect((await ask(key, "/assets")).status).toBe(403);
    const { apiAccessOrgRoles } = peopleTables;
    await people.db.delete(apiAccessOrgRoles);
    await expect.poll(async () => (await ask(key, "/assets")).status, { timeout: 60_000 }).toBe(200);
    expect(roleId).toBeGreaterThan(0);
  });
});

describe("a policy that allows", () => {
  it("opens a resource that the plan excludes, but neither other resources nor the API itself", async () => {
    const closed = await keyWith();
    const opened = await keyWith({ resources: ["pools"] });
    const keyOf = async (organizationId: string) => {
      // A plan with the API and without experimental resources.
      await setFeatureOverride(people, {
        kind: "organization",
        subject: organizationId,
        flag: "enable-experimental-features",
        value: false,
        actor: "t",
      });
      return (await createApiKey(people, { name: "k", organizationId, requestsPerMinute: 1_000 })).key;
    };
    expect((await ask(await keyOf(closed.organizationId), "/pools")).status).toBe(403);
    const key = await keyOf(opened.organizationId);
    expect((await ask(key, "/pools")).status).toBe(200);
    expect((await ask(key, "/loans")).status).toBe(403);
    await people.db.update(peopleTables.organizations).set({ planType: "FREE" });
    const late = await createApiKey(people, { name: "late", organizationId: opened.organizationId });
    expect((await ask(late.key, "/pools")).status).toBe(403);
  });
});
