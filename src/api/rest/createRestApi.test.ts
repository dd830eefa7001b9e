import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApiKey, revokeApiKey } from "#accounts/apiKeys";
import { createLimits } from "#accounts/limits";
import type { ErrorBody, ListResponse, SeriesResponse } from "#domain/api";
import { entityOf, entityTypes, resources } from "#domain/resources";
import { createMarket } from "#market";
import { openPeopleStore, type PeopleStore, peopleTables } from "#stores";
import { addLedgerRows } from "../../../tests/support/ledgerRows";
import { type MarketWorld, openMarketWorld } from "../../../tests/support/marketWorld";
import { createRestApi } from "./createRestApi";

let world: MarketWorld;
let people: PeopleStore;
let key: string;
let api: ReturnType<typeof createRestApi>;
let version = 1;
const logged: unknown[] = [];
const value = "bridged_token_value_dollar";

beforeAll(async () => {
  world = await openMarketWorld();
  people = await openPeopleStore({ url: null, folder: "memory://" });
  await world.entityMetrics([{ type: "asset", id: 57, metric: value, val: 600 }]);
  await world.daily([
    { metric: value, listing: 501, date: "2026-01-31", value: 1 },
    { metric: value, listing: 501, date: "2026-02-03", value: 6 },
    { metric: value, listing: 502, date: "2026-02-03", value: 20 },
    { metric: value, listing: 503, date: "2026-02-03", value: 100 },
  ]);
  key = (await createApiKey(people, { name: "test", requestsPerMinute: 10_000 })).key;
  api = createRestApi({
    market: createMarket({ store: world.store, dataVersion: () => version }),
    people,
    log: { error: (entry: unknown) => void logged.push(entry), warn: () => undefined } as never,
    // Disables the limit on database time, since execution times depend on the machine.
    limits: createLimits(people, { files: 5, work: Number.MAX_SAFE_INTEGER }),
    networkAddress: (request) => request.headers.get("x-test-address") ?? "203.0.113.1",
  });
});
afterAll(async () => {
  await world.close();
  await people.close();
});

