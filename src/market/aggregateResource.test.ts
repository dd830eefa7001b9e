import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { metricOf } from "#domain/api";
import { parseQuery, type QueryInput } from "#domain/query";
import { type MarketWorld, openMarketWorld, wholeOf } from "../../tests/support/marketWorld";
import { aggregateResource } from "./aggregateResource";

let world: MarketWorld;
const value = "bridged_token_value_dollar";

beforeAll(async () => {
  world = await openMarketWorld();
  await world.entityMetrics([
    { type: "token", id: 501, metric: value, val: 500, past: [400, 300, null] },
    { type: "token", id: 502, metric: value, val: 100, past: [100, null, null] },
    { type: "token", id: 503, metric: value, val: 2000, past: [1000, 1000, 1000] },
    // Ended on 15 January: known in the past, unknown now.
    { type: "token", id: 504, metric: value, val: null, past: [null, 7000, 50], reported: "2026-01-15" },
    { type: "token", id: wholeOf(1002), metric: value, val: 5 },
    { type: "token", id: 501, metric: "apy_7_day_percent", val: 4, past: [2, null, null] },
    { type: "token", id: 502, metric: "apy_7_day_percent", val: 5 },
    { type: "token", id: 503, metric: "apy_7_day_percent", val: 3, past: [1, null, null] },
    { type: "token", id: 505, metric: "apy_7_day_percent", val: 9 },
    { type: "token", id: 501, metric: "total_asset_value_dollar", val: 100, past: [50, null, null] },
    { type: "token", id: 502, metric: "total_asset_value_dollar", val: 300 },
    { type: "token", id: 503, metric: "total_asset_value_dollar", val: 600, past: [150, null, null] },
    { type: "asset", id: 57, metric: "holding_addresses_count", val: 110 },
  ]);
});
afterAll(() => world.close());

/** Placeholder for a missing row, so that a failing test shows which one. */
const never = { id: 0 };
const ask = (query: QueryInput = {}, resource: "assets" | "tokens" = "assets") =>
  aggregateResource(world.market, { resource, query: parseQuery(query) });

describe("figures of one unit", () => {
  const groupedBy = (groupBy: string | undefined, more: QueryInput = {}) =>
    ask({ ...(groupBy !== undefined && { aggregate: { groupBy } }), ...more });
  const words =
    "price_dollar is a figure of one unit and cannot be combined across assets: group by asset, token or underlying_symbol, or filter by one asset";

  test("are rejected in totals over several assets, and omitted from requests for all metrics", async () => {
    for (const groupBy of ["asset_class", "network", "distribution", undefined]) {
      const problem = { problems: [{ path: "aggregate.groupBy", message: words }] };
      await expect(groupedBy(groupBy, { fields: ["price_dollar"] })).rejects.toMatchObject(problem);
      await expect(
        groupedBy(groupBy, { sort: { field: "price_dollar.val", direction: "desc" } }),
      ).rejects.toMatchObject(problem);
      const { results } = await groupedBy(groupBy);
      expect(results[0]).toHaveProperty(value);
      expect(results[0]).not.toHaveProperty("price_dollar");
    }
  });

  test("are served by asset, token and listed instrument, and if the filter selects one asset", async () => {
    for (const groupBy of ["asset", "token", "underlying_symbol"]) {
      const { results } = await groupedBy(groupBy, { fields: ["price_dollar"] });
      expect(results[0], groupBy).toHaveProperty("price_dollar");
    }
    const one = { field: "id", operator: "equals", value: 57 } as const;
    const { results } = await groupedBy("network", { filter: one, fields: ["price_dollar"] });
    expect(results[0]).toHaveProperty("price_dollar");
    for (const filter of [
      { field: "id", operator: "in", value: [57, 1002] },
      { field: "id", operator: "notEquals", value: 57 },
      { operator: "or", filters: [one, { field: "network_slug", operator: "equals", value: "base" }] },
    ] as const) {
      await expect(groupedBy("network", { filter, fields: ["price_dollar"] })).rejects.toThrow(words);
    }
  });
});

