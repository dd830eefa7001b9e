import { brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLimits, type LimitName } from "#accounts/limits";
import { anonymousUser, type User } from "#domain/people";
import { createMarket } from "#market";
import { apiContextOf } from "../../../tests/support/apiContextOf";
import { type MarketWorld, openMarketWorld } from "../../../tests/support/marketWorld";
import { createTrpcHandler } from "./createTrpcHandler";

let world: MarketWorld;
let version = 1;
beforeAll(async () => {
  world = await openMarketWorld();
});
afterAll(() => world.close());

const experimental: User = {
  ...anonymousUser,
  id: "u1",
  features: { ...anonymousUser.features, "enable-experimental-features": true },
};

/** A separate handler; requests with `x-account` are signed in. */
function handlerOf(numbers: Partial<Record<LimitName, number>> = {}) {
  const market = createMarket({ store: world.store, dataVersion: () => version });
  const handler = createTrpcHandler(
    async (request) => {
      const context = apiContextOf(market, request.headers.has("x-account") ? experimental : anonymousUser);
      const networkAddress = request.headers.get("x-address") ?? "203.0.113.1";
      return { ...context, request: { ...context.request, networkAddress } };
    },
    undefined,
    { limits: createLimits(null, numbers) },
  );
  return (path: string, init?: RequestInit) =>
    handler(new Request(`http://localhost:3000/api/trpc/${path}`, init));
}
const inputOf = (...inputs: object[]) =>
  `batch=1&input=${encodeURIComponent(JSON.stringify(Object.fromEntries(inputs.entries())))}`;
const messageOf = async (response: Response): Promise<string> => {
  const body = (await response.json()) as { error?: { message: string } } | { error?: { message: string } }[];
  return [body].flat()[0]?.error?.message ?? "";
};

test("an event with deeply nested properties does not fail", async () => {
  const call = handlerOf();
  const properties = `${'{"a":'.repeat(30_000)}1${"}".repeat(30_000)}`;
  const headers = { "content-type": "application/json" };
  const body = `{"name":"x","properties":${properties}}`;
  const response = await call("analytics.track", { method: "POST", headers, body });
  expect(response.status).toBe(200);
});

test("invalid input is reported by field in our words", async () => {
  const response = await handlerOf()(`market.meta?input=${encodeURIComponent('{"resource":1}')}`);
  expect(response.status).toBe(400);
  expect(await messageOf(response)).toBe("resource: must be a string");
});

test.each([
  ["market.table", { method: "POST" }, 415],
  ["users.getProfile", { method: "PUT" }, 415],
  ["analytics.track", { method: "POST", body: "a,b", headers: { "content-type": "text/csv" } }, 415],
  ["nothing", {}, 404],
])("an error is sent as JSON in the error shape of RPC calls: %s %o", async (path, init, status) => {
  const response = await handlerOf()(path, init);
  expect(response.status).toBe(status);
  expect(response.headers.get("content-type")).toBe("application/json");
  expect(await response.json()).toMatchObject({
    error: { message: expect.any(String), code: expect.any(Number), data: { httpStatus: status } },
  });
});

describe("the size of a request", () => {
  test("is limited to twenty calls, and a larger batch calls none", async () => {
    const call = handlerOf();
    const batch = (n: number) => `${Array(n).fill("search.getInitialSearchGroups").join(",")}?batch=1`;
    const fits = await call(batch(20));
    expect(fits.status).toBe(200);
    expect(await fits.json()).toHaveLength(20);
    const over = await call(batch(21));
    expect(over.status).toBe(413);
    expect(await messageOf(over)).toBe(
      "A request can call at most 20 procedures; this one calls 21. Split it into several requests.",
    );
    expect((await call(batch(21).replaceAll(",", "%2C"))).status).toBe(413);
    const many = await call(batch(1_900));
    expect(many.status).toBe(413);
    expect((await many.text()).length).toBeLessThan(500);
  });

  test("is limited by the length of the URL", async () => {
    const call = handlerOf();
    const address = await call(`market.table?input=${"x".repeat(33_000)}`);
    expect(address.status).toBe(413);
    expect(await messageOf(address)).toMatch(
      /^URLs are limited to 32,768 characters; this one has 33,0\d\d\./,
    );
  });

  test("JSON nested too deeply is rejected with a message", async () => {
    const call = handlerOf();
    const deep = `${"[".repeat(5_000)}${"]".repeat(5_000)}`;
    for (const input of [
      deep,
      `{"resource":"tokens","query":${deep}}`,
      `{"resource":"tokens","query":{"filter":${deep}}}`,
      `{"resource":"tokens","query":{"filter":{"operator":"in","field":"id","value":${deep}}}}`,
    ]) {
      for (const name of ["table", "series", "aggregates"]) {
        const response = await call(`market.${name}?input=${encodeURIComponent(input)}`);
        expect(response.status).toBeGreaterThanOrEqual(400);
        expect(response.status).toBeLessThan(500);
      }
    }
  });
});

