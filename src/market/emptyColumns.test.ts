import { afterAll, beforeAll, expect, test } from "vitest";
import { isEqual, parseQuery } from "#domain/query";
import { type Resource, resourceByName } from "#domain/resources";
import { type MarketWorld, openMarketWorld } from "../../tests/support/marketWorld";
import { emptyColumns } from "./emptyColumns";
import { listResource } from "./listResource";
import { selectColumns } from "./query/selectColumns";

const holders = "holding_addresses_count";
const nav = "net_asset_value_dollar";
let world: MarketWorld;

beforeAll(async () => {
  world = await openMarketWorld();
  await world.entityMetrics([
    { type: "token", id: 501, metric: holders, val: 40 },
    { type: "token", id: 502, metric: nav, val: null },
    { type: "network", id: 1, metric: nav, val: 3 },
  ]);
});
afterAll(() => world.close());

test("fields and metrics without a value in any row of a list are listed as empty for that list only", async () => {
  const all = await emptyColumns(world.market, { resource: "tokens", filter: null });
  expect(all).toContain(nav);
  expect(all).not.toContain(holders);
  for (const name of ["asset_name", "network_name", "is_bridged"]) expect(all).not.toContain(name);
  // The other token has no known values.
  const filter = isEqual("asset_slug", "usdc");
  expect(await emptyColumns(world.market, { resource: "tokens", filter })).toContain(holders);
});

test("a field is empty if no row has a value for it, as in a list of every row", async () => {
  const { results } = await listResource(world.market, {
    resource: "assets",
    query: parseQuery({ pagination: { page: 1, perPage: 500 } }),
  });
  const fields = selectColumns(resourceByName("assets") as Resource, null).fields.map(({ name }) => name);
  const isBlank = (value: unknown) =>
    value == null || value === "" || (Array.isArray(value) && value.length === 0);
  const blank = fields.filter((name) => results.every((row) => isBlank(row[name])));
  const empty = await emptyColumns(world.market, { resource: "assets", filter: null });
  expect(blank.length).toBeGreaterThan(0);
  expect(empty.filter((name) => fields.includes(name))).toEqual(blank);
});

test("every resource can be checked, and transactions, which are too many to read, have no empty columns", async () => {
  for (const resource of ["assets", "networks", "platforms", "issuers", "pools", "loans", "evidence"]) {
    expect(await emptyColumns(world.market, { resource, filter: null })).toBeInstanceOf(Array);
  }
  expect(await emptyColumns(world.market, { resource: "transactions", filter: null })).toEqual([]);
});