describe("aggregates", () => {
  test("total the latest day by group, with counts", async () => {
    const { results, pagination } = await ask({ aggregate: { groupBy: "network" } });
    expect(
      results.map((row) => [row.group.name, row.asset_count, row.token_count, metricOf(row, value)?.val]),
    ).toEqual([
      ["Ethereum", 3, 3, 2500],
      ["Polygon", 1, 1, 100],
      ["Off-Chain", 1, 0, 5],
      ["Base", 1, 1, null],
    ]);
    expect(pagination.resultCount).toBe(4);
    expect(metricOf(results[0] ?? never, value)).toMatchObject({
      val_7d: 1400,
      val_30d: 8300,
      val_90d: 1050,
      chg_90d_amt: 1450,
    });
  });

  test.each([
    ["tokens", "network_id", "equals", 0],
    ["tokens", "network_id", "in", [0]],
    ["assets", "network_id", "equals", 0],
    ["tokens", "network_name", "equals", "Off-Chain"],
    ["tokens", "network_name", "in", ["Off-Chain"]],
  ] as const)(
    "of %s without a network are selected by %s %s %j",
    async (resource, field, operator, value) => {
      const filter = { field, operator, value } as QueryInput["filter"];
      const { results } = await ask({ filter, aggregate: { groupBy: "network" } }, resource);
      expect(results.map(({ group }) => group)).toEqual([
        expect.objectContaining({ id: 0, slug: null, name: "Off-Chain" }),
      ]);
    },
  );

  test("group firms by corporate group, which sums to the same as its members", async () => {
    const by = async (groupBy: string) => {
      const { results } = await ask({ aggregate: { groupBy }, fields: [value] }, "tokens");
      return results.map((row) => [
        row.group.slug,
        row.group.name,
        row.asset_count,
        metricOf(row, value)?.val,
      ]);
    };
    expect(await by("platform")).toEqual([
      ["securitize", "Securitize", 1, 2000],
      ["ondo", "Ondo", 1, 600],
      [null, "No platform", 2, 5],
    ]);
    expect(await by("protocol_group")).toEqual(await by("platform_group"));
    expect(await by("platform_group")).toEqual([
      ["example-group", "Example Group", 2, 2600],
      [null, "No platform", 2, 5],
    ]);
    // An issuer without a group is its own group.
    expect(await by("issuer_group")).toEqual(await by("issuer"));
    const filter = { field: "protocol_group_slug", operator: "equals", value: "example-group" } as const;
    const { results } = await ask({ filter, fields: [value] }, "tokens");
    expect(metricOf(results[0] ?? never, value)?.val).toBe(2600);
  });

  test("weigh means, for current and past values, over members whose value and weight are known", async () => {
    const { results } = await ask({ aggregate: { groupBy: "asset_class" } });
    const apy = Object.fromEntries(
      results.map((row) => [row.group.slug, metricOf(row, "apy_7_day_percent")]),
    );
    // Now (4·100 + 5·300 + 3·600) ÷ 1000; then (2·50 + 1·150) ÷ 200.
    expect(apy.treasuries).toMatchObject({ val: 3.7, val_7d: 1.25, chg_7d_pct: expect.closeTo(196, 12) });
    expect(apy.stablecoins).toMatchObject({ val: null });
    const byAsset = await ask({ aggregate: { groupBy: "asset" } });
    const usdx = byAsset.results.find((row) => row.group.slug === "usdx");
    expect(metricOf(usdx ?? never, "apy_7_day_percent")?.val).toBe(9);
    expect(apy.commodities).toMatchObject({ val: null });
  });

  test("have no empty group if a filter excludes the tokens", async () => {
    const filter = { field: "is_asset_level", operator: "equals", value: true } as QueryInput["filter"];
    for (const groupBy of ["asset", "asset_class", undefined]) {
      const { results } = await ask({ filter, aggregate: groupBy ? { groupBy } : {} }, "tokens");
      expect(
        results.map((row) => [row.asset_count, row.token_count, row.asset_level_count]),
        groupBy,
      ).toEqual([[1, 0, 1]]);
    }
  });

  test("total everything without a grouping", async () => {
    const { results } = await ask();
    expect(results).toHaveLength(1);
    expect(results[0]).toMatchObject({ group: { type: "all", id: null }, asset_count: 4, token_count: 5 });
    expect(metricOf(results[0] ?? never, value)?.val).toBe(2605);
  });

  test("select the same rows as a list: by fields, and by metrics of the asset or token", async () => {
    const totalOf = async (query: QueryInput, resource?: "assets" | "tokens") =>
      metricOf((await ask(query, resource)).results[0] ?? never, value)?.val ?? null;
    expect(await totalOf({ filter: { operator: "equals", field: "slug", value: "ousg" } })).toBe(600);
    expect(await totalOf({ filter: { operator: "includes", field: "network_ids", value: 3 } })).toBe(600);
    expect(await totalOf({ filter: { operator: "gt", field: "holding_addresses_count", value: 100 } })).toBe(
      600,
    );
    expect(await totalOf({ filter: { operator: "gt", field: value, value: 100 } }, "tokens")).toBe(2500);
  });

  test("group by a field, sort by a part of a metric or by counts, and page", async () => {
    const byField = await ask({
      aggregate: { groupBy: "denomination" },
      sort: { field: "token_count", direction: "asc" },
    });
    expect(byField.results.map((row) => [row.group.id, row.token_count])).toEqual([
      ["XAU", 0],
      ["USD", 5],
    ]);
    const sorted = await ask({
      aggregate: { groupBy: "asset" },
      sort: { field: `${value}.chg_7d_pct`, direction: "desc" },
      pagination: { page: 1, perPage: 2 },
    });
    // 100 % and 20 %.
    expect(sorted.results.map((row) => row.group.slug)).toEqual(["buidl", "ousg"]);
    expect(sorted.pagination).toEqual({ page: 1, perPage: 2, pageCount: 2, resultCount: 4 });
  });

  test("contain only counts if no metric is requested", async () => {
    const { results } = await ask({
      aggregate: { groupBy: "network" },
      fields: [],
      sort: { field: "asset_count", direction: "desc" },
    });
    expect(results[0]).toMatchObject({ group: { slug: "ethereum" }, asset_count: 3, token_count: 3 });
    expect(Object.keys(results[0] ?? {})).toEqual([
      "group",
      "asset_count",
      "token_count",
      "asset_level_count",
      "is_sample",
    ]);
  });

  test.each<[QueryInput, string]>([
    [{ aggregate: { groupBy: "nonsense" } }, "aggregate.groupBy"],
    [{ aggregate: { interval: "day" } }, "aggregate.interval"],
    [{ search: "buidl" }, "search"],
    [{ sort: { field: "name", direction: "asc" } }, "sort.field"],
    [{ sort: { field: "constructor", direction: "desc" } }, "sort.field"],
    [{ sort: { field: "__proto__", direction: "desc" } }, "sort.field"],
    [{ filter: { operator: "equals", field: "nonsense", value: 1 } }, "filter.field"],
  ])("reject invalid queries: %j", async (query, path) => {
    await expect(ask(query)).rejects.toMatchObject({ problems: [{ path }] });
  });
});
