import { afterAll, beforeAll, expect, test } from "vitest";
import { type MarketWorld, openMarketWorld } from "../../tests/support/marketWorld";
import { entitySizes } from "./entitySizes";

let world: MarketWorld;

beforeAll(async () => {
  world = await openMarketWorld();
  const metric = "bridged_token_value_dollar";
  await world.entityMetrics([
    { type: "asset", id: 57, metric, val: 12 },
    { type: "asset", id: 2331, metric, val: 30 },
    { type: "asset", id: 57, metric: "holding_addresses_count", val: 900 },
    { type: "network", id: 1, metric, val: 42 },
  ]);
});
afterAll(() => world.close());

test("are the latest values of entities that have one, by kind and id", async () => {
  const sizes = await entitySizes(world.market);
  expect([...(sizes.get("asset") ?? [])].sort(([a], [b]) => a - b)).toEqual([
    [57, 12],
    [2331, 30],
  ]);
  expect([...(sizes.get("network") ?? [])]).toEqual([[1, 42]]);
  expect(sizes.get("issuer")?.size).toBe(0);
});
