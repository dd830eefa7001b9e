import { afterAll, beforeAll, expect, test } from "vitest";
import { parseQuery, type QueryInput } from "#domain/query";
import { type MarketWorld, openMarketWorld } from "../../tests/support/marketWorld";
import { metricTrends } from "./metricTrends";

const value = "bridged_token_value_dollar";
let world: MarketWorld;

beforeAll(async () => {
  world = await openMarketWorld();
  // 90 days before 31 May 2026 is 2 March; every fifth day counts.
  await world.daily([
    { metric: value, listing: 501, date: "2026-03-01", value: 9_000 },
    { metric: value, listing: 501, date: "2026-03-02", value: 100 },
    { metric: value, listing: 501, date: "2026-03-04", value: 5_000 },
    { metric: value, listing: 501, date: "2026-03-07", value: 150 },
    { metric: value, listing: 501, date: "2026-05-31", value: 400 },
    { metric: value, listing: 502, date: "2026-05-31", value: 100 },
    { metric: value, listing: 503, date: "2026-05-26", value: 7 },
    { metric: value, listing: 503, date: "2026-05-31", value: 7 },
  ]);
});
afterAll(() => world.close());

const ask = (query: QueryInput) => metricTrends(world.market, { query: parseQuery(query) });
const measure = { operator: "equals", field: "measure_slug", value } as const;
const unknown = (days: number) => Array.from({ length: days }, () => null);

test("a trend is the way from the lowest to the highest value, on every fifth of the last 90 days", async () => {
  const { days, results } = await ask({ filter: measure, aggregate: { groupBy: "asset" } });
  expect(days).toBe(90);
  // Asset 57 is on two networks: 100, 150, …, 400 and 100. Asset 2331 has been 7 for five days.
  expect(results).toEqual([
    { metric: value, id: 57, shape: [0, 13, ...unknown(16), 100] },
    { metric: value, id: 2331, shape: [...unknown(17), 50, 50] },
  ]);
});

test("a trend is of the tokens that a filter leaves, one by one or together, in pages", async () => {
  const polygon = { operator: "equals", field: "id", value: 502 } as const;
  const narrowed = { operator: "and", filters: [measure, polygon] } as const;
  const shape = [...unknown(18), 50];
  expect((await ask({ filter: narrowed, aggregate: { groupBy: "token" } })).results).toEqual([
    { metric: value, id: 502, shape },
  ]);
  expect((await ask({ filter: narrowed, aggregate: { groupBy: "date" } })).results).toEqual([
    { metric: value, id: null, shape },
  ]);
  const first = await ask({
    filter: measure,
    aggregate: { groupBy: "asset" },
    pagination: { page: 1, perPage: 1 },
  });
  expect(first.results.map(({ id }) => id)).toEqual([57]);
});
