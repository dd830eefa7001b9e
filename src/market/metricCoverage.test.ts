import { afterAll, beforeAll, expect, test } from "vitest";
import { isEqual, parseQuery, type QueryInput } from "#domain/query";
import { type MarketWorld, openMarketWorld, wholeOf } from "../../tests/support/marketWorld";
import { metricCoverage } from "./metricCoverage";

const holders = "holding_addresses_count";
const nav = "net_asset_value_dollar";
let world: MarketWorld;

beforeAll(async () => {
  world = await openMarketWorld();
  await world.entityMetrics([
    { type: "token", id: 501, metric: holders, val: 40 },
    { type: "token", id: 502, metric: holders, val: null },
    { type: "token", id: 503, metric: holders, val: 7 },
    // Of the asset as a whole, and so of both of its tokens.
    { type: "token", id: wholeOf(57), metric: nav, val: 101 },
    { type: "token", id: 501, metric: nav, val: 101 },
    // A listing without a network is not a token.
    { type: "token", id: wholeOf(1002), metric: nav, val: 9 },
    // Ended long before the newest day of the data.
    { type: "token", id: 505, metric: holders, val: null, reported: "2025-01-01" },
  ]);
});
afterAll(() => world.close());

const ask = (query: QueryInput) => metricCoverage(world.market, { query: parseQuery(query) });

test("a metric is known of the tokens that report it, and of all tokens of an asset that reports it as a whole", async () => {
  expect(await ask({ fields: [holders, nav], filter: isEqual("asset_slug", "ousg") })).toEqual({
    tokens: 2,
    results: [
      { metric: holders, tokens: 1 },
      { metric: nav, tokens: 2 },
    ],
  });
});

test("all tokens of the catalog count, as in their list, those too that no longer report", async () => {
  expect(await ask({ fields: [holders] })).toEqual({ tokens: 5, results: [{ metric: holders, tokens: 2 }] });
});

test("a value of an asset as a whole is not known for its part on one network", async () => {
  expect(await ask({ fields: [nav], filter: isEqual("network_slug", "polygon") })).toEqual({
    tokens: 1,
    results: [{ metric: nav, tokens: 0 }],
  });
});

test("a group without tokens has no coverage", async () => {
  expect(await ask({ fields: [nav], filter: isEqual("asset_slug", "gold-bar") })).toEqual({
    tokens: 0,
    results: [{ metric: nav, tokens: 0 }],
  });
});
