import { afterAll, beforeAll, expect, test } from "vitest";
import { createLimits } from "#accounts/limits";
import { createMarket } from "#market";
import { currentWork } from "#stores";
import { type MarketWorld, openMarketWorld } from "../../../tests/support/marketWorld";
import { atomFeed } from "./atomFeed";
import { createFeeds } from "./createFeeds";

let world: MarketWorld;
const baseUrl = "https://cadastre.example";

beforeAll(async () => {
  world = await openMarketWorld();
  await world.entityMetrics([
    { type: "asset", id: 2331, metric: "total_supply_token", val: 1, firstDay: "2024-02-01" },
    { type: "asset", id: 1001, metric: "total_supply_token", val: 1, firstDay: "2022-02-01" },
    { type: "token", id: 502, metric: "total_supply_token", val: 1, firstDay: "2025-06-07" },
  ]);
});
afterAll(() => world.close());

const feeds = (feedsPerMinute?: number) =>
  createFeeds({
    market: world.market,
    brand: "Cadastre & Co",
    baseUrl,
    limits: createLimits(null, feedsPerMinute === undefined ? {} : { feeds: feedsPerMinute }),
  });
const ask = (query: string, headers: Record<string, string> = {}) =>
  feeds().request(`${baseUrl}/new-asset-monitor.atom${query}`, { headers });
const all = (text: string, tag: string) =>
  [...text.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, "g"))].map((match) => match[1]);

test("lists assets by launch date, newest first, with the source of the date", async () => {
  const response = await ask("");
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/atom+xml; charset=utf-8");
  const text = await response.text();
  expect(all(text, "title")).toEqual([
    "Cadastre &amp; Co: New assets",
    "BlackRock USD Institutional Digital Liquidity Fund",
    "Ondo Short-Term US Treasuries",
    "100%_Dollar",
  ]);
  expect(all(text, "updated")).toEqual([
    "2024-02-01T00:00:00Z",
    "2024-02-01T00:00:00Z",
    "2023-01-26T00:00:00Z",
    "2022-02-01T00:00:00Z",
  ]);
  expect(all(text, "summary")).toEqual([
    "US Treasuries · Securitize. First data on 2024-02-01.",
    "US Treasuries · Ondo. Launched on 2023-01-26 according to the catalog.",
    "Stablecoins. First data on 2022-02-01.",
  ]);
});

test("links only to pages of this site", async () => {
  const text = await (await ask("?kind=token")).text();
  const links = [...text.matchAll(/href="([^"]*)"/g)].map((match) => match[1]);
  expect(links).toEqual([
    `${baseUrl}/new-asset-monitor.atom?kind=token`,
    `${baseUrl}/new-asset-monitor`,
    `${baseUrl}/assets/ousg`,
  ]);
  expect(all(text, "title")[1]).toBe("Ondo Short-Term US Treasuries (Polygon)");
});

test("lists only assets that match a filter", async () => {
  const query = JSON.stringify({
    filter: { field: "asset_class_slug", operator: "equals", value: "stablecoins" },
  });
  const text = await (await ask(`?${new URLSearchParams({ query })}`)).text();
  expect(all(text, "title").slice(1)).toEqual(["100%_Dollar"]);
});

test("is cacheable for five minutes, and returns 304 for a matching tag", async () => {
  const first = await ask("");
  expect(first.headers.get("cache-control")).toBe("public, max-age=300");
  const tag = first.headers.get("etag") ?? "";
  const again = await ask("", { "if-none-match": tag });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  expect((await ask("?kind=token", { "if-none-match": tag })).status).toBe(200);
});

test("answers If-None-Match: * with 304 for a valid URL and 400 for an invalid one", async () => {
  expect((await ask("", { "if-none-match": "*" })).status).toBe(304);
  expect((await ask("?kind=pool", { "if-none-match": "*" })).status).toBe(400);
});

test("reports an invalid query, without caching the error", async () => {
  for (const [query, message] of [
    ["?kind=pool", /kind must be asset or token|must be asset or token/],
    ["?query={", /JSON/],
    [`?query=${encodeURIComponent('{"filter":{"field":"born","operator":"equals","value":1}}')}`, /born/],
  ] as const) {
    const response = await ask(query);
    expect(response.status).toBe(400);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.text()).toMatch(message);
  }
});

test("limits requests per address and minute", async () => {
  const few = feeds(2);
  const statuses: number[] = [];
  for (let i = 0; i < 3; i += 1) {
    statuses.push((await few.request(`${baseUrl}/new-asset-monitor.atom`)).status);
  }
  expect(statuses).toEqual([200, 200, 429]);
});

test("escapes markup and removes control characters in names", () => {
  const entry = {
    id: "asset/1",
    title: '<b>"A&B"</b>\u0000',
    path: "/assets/a",
    day: "2026-01-02",
    summary: "",
  };
  const text = atomFeed(
    { title: "New", subtitle: "", path: "/", entries: [entry] },
    { brand: "C", baseUrl, self: "/f?a=1&b=2" },
  );
  expect(text).toContain("<title>&lt;b&gt;&quot;A&amp;B&quot;&lt;/b&gt;</title>");
  expect(text).toContain(`href="${baseUrl}/f?a=1&amp;b=2"`);
});

test("two addresses of one IPv6 /64 prefix are one visitor", async () => {
  const visitors = new Set<string>();
  const { visitors: reader } = world.store;
  const recorded: typeof reader = {
    ...reader,
    rows: (...statement) => {
      visitors.add(currentWork().visitor);
      return reader.rows(...statement);
    },
  };
  for (const address of ["2001:db8:1:2ff:3::1", "2001:db8:1:2ff:4::2"]) {
    const feed = createFeeds({
      market: createMarket({ store: { visitors: recorded }, dataVersion: () => address }),
      brand: "Cadastre",
      baseUrl,
      networkAddress: () => address,
    });
    expect((await feed.request(`${baseUrl}/new-asset-monitor.atom`)).status).toBe(200);
  }
  expect([...visitors]).toEqual(["network 2001:db8:1:2ff::/64"]);
});
