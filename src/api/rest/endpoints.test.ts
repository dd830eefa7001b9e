import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { createApiKey } from "#accounts/apiKeys";
import { createLimits } from "#accounts/limits";
import { namedSchemas } from "#domain/api";
import { resources } from "#domain/resources";
import { createMarket, fileFormats } from "#market";
import { openPeopleStore, type PeopleStore } from "#stores";
import { type MarketWorld, openMarketWorld } from "../../../tests/support/marketWorld";
import { createRestApi } from "./createRestApi";
import { type Endpoint, endpoints } from "./endpoints";
import { openApiDocument, rowSchemaName } from "./openApi/openApiDocument";

let world: MarketWorld;
let people: PeopleStore;
let authorization: string;
let api: ReturnType<typeof createRestApi>;

beforeAll(async () => {
  world = await openMarketWorld();
  people = await openPeopleStore({ url: null, folder: "memory://" });
  authorization = `Bearer ${(await createApiKey(people, { name: "all", requestsPerMinute: 10_000 })).key}`;
  api = createRestApi({
    market: createMarket({ store: world.store, dataVersion: () => 1 }),
    people,
    // Disables the limit on database time, since one key sends all requests, on a machine that may be busy.
    limits: createLimits(people, { work: Number.MAX_SAFE_INTEGER }),
  });
});
afterAll(async () => {
  await world.close();
  await people.close();
});

const ask = async (path: string, headers: Record<string, string> = {}) =>
  api.request(`/api/v4${path}`, { headers });
/** The filter that series require; without it they return 400. */
const measured = (path: string) => {
  const value = path.startsWith("/pool") || path.startsWith("/loan") ? 100026 : 71;
  const filter = { operator: "equals", field: "measure_id", value };
  return `?query=${encodeURIComponent(JSON.stringify({ filter }))}`;
};

test("the list of a resource documents the page size of its limits", async () => {
  const { limits } = await (await ask("/assets/meta")).json();
  expect(endpoints.find(({ name }) => name === "list_assets")?.detail).toContain(
    `Up to ${limits.max_per_page} per page with every field`,
  );
});

test("pools and loans have series too", () => {
  const paths = endpoints.map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(["/pool_timeseries", "/loan_timeseries"]));
});

describe("each endpoint of the list", () => {
  test.each(endpoints)("$path requires a key if it is documented to, and responds", async (endpoint) => {
    const path = endpoint.path.replace("{id}", "no-such-thing");
    const url = endpoint.path.includes("timeseries") ? `${path}${measured(path)}` : path;
    const open = await ask(url);
    const withKey = await ask(url, { authorization });
    if (endpoint.permission === null) expect(open.status).toBe(200);
    else expect(open.status).toBe(401);
    // The id is unknown, and some endpoints require parameters.
    const isWhole = endpoint.parameters.safeParse({}).success;
    const expected = endpoint.path.includes("{id}") ? 404 : isWhole ? 200 : 400;
    expect(withKey.status, await withKey.clone().text()).toBe(expected);
    if (expected === 200) expect(withKey.headers.has("etag")).toBe(endpoint.isVolatile !== true);
  });

  test.each(endpoints.filter(({ file }) => file !== undefined))(
    "$path is available as a file",
    async ({ path }) => {
      const url = path.includes("timeseries") ? `${path}${measured(path)}&` : `${path}?`;
      const response = await ask(`${url}format=ndjson`, { authorization });
      expect(response.status, await response.clone().text()).toBe(200);
      expect(response.headers.get("content-type")).toMatch(/^application\/x-ndjson/);
      expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename=".+\.ndjson"$/);
    },
  );

  test("has one path, one name and one entry in the OpenAPI document, with its parameters and formats", async () => {
    type Operation = {
      operationId: string;
      parameters: { name: string; in: string }[];
      responses: { "200": { content: object } };
      security?: [];
    };
    const document = (await (await ask("/openapi.json")).json()) as {
      paths: Record<string, { get: Operation }>;
    };
    expect((await new Validator().validate(structuredClone(document))).errors ?? []).toEqual([]);
    expect(Object.keys(document.paths)).toEqual(endpoints.map(({ path }) => path));
    expect(new Set(endpoints.map(({ name }) => name)).size).toBe(endpoints.length);
    for (const { path, name, parameters, permission, file } of endpoints) {
      const operation = document.paths[path]?.get;
      expect(operation?.operationId).toBe(name);
      expect(operation?.parameters.filter((one) => one.in === "query").map((one) => one.name)).toEqual(
        Object.keys(parameters.shape),
      );
      expect(operation?.security).toEqual(permission === null ? [] : undefined);
      const formats = Object.keys(operation?.responses["200"].content ?? {});
      expect(formats).toHaveLength(file === undefined ? 1 : 1 + fileFormats.length);
    }
  });
});

describe("a schema that only one endpoint has", () => {
  test("has a unique name", () => {
    const named = endpoints.flatMap(({ answers }) => (typeof answers === "string" ? [] : [answers.name]));
    const others = [
      ...Object.keys(namedSchemas),
      ...resources.map(({ slug }) => String(rowSchemaName(slug))),
      "Error",
    ];
    expect(new Set([...named, ...others]).size).toBe(named.length + others.length);
  });

  test("is in the OpenAPI document by its name, for a single result and for the results of a page", () => {
    const one: Endpoint = {
      name: "holder_counts",
      path: "/holder_counts",
      title: "Holder counts",
      doc: "Holders of everything.",
      parameters: z.object({}),
      answers: { name: "HolderCounts", schema: z.object({ holders: z.int().min(0).describe("Addresses.") }) },
      resource: null,
      permission: null,
      json: () => ({ holders: 1 }),
    };
    type Answer = { responses: { "200": { content: { "application/json": { schema: object } } } } };
    const document = openApiDocument([one, { ...one, path: "/pages", page: "Page" }]) as {
      paths?: Record<string, { get: Answer }>;
      components?: { schemas: object };
    };
    const answerOf = (path: string) =>
      document.paths?.[path]?.get.responses["200"].content["application/json"].schema;
    const referred = { $ref: "#/components/schemas/HolderCounts" };
    expect(answerOf("/holder_counts")).toMatchObject({ allOf: [referred, {}] });
    expect(answerOf("/pages")).toMatchObject({
      allOf: [{}, { properties: { results: { items: referred } } }],
    });
    expect(document.components?.schemas).toMatchObject({
      HolderCounts: {
        type: "object",
        properties: { holders: { type: "integer", minimum: 0, description: "Addresses." } },
        required: ["holders"],
      },
    });
  });
});
