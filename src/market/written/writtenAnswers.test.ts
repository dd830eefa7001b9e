import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseQuery, type QueryInput } from "#domain/query";
import { type MarketWorld, openMarketWorld } from "../../../tests/support/marketWorld";
import { listResource, writtenList } from "../listResource";
import { metricSeries, writtenSeries } from "../metricSeries";
import { writeJson } from "./writtenJson";

let world: MarketWorld;
const value = "bridged_token_value_dollar";
const large = Number.MAX_VALUE;

beforeAll(async () => {
  world = await openMarketWorld();
  await world.entityMetrics([
    { type: "asset", id: 57, metric: value, val: 700.5, past: [650, 600, 0, -500] },
    { type: "asset", id: 57, metric: "holding_addresses_count", val: 3e22, past: [1e21, 1e-7, 1e20, 1] },
    { type: "asset", id: 2331, metric: value, val: large, past: [-large, 0.1 + 0.2, null, 5e-324] },
    { type: "asset", id: 2331, metric: "holding_addresses_count", val: -0, past: [-1, -0, 0, null] },
    { type: "network", id: 1, metric: value, val: 12, past: [10, null, null, null] },
    { type: "token", id: 501, metric: value, val: 500, past: [1, 2, 3, 4] },
    { type: "token", id: 503, metric: value, val: 2e21, past: [0, 2, 1e-9, 4] },
    { type: "token", id: 503, metric: "holding_addresses_count", val: 9 },
    { type: "token", id: 504, metric: value, val: 40 },
  ]);
  const days = ["2025-12-31", "2026-01-15", "2026-01-31", "2026-02-01", "2026-02-03"];
  await world.daily(
    [501, 502, 503].flatMap((listing) =>
      days.map((date, i) => ({
        ...{ metric: value, listing, date },
        value: [1e-8, 3.25, 2e22, -0, 12345678.9][(i + listing) % 5] ?? 0,
      })),
    ),
  );
});
afterAll(() => world.close());

describe.each(["assets", "tokens", "networks"])("a list of %s as the engine wrote it", (resource) => {
  test.each<QueryInput>([
    {},
    { fields: ["name", value] },
    { fields: ["name"] },
    { sort: { field: value, direction: "asc" }, pagination: { page: 2, perPage: 1 } },
    { filter: { operator: "equals", field: "slug", value: "nothing" } },
    ...(resource === "networks"
      ? [{ fields: ["issuer_stats", "asset_class_stats", "trailing_30_day_transfer_volume"] }]
      : []),
  ])("is the same to the byte: %j", async (input) => {
    const query = parseQuery(input);
    const [read, written] = [
      await listResource(world.market, { resource, query }),
      await writtenList(world.market, { resource, query }),
    ];
    expect(writeJson(written)).toBe(JSON.stringify(read));
  });
});

const measured = { operator: "equals", field: "measure_slug", value } as const;

test.each<QueryInput>([
  { filter: measured },
  { filter: measured, sort: { field: "date", direction: "desc" } },
  { filter: measured, pagination: { page: 2, perPage: 1 } },
  { filter: measured, pagination: { page: 2, perPage: 1 }, sort: { field: "date", direction: "desc" } },
  { filter: measured, aggregate: { groupBy: "date", interval: "month" } },
  {
    filter: measured,
    aggregate: { groupBy: "network", interval: "week" },
    sort: { field: "date", direction: "desc" },
  },
  { filter: { operator: "equals", field: "measure_slug", value: "daily_mints_dollar" } },
])("series as the engine wrote them are the same to the byte: %j", async (input) => {
  const query = parseQuery(input);
  for (const resource of ["assets", "tokens"] as const) {
    const read = await metricSeries(world.market, { resource, query });
    expect(writeJson(await writtenSeries(world.market, { resource, query }))).toBe(JSON.stringify(read));
  }
});
