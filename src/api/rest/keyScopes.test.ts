/** Scopes of a key apply to every endpoint, every method, files and version 3. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApiKey } from "#accounts/apiKeys";
import { createLimits } from "#accounts/limits";
import { type ErrorBody, namedSeries } from "#domain/api";
import { resources } from "#domain/resources";
import { fileFormats } from "#market";
import { openPeopleStore, type PeopleStore } from "#stores";
import { type MarketWorld, openMarketWorld } from "../../../tests/support/marketWorld";
import { apiKeyEndpointsSchema, apiScopes } from "./apiScopes";
import { createRestApi } from "./createRestApi";
import { endpoints } from "./endpoints";

let world: MarketWorld;
let people: PeopleStore;
let api: ReturnType<typeof createRestApi>;
const counted: number[] = [];
const keys: Record<"narrow" | "readOnly" | "filesOnly", { id: number; key: string }> = {
  narrow: { id: 0, key: "" },
  readOnly: { id: 0, key: "" },
  filesOnly: { id: 0, key: "" },
};

beforeAll(async () => {
  world = await openMarketWorld();
  people = await openPeopleStore({ url: null, folder: "memory://" });
  const made = { requestsPerMinute: 100_000 };
  keys.narrow = await createApiKey(people, { ...made, name: "narrow", endpoints: ["measures"] });
  keys.readOnly = await createApiKey(people, { ...made, name: "read", actions: ["read"] });
  keys.filesOnly = await createApiKey(people, { ...made, name: "files", actions: ["download"] });
  api = createRestApi({
    market: world.market,
    people,
    limits: createLimits(people, { work: Number.MAX_SAFE_INTEGER }),
    countKey: (id) => void counted.push(id),
  });
});
afterAll(async () => {
  await world.close();
  await people.close();
});

const ask = (path: string, key: string, method = "GET") =>
  Promise.resolve(api.request(path, { method, headers: { authorization: `Bearer ${key}` } }));
const pathOf = (path: string) => path.replace("{id}", "1");
const withKey = endpoints.filter(({ permission }) => permission !== null);

test("an endpoint has a scope exactly if it requires a key", () => {
  const scoped = endpoints.filter(({ scope }) => scope !== undefined);
  expect(scoped.map(({ path }) => path)).toEqual(withKey.map(({ path }) => path));
});

test("a key can be limited to any endpoint that requires one: lists, totals, series and others", () => {
  const totals = ["assets", "tokens"].flatMap((of) => [`${of}/aggregates`, `${of}/aggregates/timeseries`]);
  const usual = [...resources.map(({ slug }) => slug), ...totals, ...namedSeries.map(({ name }) => name)];
  expect(apiScopes.slice(0, usual.length)).toEqual(usual);
  expect([...apiScopes].sort()).toEqual([...new Set(withKey.map(({ scope }) => scope))].sort());
  expect(apiKeyEndpointsSchema.parse(["explain", "assets", "assets"])).toEqual(["explain", "assets"]);
});

test("names the valid endpoints if a key is limited to an unknown one", () => {
  const { error } = apiKeyEndpointsSchema.safeParse(["nonsense"]);
  expect(error?.issues.map(({ message }) => message)).toEqual([
    `"nonsense" is not an endpoint of the API; use ${apiScopes.join(", ")}`,
  ]);
});

test.each(withKey.map(({ path, scope }) => [path, scope]))(
  "%s rejects a key without its scope",
  async (path, scope) => {
    for (const method of ["GET", "HEAD"]) {
      for (const base of ["/api/v4", "/v4"]) {
        const { status } = await ask(base + pathOf(path), keys.narrow.key, method);
        expect(status === 403, `${method} ${base}${path}: ${status}`).toBe(scope !== "measures");
      }
    }
  },
);

test("a key reports its scopes, and its own endpoints respond", async () => {
  const refused = await ask("/v4/assets", keys.narrow.key);
  expect(refused.status).toBe(403);
  expect((await refused.json()) as ErrorBody).toEqual({
    message: "This API key is limited to measures. Use a key that includes assets.",
  });
  counted.length = 0;
  for (const path of ["/measures", "/metrics", "/measures/2", "/measures?format=csv"]) {
    expect((await ask(`/v4${path}`, keys.narrow.key)).status, path).toBe(200);
  }
  expect(counted).toEqual([1, 2, 3, 4].map(() => keys.narrow.id));
});

test("version 3 and unknown resource names are rejected too", async () => {
  for (const path of [
    "/v3/assets/aggregates/timeseries",
    "/api/v3/protocols/timeseries",
    "/v4/nonsense",
    "/v4/nonsense/7",
  ]) {
    expect((await ask(path, keys.narrow.key)).status, path).toBe(403);
  }
});

test.each(withKey.filter(({ file }) => file !== undefined).map(({ path }) => [path]))(
  "%s rejects files for a read-only key, and JSON for a download-only key",
  async (path) => {
    for (const method of ["GET", "HEAD"]) {
      for (const format of fileFormats) {
        const { status } = await ask(`/v4${path}?format=${format}`, keys.readOnly.key, method);
        expect(status, `${method} ${format}`).toBe(403);
      }
      expect((await ask(`/v4${path}`, keys.filesOnly.key, method)).status).toBe(403);
    }
    const accepted = await api.request(`/v4${path}`, {
      headers: { authorization: `Bearer ${keys.readOnly.key}`, accept: "text/csv" },
    });
    expect(accepted.status).toBe(403);
  },
);

test("scopes do not restrict endpoints without a key", async () => {
  for (const path of ["/v4/status", "/v4/openapi.json", "/v4/assets/meta"]) {
    expect((await ask(path, keys.narrow.key)).status).toBe(200);
  }
});