test("the stored data sets are read on every call, since they change independently of the data", async () => {
  const reads: string[] = [];
  const market = createMarket({ store: world.store, dataVersion: () => version });
  const dataSets = {
    versions: async () => {
      reads.push("versions");
      return [];
    },
    file: async () => null,
    manifest: async () => null,
  };
  const handler = createTrpcHandler(async () => {
    const context = apiContextOf(market, anonymousUser);
    Object.assign(context.services, { dataSets });
    return context;
  });
  for (let time = 0; time < 2; time += 1) {
    const answer = await handler(new Request("http://localhost:3000/api/trpc/market.storedSets"));
    expect(answer.status).toBe(200);
  }
  expect(reads).toHaveLength(2);
});

describe("the rate limit of a visitor", () => {
  test("counts each call of a batch, and is reported in headers", async () => {
    const call = handlerOf({ calls: 3 });
    const two = `market.meta,market.meta?${inputOf({ resource: "tokens" }, { resource: "assets" })}`;
    const first = await call(two);
    expect(first.status).toBe(200);
    expect(first.headers.get("x-ratelimit-remaining")).toBe("1");
    expect(first.headers.get("ratelimit-policy")).toBe(
      '"requests";q=3;w=60, "work";q=20000;w=60;qu="milliseconds"',
    );
    const others = `market.meta,market.meta?${inputOf({ resource: "assets" }, { resource: "tokens" })}`;
    const second = await call(others);
    expect(second.status).toBe(429);
    expect(Number(second.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await messageOf(second)).toMatch(/^Too many requests: the limit is 3 per minute\./);
    expect((await call(others, { headers: { "x-address": "203.0.113.9" } })).status).toBe(200);
    expect((await call(others, { headers: { "x-account": "1" } })).status).toBe(200);
  });

  test("counts a cached batch as one call, never as none", async () => {
    const call = handlerOf({ calls: 4 });
    const two = `market.meta,market.meta?${inputOf({ resource: "tokens" }, { resource: "assets" })}`;
    const left: (string | null)[] = [];
    for (let time = 0; time < 3; time += 1) left.push((await call(two)).headers.get("x-ratelimit-remaining"));
    expect(left).toEqual(["2", "1", "0"]);
    expect((await call(two)).status).toBe(429);
  });

  test("counts each call if responses are not cached, because they depend on the user or failed", async () => {
    const unknown = { resource: "assets", id: "unknown" };
    for (const path of [
      "users.getProfile,users.getProfile?batch=1",
      `market.entity,market.entity?${inputOf(unknown, unknown)}`,
    ]) {
      const call = handlerOf({ calls: 3 });
      expect((await call(path)).status).not.toBe(429);
      expect((await call(path)).status).toBe(429);
    }
  });

  test("includes database time", async () => {
    const call = handlerOf({ work: 1 });
    const table = (perPage: number) =>
      `market.table?input=${encodeURIComponent(JSON.stringify({ resource: "tokens", query: { pagination: { page: 1, perPage } } }))}`;
    expect((await call(table(1))).status).toBe(200);
    const second = await call(table(2));
    expect(second.status).toBe(429);
    expect(await messageOf(second)).toContain("seconds of database time");
    // Cached responses and calls that do not read data are never rejected, also in a batch.
    expect((await call(table(1))).status).toBe(200);
    const packed = await call(table(1), { headers: { "accept-encoding": "br" } });
    expect([packed.status, packed.headers.get("content-encoding")]).toEqual([200, "br"]);
    const account = { headers: { "x-account": "1" } };
    expect((await call(table(3), account)).status).toBe(200);
    expect((await call(table(4), account)).status).toBe(429);
    expect((await call("market.meta?input=%7B%22resource%22%3A%22tokens%22%7D", account)).status).toBe(200);
  });
});

describe("cached responses of the market", () => {
  const meta = `market.meta?input=${encodeURIComponent('{"resource":"tokens"}')}`;

  test("are compressed once, and computed again when the data changes", async () => {
    const call = handlerOf();
    const packed = await call(meta, { headers: { "accept-encoding": "br" } });
    expect(packed.headers.get("content-encoding")).toBe("br");
    expect(packed.headers.get("cache-control")).toBe("private, no-store");
    const plain = await call(meta);
    expect(brotliDecompressSync(Buffer.from(await packed.arrayBuffer())).toString()).toBe(await plain.text());
    const table = `market.table?input=${encodeURIComponent('{"resource":"networks"}')}`;
    const before = await (await call(table)).text();
    await world.entityMetrics([
      { type: "network", id: 1, metric: "bridged_token_value_dollar", val: 12_345 },
    ]);
    expect(await (await call(table)).text()).toBe(before);
    version += 1;
    expect(await (await call(table)).text()).toContain("12345");
  });

  test("are not served to visitors without access, even after a cache hit", async () => {
    const call = handlerOf();
    const pools = `market.table?input=${encodeURIComponent('{"resource":"pools"}')}`;
    const asAccount = { headers: { "x-account": "1" } };
    expect((await call(pools, asAccount)).status).toBe(200);
    expect((await call(pools)).status).toBe(401);
    expect((await call(pools, asAccount)).status).toBe(200);
  });
});