const call = (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
  Promise.resolve(
    api.request(path, { ...init, headers: { authorization: `Bearer ${key}`, ...init.headers } }),
  );
const json = async <T>(path: string): Promise<T> => (await call(path)).json() as Promise<T>;
const withQuery = (path: string, query: unknown) =>
  `${path}?query=${encodeURIComponent(JSON.stringify(query))}`;

describe("authentication", () => {
  const missing = { message: "Authorization header missing. Please include a valid API key." };
  const invalid = {
    message: "Invalid API key. Please ensure that the API key is correct and try again.",
  };

  test("requires a key, with the error message of the contract", async () => {
    const response = await api.request("/api/v4/assets");
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual(missing);
  });

  test.each(["Bearer nonsense", "Bearer", "Basic abc", "cad_x"])(
    "rejects %j with the error message of the contract",
    async (authorization) => {
      const response = await api.request("/v4/assets", { headers: { authorization } });
      expect(response.status).toBe(401);
      expect(await response.json()).toEqual(invalid);
    },
  );

  test("rejects revoked and expired keys", async () => {
    const revoked = await createApiKey(people, { name: "revoked" });
    const bearer = { headers: { authorization: `Bearer ${revoked.key}` } };
    expect((await api.request("/api/v4/assets", bearer)).status).toBe(200);
    await revokeApiKey(people, revoked.id);
    expect((await api.request("/api/v4/assets", bearer)).status).toBe(401);
    const expired = await createApiKey(people, { name: "expired", expiresAt: new Date(Date.now() - 1) });
    const response = await api.request("/api/v4/assets", {
      headers: { authorization: `Bearer ${expired.key}` },
    });
    expect(await response.json()).toEqual(invalid);
  });

  test("rejects keys whose owner lacks access", async () => {
    const [organization] = await people.db
      .insert(peopleTables.organizations)
      .values({ name: "acme", scope: "domain", domain: "acme.example" })
      .returning();
    const owned = await createApiKey(people, { name: "owned", organizationId: organization?.id });
    const bearer = { headers: { authorization: `Bearer ${owned.key}` } };
    const response = await api.request("/api/v4/assets", bearer);
    expect(response.status).toBe(403);
    expect(((await response.json()) as ErrorBody).message).toMatch(/does not have access/);
  });

  test("reports the remaining requests and the seconds until the reset", async () => {
    const small = await createApiKey(people, { name: "small", requestsPerMinute: 2 });
    const bearer = { headers: { authorization: `Bearer ${small.key}` } };
    const first = await api.request("/api/v4/networks", bearer);
    expect(first.headers.get("x-ratelimit-limit")).toBe("2");
    expect(first.headers.get("x-ratelimit-remaining")).toBe("1");
    expect(Number(first.headers.get("x-ratelimit-reset"))).toBeGreaterThan(Date.now() / 1000);
    await api.request("/api/v4/networks", bearer);
    const third = await api.request("/api/v4/networks", bearer);
    expect(third.status).toBe(429);
    expect(Number(third.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    expect(third.headers.get("x-ratelimit-remaining")).toBe("0");
  });

  test("is not required for the description, the status and metadata", async () => {
    for (const path of [
      "/openapi.json",
      "/status",
      "/assets/meta",
      "/tokens/aggregates/timeseries/meta",
      "/asset_timeseries/meta",
    ]) {
      expect((await api.request(`/api/v4${path}`)).status, path).toBe(200);
    }
  });
});

describe("lists and entities", () => {
  test("respond at both bases, under any alias of the resource", async () => {
    for (const path of ["/api/v4/assets", "/v4/assets"]) {
      const { results, pagination } = await json<ListResponse>(path);
      expect(results.map((row) => row.slug)[0]).toBe("ousg");
      expect(pagination).toEqual({ page: 1, perPage: 25, pageCount: 1, resultCount: 4 });
    }
    expect((await json<ListResponse>("/v4/protocols")).results).toEqual(
      (await json<ListResponse>("/v4/platforms")).results,
    );
  });

  test("return an entity by id, slug or alias", async () => {
    expect(await json("/api/v4/assets/57")).toMatchObject({ slug: "ousg", [value]: { val: 600 } });
    expect(await json("/api/v4/assets/ousg")).toMatchObject({ id: 57 });
    expect(await json("/api/v4/networks/matic")).toMatchObject({ slug: "polygon" });
    expect(await json("/api/v4/asset_classes/us-treasury-debt")).toMatchObject({ id: 27 });
    expect(await json("/api/v4/measures/71")).toMatchObject({ slug: value, unit: "dollar" });
    const response = await call("/api/v4/assets/nothing");
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ message: 'There is no asset "nothing".' });
  });

  test("list measures with format and polarity as in `/meta`", async () => {
    type Row = { slug: string; format_notation: string; format_decimals: number; polarity: string };
    const page = (await json(
      `/api/v4/measures?query=${encodeURIComponent('{"pagination":{"perPage":100}}')}`,
    )) as {
      results: Row[];
    };
    const meta = (await json("/api/v4/assets/meta")) as {
      metrics: { slug: string; format: { notation: string; decimals: number }; polarity: string }[];
    };
    const listed = page.results.map((row) => [
      row.slug,
      { notation: row.format_notation, decimals: row.format_decimals },
      row.polarity,
    ]);
    expect(listed.length).toBeGreaterThan(20);
    expect(new Map(listed.map((row) => [row[0], row]))).toEqual(
      new Map(meta.metrics.map(({ slug, format, polarity }) => [slug, [slug, format, polarity]])),
    );
    const bad = encodeURIComponent('{"filter":{"operator":"equals","field":"polarity","value":"bad"}}');
    const { results } = (await json(`/api/v4/measures?query=${bad}`)) as { results: Row[] };
    expect(results.map(({ polarity }) => polarity)).toContain("bad");
    expect(new Set(results.map(({ polarity }) => polarity)).size).toBe(1);
  });

  test("find an entity of every resource by id and slug, and return 404 for unknown ones", async () => {
    await addLedgerRows(world.store);
    const unknown = [
      "0",
      "-1",
      "57.5",
      "4294967296",
      "99999999999",
      "18446744073709551616",
      "nothing",
      "aggregates",
    ];
    const hostile = ["%F0%9F%98%80", "%00", "%09", "%27", "%ED%A0%80", "%ff", "%7B%7D", `${"9".repeat(900)}`];
    for (const resource of resources) {
      const [row] = (
        await json<ListResponse>(
          `/api/v4/${resource.slug}?query=${encodeURIComponent('{"pagination":{"perPage":1}}')}`,
        )
      ).results;
      const names = [
        row?.[resource.idField],
        ...(resource.slugField === null ? [] : [row?.[resource.slugField]]),
      ];
      for (const name of names) {
        const found = await call(`/api/v4/${resource.slug}/${encodeURIComponent(String(name))}`);
        expect(found.status, `${resource.slug} ${name}`).toBe(200);
        expect(await found.json()).toMatchObject({ id: row?.id });
      }
      for (const id of [...unknown, ...hostile]) {
        // Resources with totals have them at a separate path.
        if (id === "aggregates" && (resource.slug === "assets" || resource.slug === "tokens")) continue;
        const path = `/api/v4/${resource.slug}/${id}`;
        const { status } = await call(path);
        expect(status, path).toBe(404);
        expect((await call(path, { method: "HEAD" })).status, path).toBe(404);
      }
    }
    expect((await call("/api/v4/loans/aggregates/timeseries")).status).toBe(404);
    expect(logged).toEqual([]);
  });

  test("name the invalid part of a query", async () => {
    const response = await call(
      withQuery("/api/v4/assets", {
        filter: {
          operator: "and",
          filters: [
            { operator: "equals", field: "id", value: 1 },
            { operator: "above", field: "id", value: 1 },
          ],
        },
      }),
    );
    expect(response.status).toBe(400);
    const body = (await response.json()) as ErrorBody;
    expect(body.errors?.map((e) => e.path)).toEqual(["filter.filters[1].operator"]);
    expect(response.headers.get("etag")).toBeNull();
    expect((await call("/api/v4/assets?query=%7Bnope")).status).toBe(400);
    expect((await call(withQuery("/api/v4/assets", { filters: {} }))).status).toBe(400);
    expect((await call(`/api/v4/assets?query=${"x".repeat(33_000)}`)).status).toBe(400);
    expect((await call("/api/v4/assets?format=doc")).status).toBe(400);
  });

  test("warn about an unknown id", async () => {
    const body = await json<ListResponse>(
      withQuery("/v4/assets", { filter: { operator: "equals", field: "protocol_id", value: 424242 } }),
    );
    expect(body.results).toEqual([]);
    expect(body.warnings).toEqual([{ path: "filter.value", message: "no platform has the id 424242" }]);
  });
});

describe("series", () => {
  const query = {
    filter: {
      operator: "and",
      filters: [
        { operator: "equals", field: "measure_id", value: 71 },
        { operator: "onOrAfter", field: "date", value: "2026-01-31T00:00:00.000Z" },
        { operator: "equals", field: "is_investable", value: true },
        {
          operator: "or",
          filters: [1, 10, 3].map((id) => ({ operator: "equals", field: "network_id", value: id })),
        },
        { operator: "equals", field: "asset_class_id", value: 27 },
      ],
    },
    aggregate: { groupBy: "network", aggregateFunction: "sum", interval: "day" },
    sort: { direction: "asc", field: "date" },
    pagination: { page: 1, perPage: 25 },
  };

  test("respond to the query that clients send", async () => {
    const body = await json<SeriesResponse>(withQuery("/v4/tokens/aggregates/timeseries", query));
    expect(
      body.results.map(({ group, measure, points }) => [group.id, group.color, measure.slug, points.at(-1)]),
    ).toEqual([
      [3, "#8247e5", value, ["2026-02-03", 20]],
      [1, "#627eea", value, ["2026-02-03", 6]],
    ]);
    expect(body.sort).toEqual(query.sort);
    expect(body.filter).toEqual(query.filter);
  });

  test("still respond to version 3, marked as deprecated", async () => {
    const v3 = {
      filter: {
        operator: "and",
        filters: [
          { operator: "equals", field: "measureID", value: 71 },
          { operator: "equals", field: "assetClassID", value: 27 },
        ],
      },
      aggregate: { groupBy: "assetClass", aggregateFunction: "sum", interval: "day", mode: "stock" },
      sort: { direction: "asc", field: "date" },
      pagination: { page: 1, perPage: 25 },
    };
    for (const base of ["/v3", "/api/v3"]) {
      const response = await call(withQuery(`${base}/assets/aggregates/timeseries`, v3));
      expect(response.status).toBe(200);
      expect(response.headers.get("deprecation")).toBe("@1767225600");
      const body = (await response.json()) as SeriesResponse;
      expect(body.results.map(({ group, points }) => [group.type, group.id, points.at(-1)])).toEqual([
        ["assetClass", 27, ["2026-02-03", 126]],
      ]);
    }
    const protocols = await json<SeriesResponse>(
      withQuery("/v3/protocols/timeseries", {
        filter: {
          operator: "and",
          filters: [
            { operator: "equals", field: "measureSlug", value },
            { operator: "in", field: "protocolSlug", value: ["ondo", "securitize"] },
            { operator: "in", field: "protocolID", value: [10, 100001] },
          ],
        },
      }),
    );
    expect(protocols.results.map(({ group, points }) => [group.type, group.slug, points.at(-1)])).toEqual([
      ["protocol", "securitize", ["2026-02-03", 100]],
      ["protocol", "ondo", ["2026-02-03", 26]],
    ]);
  });

  test("respond under previous names", async () => {
    const of = async (path: string) =>
      (
        await json<SeriesResponse>(
          withQuery(path, { filter: { operator: "equals", field: "measure_slug", value } }),
        )
      ).results.map(({ group }) => `${group.type} ${group.slug}`);
    expect(await of("/v4/asset_timeseries")).toEqual(["asset buidl", "asset ousg"]);
    expect(await of("/v4/token_timeseries")).toEqual([
      "token buidl-ethereum",
      "token ousg-polygon",
      "token ousg-ethereum",
    ]);
    expect(await of("/v4/protocol_timeseries")).toEqual(["protocol securitize", "protocol ondo"]);
  });
});

describe("HTTP", () => {
  test("returns 304 for a matching tag, until the response changes", async () => {
    const path = withQuery("/v4/assets", { pagination: { perPage: 2 } });
    const first = await call(path);
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toMatch(/^W\/"1-/);
    const notModified = await call(path, { headers: { "if-none-match": `"other", ${etag}` } });
    expect(notModified.status).toBe(304);
    expect(await notModified.text()).toBe("");
    expect((await call(`${path}&x=1`, { headers: { "if-none-match": etag } })).status).toBe(200);
    version += 1;
    expect((await call(path, { headers: { "if-none-match": etag } })).status).toBe(304);
    expect(
      (await call(path, { headers: { "if-none-match": etag.replace(/-[^-]{12}"$/, '-000000000000"') } }))
        .status,
    ).toBe(200);
    // A matching tag does not replace the key.
    expect((await api.request(path, { headers: { "if-none-match": etag } })).status).toBe(401);
  });

  test("responds to HEAD without a body and to OPTIONS for other sites, and rejects other methods", async () => {
    const head = await call("/v4/assets", { method: "HEAD" });
    expect(head.status).toBe(200);
    expect(head.headers.get("etag")).not.toBeNull();
    expect(await head.text()).toBe("");
    const options = await api.request("/api/v4/assets", {
      method: "OPTIONS",
      headers: {
        origin: "https://elsewhere.example",
        "access-control-request-method": "GET",
        "access-control-request-headers": "authorization",
      },
    });
    expect(options.status).toBe(204);
    expect(options.headers.get("access-control-allow-origin")).toBe("*");
    expect(options.headers.get("access-control-allow-headers")).toContain("authorization");
    const file = await api.request("/export/assets.csv", { method: "OPTIONS" });
    expect(file.status).toBe(204);
    expect(file.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
    expect(file.headers.get("access-control-allow-origin")).toBeNull();
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      const response = await call("/v4/assets", { method });
      expect(response.status).toBe(405);
      expect(response.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
      expect(await response.json()).toHaveProperty("message");
    }
  });

  test("returns JSON for unknown API paths, and ignores paths outside the API", async () => {
    for (const path of ["/api/v4", "/api/v4/nonsense", "/api/v4/assets/57/what/else", "/v3/nonsense"]) {
      const response = await call(path);
      expect(response.status, path).toBe(404);
      expect(await response.json()).toHaveProperty("message");
    }
    const other = await call("/assets");
    expect(await other.text()).toBe("404 Not Found");
  });

  test("sends error responses with no-store", async () => {
    for (const [path, status, init] of [
      ["/api/v4/nonsense", 404],
      ["/api/nonsense", 404],
      ["/v4/assets/999999999", 404],
      ["/v4/assets?query=%7B", 400],
      ["/v4/assets", 401, { headers: { authorization: "" } }],
      ["/v4/assets", 405, { method: "POST" }],
      [`/v4/assets?x=${"x".repeat(70_000)}`, 414],
    ] as const) {
      const response = await call(path, init);
      expect(response.status, path).toBe(status);
      expect(response.headers.get("cache-control"), path).toBe("no-store");
    }
  });

  test("hides internal errors behind a request id", async () => {
    const broken = createRestApi({
      market: createMarket({
        store: {
          visitors: {
            ...world.store.visitors,
            compactRows: () => Promise.reject(new Error("secret detail")),
          },
        },
        dataVersion: () => 1,
      }),
      people,
      log: { error: (entry: unknown) => void logged.push(entry), warn: () => undefined } as never,
    });
    const response = await broken.request("/v4/assets", { headers: { authorization: `Bearer ${key}` } });
    expect(response.status).toBe(500);
    const body = (await response.json()) as ErrorBody;
    expect(body.requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(JSON.stringify(body)).not.toContain("secret");
    expect(logged.at(-1)).toMatchObject({ requestId: body.requestId });
  });
});

describe("files", () => {
  test("are selected by Accept or format, with the rows of the list", async () => {
    const path = withQuery("/v4/assets", { fields: ["ticker"] });
    const byAccept = await call(path, { headers: { accept: "text/csv" } });
    expect(byAccept.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(byAccept.headers.get("content-disposition")).toBe('attachment; filename="assets.csv"');
    expect((await byAccept.text()).split("\n")).toEqual([
      '"ticker"',
      '"OUSG"',
      '"USDX"',
      `"'=GOLD"`,
      '"BUIDL"',
      "",
    ]);
    expect((await call(`${path}&format=ndjson`)).headers.get("content-type")).toMatch("application/x-ndjson");
    const parquet = Buffer.from(
      await (await call(path, { headers: { accept: "application/vnd.apache.parquet" } })).arrayBuffer(),
    );
    expect(parquet.subarray(0, 4).toString()).toBe("PAR1");
    const xlsx = Buffer.from(await (await call(`${path}&format=xlsx`)).arrayBuffer());
    expect(xlsx.subarray(0, 2).toString()).toBe("PK");
    expect(
      (await call("/v4/assets", { headers: { accept: "text/html,*/*" } })).headers.get("content-type"),
    ).toMatch("application/json");
    const query = {
      filter: { operator: "equals", field: "measure_id", value: 71 },
      aggregate: { groupBy: "date" },
    };
    expect(
      await (await call(`${withQuery("/v4/assets/aggregates/timeseries", query)}&format=csv`)).text(),
    ).toMatch(/^Timestamp,Date,Measure,All\n1769817600000,2026-01-31,/);
    expect(await (await call("/v4/assets/aggregates?format=csv")).text()).toMatch(/^group_type,group_id/);
  });

  test("are served to our own pages without a key, and not to other sites", async () => {
    const path = withQuery("/export/assets.csv", { fields: ["slug"] });
    const own = await api.request(path, { headers: { "sec-fetch-site": "same-origin" } });
    expect(own.status).toBe(200);
    expect(await own.text()).toBe('"slug"\n"ousg"\n"usdx"\n"gold-bar"\n"buidl"\n');
    for (const site of ["cross-site", "same-site"]) {
      expect((await api.request(path, { headers: { "sec-fetch-site": site } })).status).toBe(403);
    }
    expect((await api.request("/export/pools.csv")).status).toBe(401);
    expect((await api.request("/export/nonsense.csv")).status).toBe(404);
    expect((await api.request("/export/assets.exe")).status).toBe(404);
  });

  test("are limited per minute and address", async () => {
    const from = { headers: { "x-test-address": "198.51.100.9" } };
    const statuses: number[] = [];
    for (let i = 0; i < 6; i += 1) statuses.push((await api.request("/export/measures.csv", from)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });
});

describe("the description of the API", () => {
  test("is valid OpenAPI 3.1 and covers every resource", async () => {
    const document = (await (await api.request("/api/v4/openapi.json")).json()) as { paths: object };
    const outcome = await new Validator().validate(structuredClone(document));
    expect(outcome.errors ?? []).toEqual([]);
    expect(outcome.valid).toBe(true);
    for (const path of [
      "/assets",
      "/protocols",
      "/tokens/{id}",
      "/news/meta",
      "/measures",
      "/assets/aggregates/timeseries",
    ]) {
      expect(document.paths).toHaveProperty([path, "get"]);
    }
  });

  test("describes fields, operators, groupings and limits of a resource", async () => {
    const meta = (await (await api.request("/api/v4/assets/meta")).json()) as {
      fields: { name: string; operators: string[]; values: string[] | null }[];
      group_by: { timeseries: string[] };
      aggregate_functions: { name: string; doc: string }[];
      limits: object;
    };
    expect(meta.fields.find((f) => f.name === "distribution")?.values).toEqual([
      "distributed",
      "represented",
    ]);
    expect(meta.fields.find((f) => f.name === "holding_addresses_count")?.operators).toContain("gte");
    expect(meta.group_by.timeseries).toEqual(
      expect.arrayContaining(["network", "protocol", "platform", "date", "measure"]),
    );
    expect(meta.limits).toMatchObject({ max_per_page: 200, filter_depth: 8 });
    expect(meta.aggregate_functions.map(({ name }) => name)).toEqual(["sum", "avg", "min", "max"]);
    expect(meta.aggregate_functions[0]?.doc).toContain("its weighted mean is returned");
    const networks = await (await api.request("/api/v4/networks/meta")).json();
    expect(networks).toMatchObject({ aggregate_functions: [] });
  });

  test("explains a figure", async () => {
    const explanation = await json<{ value: number; members: unknown[] }>(
      "/v4/explain?metric=71&entity_type=asset_class&entity_id=27",
    );
    expect(explanation.value).toBe(126);
    expect(explanation.members).toHaveLength(3);
    expect((await call("/v4/explain?metric=71")).status).toBe(400);
    const unnamed = await call("/v4/explain?metric=71&entity_type=asset");
    expect([unnamed.status, (await unnamed.json()).errors]).toEqual([
      400,
      [{ path: "entity_id", message: "is required unless entity_type is catalog" }],
    ]);
  });

  test.each(entityTypes)("explains figures of a %s by type and by field prefix", async (type) => {
    const { prefix, resource } = entityOf(type);
    const { results } = await json<ListResponse>(`/v4/${resource}`);
    const explained = (name: string) =>
      json(`/v4/explain?metric=71&entity_type=${name}&entity_id=${results[0]?.id}`);
    const explanation = await explained(type);
    expect(explanation).toMatchObject({ entity: { type, id: results[0]?.id } });
    expect(await explained(prefix)).toEqual(explanation);
  });

  test("explains the total of the catalogue", async () => {
    const whole = await json<{ entity: object; value: number; members: unknown[] }>(
      "/v4/explain?metric=71&entity_type=catalog",
    );
    expect(whole.entity).toEqual({ type: "catalog", id: 0, slug: "catalog", name: "All assets" });
    // Every figure of this market belongs to one class.
    expect(whole.value).toBe(126);
    expect(whole.members).toHaveLength(3);
  });
});

describe("validation of URLs", () => {
  test("unknown and repeated parameters are reported as warnings in the response", async () => {
    const list = await json<ListResponse>("/api/v4/assets?quer=x&format=json&format=csv");
    expect(list.results).toHaveLength(4);
    expect(list.warnings).toEqual([
      { path: "quer", message: 'unknown parameter "quer"; valid parameters: query, format, delivery, as_of' },
      { path: "format", message: "format appears 2 times; the first is used" },
    ]);
    const unknown = withQuery("/api/v4/assets", { filter: { operator: "equals", field: "id", value: 9 } });
    expect((await json<ListResponse>(`${unknown}&x=1`)).warnings).toHaveLength(2);
    expect(await json("/api/v4/assets/57?x=1")).toMatchObject({ slug: "ousg", warnings: [{ path: "x" }] });
    expect(await json("/api/v4/assets/57")).not.toHaveProperty("warnings");
    const file = await call("/api/v4/assets?format=csv&x=1");
    expect(file.headers.get("warning")).toBe(
      "299 - \"unknown parameter 'x'; valid parameters: query, format, delivery, as_of\"",
    );
  });

  const odd = (query: unknown) => withQuery("/api/v4/assets", query);
  const leaf = (field: string, value: unknown, operator = "equals") =>
    odd({ filter: { operator, field, value } });
  test.each<[string, number, string?]>([
    // Ids: asset-level tokens have ten digits; larger numbers and malformed ids are not found.
    ["/api/v4/tokens/2000001002", 200],
    ["/api/v4/assets/9999999999", 404],
    ["/api/v4/assets/4294967296", 404],
    ["/api/v4/assets/-57", 404],
    ["/api/v4/assets/057", 404],
    ["/api/v4/assets/57.0", 404],
    ["/api/v4/assets/5.7e1", 404],
    ["/api/v4/assets/%00", 404],
    ["/api/v4/assets/%F0%9F%98%80", 404],
    ["/api/v4/ASSETS", 404],
    ["/api/v4//assets", 404],
    [leaf("id", 9_999_999_999), 400, "filter.value"],
    [leaf("id", -1), 400, "filter.value"],
    [leaf("id", 57.5), 400, "filter.value"],
    [leaf("id", true), 400, "filter.value"],
    [leaf("id", [57]), 400, "filter.value"],
    [leaf("id", 57, "in"), 400, "filter.value"],
    [leaf("id", "57"), 200],
    [leaf("id", []), 400, "filter.value"],
    [leaf("id", [], "in"), 200],
    [leaf("id", [], "not-in"), 200],
    // Values of the wrong type, and invalid dates.
    [leaf("name", 5), 400, "filter.value"],
    [leaf("name", "b\u{fc}\u{1f600}\u0000"), 200],
    [leaf("is_investable", "true"), 400, "filter.value"],
    [leaf("inception_date", "2026-02-30"), 400, "filter.value"],
    [leaf("inception_date", "1899-12-31"), 400, "filter.value"],
    [leaf("inception_date", "9999-12-31"), 400, "filter.value"],
    [leaf("inception_date", 1_580_000_000), 400, "filter.value"],
    [leaf("inception_date", "2026-01-31T00:00:00.000Z", "onOrAfter"), 200],
    [leaf(value, 1e308, "gt"), 200],
    [leaf("name", "x", "gte"), 400, "filter.operator"],
    [leaf("id", "5%", "like"), 400, "filter.operator"],
    // Unknown fields, at any depth.
    [leaf("nothing", 1), 400, "filter.field"],
    [leaf("__proto__", 1), 400, "filter.field"],
    [leaf(`${value}.nothing`, 1, "gt"), 400, "filter.field"],
    [odd({ fields: ["asset_class.name"] }), 400, "fields[0]"],
    [odd({ fields: ["asset_class", "tokens"] }), 200],
    [odd({ fields: ["slug", "*"] }), 400, "fields[1]"],
    [odd({ sort: { field: "network_ids" } }), 400, "sort.field"],
    [odd({ sort: { field: "icon_url" } }), 400, "sort.field"],
    [odd({ sort: { field: `${value}:chg_30d_pct` } }), 200],
    [odd({ pagination: { page: 0 } }), 400, "pagination.page"],
    [odd({ pagination: { page: -1 } }), 400, "pagination.page"],
    [odd({ pagination: { page: 1_000_000 } }), 200],
    [odd({ filter: { operator: "and", filters: [] } }), 200],
    [odd({ search: "\u{1f600}%_'" }), 200],
    [odd(null), 200],
    ["/api/v4/assets?query=", 200],
    // Series require a metric.
    ["/api/v4/tokens/aggregates/timeseries", 400, "filter"],
    ["/api/v4/asset_timeseries", 400, "filter"],
    ["/api/v4/assets?query=%257B%257D", 400, "query"],
    ["/api/v4/explain?metric=71&entity_type=asset&entity_id=57&date=2026-13-01", 400, "date"],
    ["/api/v4/explain?metric=71&entity_type=nothing&entity_id=57", 400, "entity_type"],
    ["/api/v4/explain?metric=&entity_type=asset&entity_id=57", 400, "metric"],
    ["/api/v4/explain?metric=71&entity_type=asset&entity_id=9999999999", 404],
    ["/api/v4/explain?metric=71&entity_type=asset&entity_id=57&date=9999-12-31", 200],
    ["/api/v4/explain?metric=71&entity_type=protocol&entity_id=ondo", 200],
  ])("%s returns %i", async (path, status, part) => {
    const response = await call(path);
    expect([response.status, await response.clone().text()]).toEqual([status, expect.any(String)]);
    const { errors } = (await response.json()) as ErrorBody;
    expect(errors?.map((one) => one.path)).toEqual(part === undefined ? undefined : [part]);
    const head = await call(path, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([status, ""]);
    expect(head.headers.get("etag")).toBe(response.headers.get("etag"));
  });

  test("a body is ignored; an unknown format returns JSON if in Accept, and 400 if in the query", async () => {
    const posted = await call("/api/v4/assets", { method: "POST", body: "x".repeat(3_000_000) });
    expect(posted.status).toBe(405);
    for (const accept of [
      "image/png",
      "garbage",
      "",
      "text/csv;q=0, application/json",
      "text/html,*/*;q=0.8",
    ]) {
      const { headers } = await call("/api/v4/assets", { headers: { accept } });
      expect([accept, headers.get("content-type")]).toEqual([accept, "application/json"]);
    }
    const csv = await call("/api/v4/assets", { headers: { accept: "application/json;q=0.5, TEXT/CSV" } });
    expect(csv.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect((await call("/api/v4/assets?format=png")).status).toBe(400);
  });

  test("a trailing slash makes no difference", async () => {
    for (const path of [
      "/api/v4/assets",
      "/v4/assets/57",
      "/api/v4/assets/meta",
      "/api/v4/tokens/aggregates",
      "/api/v4/openapi.json",
    ]) {
      expect(await (await call(`${path}/`)).text(), path).toBe(await (await call(path)).text());
    }
  });

  test("every path under /api returns the same format", async () => {
    for (const path of [
      "/api",
      "/api/",
      "/api/nonsense",
      "/api/v5/assets",
      "/api/v4/%ZZ/%",
      "/api/%E0%A4%A",
    ]) {
      const response = await call(path);
      expect(response.status, path).toBe(404);
      expect(await response.json(), path).toEqual({ message: expect.any(String) });
    }
  });

  test("a URL beyond the length limit is rejected with the limit, and long names are shortened in messages", async () => {
    const long = await call(`/api/v4/assets?query=${"x".repeat(66_000)}`);
    expect(long.status).toBe(414);
    expect(await long.json()).toEqual({
      message: "URLs are limited to 65,536 characters; this one has 66,021. Request less at once.",
    });
    const query = await call(`/api/v4/assets?query=${"x".repeat(40_000)}`);
    expect(query.status).toBe(400);
    expect(await query.text()).toContain("at most 32768 characters; this one has 40000");
    for (const path of [`/api/v4/assets/${"x".repeat(5_000)}`, `/api/v4/${"x".repeat(5_000)}`]) {
      const response = await call(path);
      expect(response.status).toBe(404);
      expect((await response.text()).length).toBeLessThan(600);
    }
  });

  test("JSON nested too deeply is rejected with a message, wherever it occurs", async () => {
    const deep = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
    const groups = (depth: number) => `${'{"operator":"and","filters":['.repeat(depth)}${"]}".repeat(depth)}`;
    const texts = [
      `{"filter":${deep(5_000)}}`,
      deep(10_000),
      `{"filter":{"operator":"in","field":"id","value":${deep(5_000)}}}`,
      `{"filter":{"operator":"and","filters":${deep(5_000)}}}`,
      `{"filter":${groups(900)}}`,
      `{"sort":${deep(5_000)}}`,
      `{"fields":${deep(5_000)}}`,
      `{"search":${deep(5_000)}}`,
      `{"pagination":${deep(5_000)}}`,
      `{"aggregate":${deep(5_000)}}`,
      '{"pagination":{"page":1e300}}',
      '{"pagination":{"page":-1}}',
      '{"filter":{"operator":"equals","field":"id","value":1e999}}',
    ];
    for (const base of [
      "/api/v4/assets",
      "/api/v4/tokens/aggregates/timeseries",
      "/v3/assets/aggregates/timeseries",
    ]) {
      for (const query of texts) {
        const response = await call(`${base}?query=${encodeURIComponent(query)}`);
        expect(response.status, `${base} ${query.slice(0, 60)}`).toBe(400);
        expect((await response.text()).length).toBeLessThan(5_000);
      }
    }
  });
});

describe("cached responses", () => {
  test("are sent in the encoding that the client prefers, without compressing again", async () => {
    const read = (encoding: string) => call("/v4/tokens/meta", { headers: { "accept-encoding": encoding } });
    const plain = await (await read("identity")).text();
    for (const [encoding, unpack] of [
      ["gzip", gunzipSync],
      ["br", brotliDecompressSync],
    ] as const) {
      const response = await read(encoding);
      expect(response.headers.get("content-encoding")).toBe(encoding);
      expect(response.headers.get("vary")).toContain("Accept-Encoding");
      expect(unpack(Buffer.from(await response.arrayBuffer())).toString()).toBe(plain);
    }
    expect((await read("br;q=0, gzip;q=0")).headers.get("content-encoding")).toBeNull();
    expect((await read("br;q=0, gzip")).headers.get("content-encoding")).toBe("gzip");
  });

  test("change with the data", async () => {
    const first = await call("/v4/status");
    expect(first.headers.get("cache-control")).toBe("no-store");
    const before = (await call("/v4/networks")).headers.get("etag");
    version += 1;
    const unchanged = await call("/v4/networks");
    expect(unchanged.headers.get("etag")).toBe(before);
    expect(unchanged.headers.get("x-cadastre-data-version")).toBe(String(version));
    await world.store.run(
      "ALTER TABLE dim_networks UPDATE name = 'Base mainnet' WHERE id = 10 SETTINGS mutations_sync = 1",
    );
    version += 1;
    expect((await call("/v4/networks")).headers.get("etag")).not.toBe(before);
    await world.store.run(
      "ALTER TABLE dim_networks UPDATE name = 'Base' WHERE id = 10 SETTINGS mutations_sync = 1",
    );
    version += 1;
  });
});

test("are still sent to a key that used up its database time, while other reads are rejected", async () => {
  const small = createRestApi({
    market: createMarket({ store: world.store, dataVersion: () => version }),
    people,
    limits: createLimits(people, { work: 1 }),
  });
  const ask = (page: number, headers: Record<string, string> = {}) =>
    small.request(withQuery("/v4/assets", { pagination: { page, perPage: 1 } }), {
      headers: { authorization: `Bearer ${key}`, ...headers },
    });
  const first = await ask(1);
  expect(first.status).toBe(200);
  expect(first.headers.get("ratelimit-policy")).toBe(
    '"requests";q=10000;w=60, "work";q=1;w=60;qu="milliseconds"',
  );
  expect(first.headers.get("ratelimit")).toMatch(/^"requests";r=\d+;t=\d+, "work";r=1;t=60$/);
  const second = await ask(2);
  expect(second.status).toBe(429);
  expect(Number(second.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  expect(second.headers.get("ratelimit")).toContain('"work";r=0');
  expect(await second.text()).toContain("seconds of database time");
  // Files are not cached.
  expect((await ask(1, { accept: "text/csv" })).status).toBe(429);
  const again = await ask(1, { "accept-encoding": "gzip" });
  expect(again.status).toBe(200);
  expect(gunzipSync(Buffer.from(await again.arrayBuffer())).toString()).toBe(await first.text());
  expect((await ask(1, { "if-none-match": first.headers.get("etag") ?? "" })).status).toBe(304);
  // A matching tag returns 304 without a read, even if the response is not cached.
  const elsewhere = await call(withQuery("/v4/assets", { pagination: { page: 3, perPage: 1 } }));
  expect((await ask(3, { "if-none-match": elsewhere.headers.get("etag") ?? "" })).status).toBe(304);
});
