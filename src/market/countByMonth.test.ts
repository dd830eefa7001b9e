import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tokenSchema } from "#domain/catalog";
import { parseQuery, type QueryInput } from "#domain/query";
import { type MarketWorld, openMarketWorld, wholeOf, worldCatalog } from "../../tests/support/marketWorld";
import { aggregateResource } from "./aggregateResource";
import { countByMonth } from "./countByMonth";
import { getEntity } from "./getEntity";
import { listResource } from "./listResource";

let world: MarketWorld;

const deployed: Readonly<Record<number, string>> = { 503: "1969-03-04", 505: "2024-02-29" };

beforeAll(async () => {
  world = await openMarketWorld({
    ...worldCatalog,
    tokens: worldCatalog.tokens.map((token) =>
      tokenSchema.parse({ ...token, deployed_date: deployed[token.id] ?? null }),
    ),
  });
  const supply = "total_supply_token";
  const price = "price_dollar";
  const premium = "nav_premium_dollar";
  await world.entityMetrics([
    // The catalog knows its launch, 2023-01-26.
    { type: "asset", id: 57, metric: supply, val: 1, firstDay: "2023-05-01" },
    { type: "asset", id: 2331, metric: price, val: 1, firstDay: "2024-01-31" },
    { type: "asset", id: 2331, metric: supply, val: 1, firstDay: "2024-02-01" },
    { type: "asset", id: 2331, metric: "holding_addresses_count", val: 1, firstDay: "2024-03-01" },
    { type: "asset", id: 1001, metric: price, val: 1, firstDay: "2024-02-10" },
    { type: "token", id: 501, metric: supply, val: 1, firstDay: "2023-05-01" },
    { type: "token", id: 502, metric: price, val: 1, firstDay: "2023-01-01" },
    { type: "token", id: 502, metric: premium, val: 1, firstDay: "2023-01-02" },
    { type: "token", id: 502, metric: "bridged_token_value_dollar", val: 1, firstDay: "2025-06-07" },
    { type: "token", id: 503, metric: supply, val: 1, firstDay: "2024-02-01" },
    { type: "token", id: 504, metric: price, val: 1, firstDay: "2024-02-10" },
    { type: "token", id: wholeOf(1002), metric: supply, val: 1, firstDay: "2024-02-11" },
  ]);
});
afterAll(() => world.close());

const fields = ["appeared_date", "appeared_basis"];
const appeared = async (resource: string, query: QueryInput = {}) => {
  const { results } = await listResource(world.market, { resource, query: parseQuery({ fields, ...query }) });
  return results.map((row) => [row.id, row.appeared_date, row.appeared_basis]);
};

describe("the day of appearance", () => {
  test("of an asset is its launch in the catalog, or else the first day of its own data, with the basis", async () => {
    expect(await appeared("assets", { sort: { field: "appeared_date", direction: "desc" } })).toEqual([
      // A price alone is known of it.
      [1001, "2024-02-10", "first_data"],
      [2331, "2024-02-01", "first_data"],
      [57, "2023-01-26", "catalog"],
      [1002, null, null],
    ]);
  });

  test("of a token is its deployment, or else the first day of its own data", async () => {
    expect(await appeared("tokens", { sort: { field: "id", direction: "asc" } })).toEqual([
      [501, "2023-05-01", "first_data"],
      [502, "2025-06-07", "first_data"],
      [503, "1969-03-04", "catalog"],
      [504, null, null],
      [505, "2024-02-29", "catalog"],
      [wholeOf(1002), "2024-02-11", "first_data"],
    ]);
  });

  test("filters lists and totals, and is part of a row as a whole", async () => {
    const filter = { operator: "onOrAfter", field: "appeared_date", value: "2024-02-01" } as const;
    expect((await appeared("assets", { filter })).map(([id]) => id).sort()).toEqual([1001, 2331]);
    const byBasis = { operator: "equals", field: "appeared_basis", value: "catalog" } as const;
    expect((await appeared("tokens", { filter: byBasis })).map(([id]) => id).sort()).toEqual([503, 505]);
    const totals = await aggregateResource(world.market, {
      resource: "tokens",
      query: parseQuery({ filter, aggregate: { groupBy: "network" } }),
    });
    expect(totals.results.map(({ group, token_count }) => [group.slug, token_count]).sort()).toEqual([
      [null, 0],
      ["base", 1],
      ["polygon", 1],
    ]);
    const { result } = await getEntity(world.market, { resource: "tokens", id: 505 });
    expect(result).toMatchObject({
      appeared_date: "2024-02-29",
      appeared_basis: "catalog",
      ended_date: null,
    });
  });
});

describe("counts by month", () => {
  const count = (resource: string, query: QueryInput = {}) =>
    countByMonth(world.market, {
      resource,
      date: "appeared_date",
      by: "asset_class_slug",
      query: parseQuery(query),
    });

  test("are of each month and class, without rows of no known day, in order and from long ago", async () => {
    expect((await count("assets")).results).toEqual([
      { month: "2023-01", group: "treasuries", count: 1 },
      { month: "2024-02", group: "stablecoins", count: 1 },
      { month: "2024-02", group: "treasuries", count: 1 },
    ]);
    expect((await count("tokens")).results).toEqual([
      { month: "1969-03", group: "treasuries", count: 1 },
      { month: "2023-05", group: "treasuries", count: 1 },
      { month: "2024-02", group: "commodities", count: 1 },
      { month: "2024-02", group: "stablecoins", count: 1 },
      { month: "2025-06", group: "treasuries", count: 1 },
    ]);
  });

  test("apply the filter and the search, as in the list", async () => {
    const filter = { operator: "equals", field: "network_slug", value: "matic" } as const;
    expect((await count("tokens", { filter })).results).toEqual([
      { month: "2025-06", group: "treasuries", count: 1 },
    ]);
    expect((await count("assets", { search: "blackrock" })).results).toEqual([
      { month: "2024-02", group: "treasuries", count: 1 },
    ]);
  });

  test("reject anything but a date, a group or a field, and name it", async () => {
    const ask = (date: string, by: string, resource = "assets") =>
      countByMonth(world.market, { resource, date, by, query: parseQuery({}) });
    await expect(ask("name", "asset_class_slug")).rejects.toThrow("name is not a date");
    await expect(ask("appeared_date", "name")).rejects.toThrow('Assets cannot be grouped by "name"');
    await expect(ask("born", "asset_class_slug")).rejects.toThrow('Assets have no field "born"');
    await expect(ask("appeared_date", "asset_class_slug", "nothing")).rejects.toThrow("nothing");
  });
});
