import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Filter, parseQuery, type QueryInput } from "#domain/query";
import { type MarketWorld, openMarketWorld, wholeOf } from "../../tests/support/marketWorld";
import { recordedMarket } from "../../tests/support/recordedMarket";
import { metricSeries } from "./metricSeries";

let world: MarketWorld;

const value = "bridged_token_value_dollar";
beforeAll(async () => {
  world = await openMarketWorld();
  const rows = (metric: string, listing: number, values: Record<string, number>) =>
    Object.entries(values).map(([date, v]) => ({ metric, listing, date, value: v }));
  await world.daily([
    ...rows(value, 501, { "2026-01-29": 1, "2026-01-31": 3, "2026-02-01": 4, "2026-02-03": 6 }),
    ...rows(value, 502, { "2026-01-30": 10, "2026-02-03": 20 }),
    ...rows(value, 503, { "2026-01-31": 100, "2026-02-02": 200 }),
    ...rows(value, 504, { "2026-01-31": 1000 }),
    ...rows(value, wholeOf(1002), { "2026-02-03": 5 }),
    ...rows("daily_mints_dollar", 501, {
      "2026-01-29": 1,
      "2026-01-31": 2,
      "2026-02-01": 4,
      "2026-02-02": 8,
    }),
    ...rows("daily_mints_dollar", 503, { "2026-01-31": 16, "2026-02-03": 32 }),
    // Weighted by total asset value: OUSG 4 % on 100 and 5 % on 300, BUIDL 3 % on 600; USDX has no weight.
    ...rows("apy_7_day_percent", 501, { "2026-02-03": 4 }),
    ...rows("apy_7_day_percent", 502, { "2026-02-03": 5 }),
    ...rows("apy_7_day_percent", 503, { "2026-02-03": 3 }),
    ...rows("apy_7_day_percent", 504, { "2026-02-03": 50 }),
    ...rows("total_asset_value_dollar", 501, { "2026-02-03": 100 }),
    ...rows("total_asset_value_dollar", 502, { "2026-02-03": 300 }),
    ...rows("total_asset_value_dollar", 503, { "2026-02-03": 600 }),
    ...rows("peg_deviation_percent", 501, { "2026-01-31": 0.2, "2026-02-03": 0.1 }),
    ...rows("peg_deviation_percent", 502, { "2026-01-31": -20, "2026-02-03": 0.3 }),
    ...rows("peg_deviation_percent", 504, { "2026-02-02": -13, "2026-02-03": -12 }),
    ...rows("net_flow_dollar", 501, { "2026-01-31": 90, "2026-02-02": 1, "2026-02-03": 5 }),
    ...rows("net_flow_dollar", 502, { "2026-02-03": 40 }),
    ...rows("net_flow_dollar", 503, { "2026-01-31": -50, "2026-02-02": -30, "2026-02-03": -20 }),
  ]);
});
afterAll(() => world.close());

const measure = (slug: string): Filter => ({ operator: "equals", field: "measure_slug", value: slug });
const and = (...filters: Filter[]): Filter => ({ operator: "and", filters });
const or = (...filters: Filter[]): Filter => ({ operator: "or", filters });
const ask = (query: QueryInput, resource: "assets" | "tokens" = "tokens") =>
  metricSeries(world.market, { resource, query: parseQuery(query) });
const points = async (query: QueryInput, resource?: "assets" | "tokens") =>
  Object.fromEntries(
    (await ask(query, resource)).results.map((r) => [r.group.slug ?? r.group.name, r.points]),
  );

test("days before 1970 fall into their weeks, months and years", async () => {
  const dates = ["1952-12-28", "1952-12-29", "1953-01-04", "1953-04-30", "1969-12-31", "1970-01-01"];
  await world.daily(
    dates.map((date, i) => ({ metric: "bridge_inflow_dollar", listing: 501, date, value: 2 ** i })),
  );
  const by = async (interval: "day" | "week" | "month" | "year") =>
    (await ask({ filter: measure("bridge_inflow_dollar"), aggregate: { groupBy: "date", interval } }))
      .results[0]?.points;
  expect(await by("day")).toEqual(dates.map((date, i) => [date, 2 ** i]));
  // 29 December 1952 was a Monday.
  expect(await by("week")).toEqual([
    ["1952-12-28", 1],
    ["1953-01-04", 6],
    ["1953-05-03", 8],
    ["1970-01-04", 48],
  ]);
  expect(await by("month")).toEqual([
    ["1952-12-31", 3],
    ["1953-01-31", 4],
    ["1953-04-30", 8],
    ["1969-12-31", 16],
    ["1970-01-31", 32],
  ]);
  expect(await by("year")).toEqual([
    ["1952-12-31", 3],
    ["1953-12-31", 12],
    ["1969-12-31", 16],
    ["1970-12-31", 32],
  ]);
  const filtered = and(measure("bridge_inflow_dollar"), {
    operator: "before",
    field: "date",
    value: "1953-01-04",
  });
  expect(await points({ filter: filtered, aggregate: { groupBy: "date" } })).toEqual({
    All: [
      ["1952-12-28", 1],
      ["1952-12-29", 2],
    ],
  });
});

describe("partial periods of a flow", () => {
  const partial = async (query: QueryInput) =>
    Object.fromEntries(
      (await ask(query)).results.map((r) => [r.group.slug ?? r.group.name, r.partial_periods]),
    );
  const mints = measure("daily_mints_dollar");

  test("are those with days without data, the first one and inner ones", async () => {
    const byDate = { groupBy: "date", interval: "month" } as const;
    // January begins on the 29th and lacks the 30th; February has every day up to the 3rd, the newest one.
    expect(await partial({ filter: mints, aggregate: byDate })).toEqual({ All: ["2026-01-31"] });
    expect(await partial({ filter: mints, aggregate: { ...byDate, groupBy: "asset" } })).toEqual({
      ousg: ["2026-01-31", "2026-02-03"],
      buidl: ["2026-01-31", "2026-02-03"],
    });
    expect(await partial({ filter: mints, aggregate: { ...byDate, interval: "year" } })).toEqual({
      All: ["2026-02-03"],
    });
    const weekly = await partial({ filter: mints, aggregate: { ...byDate, interval: "week" } });
    expect(weekly).toEqual({ All: ["2026-02-01"] });
  });

  test("are those that the date filter cuts", async () => {
    const later = and(mints, { operator: "onOrAfter", field: "date", value: "2026-02-02" });
    expect(await partial({ filter: later, aggregate: { groupBy: "date", interval: "month" } })).toEqual({
      All: ["2026-02-03"],
    });
    const earlier = and(mints, { operator: "onOrBefore", field: "date", value: "2026-02-02" });
    expect(await partial({ filter: earlier, aggregate: { groupBy: "date", interval: "month" } })).toEqual({
      All: ["2026-01-31", "2026-02-02"],
    });
    const all = and(mints, { operator: "onOrBefore", field: "date", value: "2026-02-03" });
    expect(await partial({ filter: all, aggregate: { groupBy: "date", interval: "month" } })).toEqual({
      All: ["2026-01-31"],
    });
  });

  test("do not exist by day, nor for levels", async () => {
    expect(await partial({ filter: mints, aggregate: { groupBy: "date" } })).toEqual({ All: undefined });
    expect(
      await partial({ filter: measure(value), aggregate: { groupBy: "date", interval: "month" } }),
    ).toEqual({ All: undefined });
  });
});

describe("a series", () => {
  test("sums tokens by group and day, groups from the largest latest value, points in date order", async () => {
    const { results, pagination } = await ask({ filter: measure(value), aggregate: { groupBy: "network" } });
    // Latest values: Polygon 20, Ethereum 6, off-chain 5.
    expect(results.map(({ group }) => group)).toEqual([
      { type: "network", id: 3, slug: "polygon", name: "Polygon", color: "#8247e5" },
      { type: "network", id: 1, slug: "ethereum", name: "Ethereum", color: "#627eea" },
      { type: "network", id: 0, slug: null, name: "Off-Chain", color: null },
    ]);
    expect(results[0]?.measure).toEqual({
      id: 71,
      slug: value,
      name: "Bridged Token Value (Dollar)",
      label: "Value",
      unit: "dollar",
      kind: "stock",
    });
    expect(Object.fromEntries(results.map((r) => [r.group.name, r.points]))).toEqual({
      Ethereum: [
        ["2026-01-29", 1],
        ["2026-01-31", 1103],
        ["2026-02-01", 4],
        ["2026-02-02", 200],
        ["2026-02-03", 6],
      ],
      Polygon: [
        ["2026-01-30", 10],
        ["2026-02-03", 20],
      ],
      "Off-Chain": [["2026-02-03", 5]],
    });
    expect(pagination).toEqual({ page: 1, perPage: 25, pageCount: 1, resultCount: 3 });
  });

  test("pages through groups, also beyond the last", async () => {
    const aggregate = { groupBy: "network" };
    const second = await ask({ filter: measure(value), aggregate, pagination: { page: 2, perPage: 2 } });
    expect(second.results.map(({ group }) => group.name)).toEqual(["Off-Chain"]);
    expect(second.pagination).toEqual({ page: 2, perPage: 2, pageCount: 2, resultCount: 3 });
    const beyond = await ask({ filter: measure(value), aggregate, pagination: { page: 9, perPage: 2 } });
    expect(beyond.results).toEqual([]);
    expect(beyond.pagination.resultCount).toBe(3);
  });

  const pagedQueries: readonly QueryInput[] = [
    ...["token", "asset", "network", "asset_class_name", "date"].map((groupBy) => ({
      filter: measure(value),
      aggregate: { groupBy },
    })),
    { filter: measure(value), aggregate: { groupBy: "token", interval: "month" } },
    { filter: measure(value), sort: { field: "value", direction: "asc" } },
    { filter: measure(value), sort: { field: "id", direction: "desc" } },
    { filter: measure(value), sort: { field: "date", direction: "desc" } },
    { filter: measure("apy_7_day_percent"), aggregate: { groupBy: "asset_class" } },
    { filter: { operator: "in", field: "measure_slug", value: ["daily_mints_dollar", value] } },
    {
      filter: or(
        and(measure(value), { operator: "equals", field: "network_slug", value: "ethereum" }),
        measure("daily_mints_dollar"),
      ),
      aggregate: { groupBy: "token", interval: "week" },
    },
  ];
  test.each(pagedQueries)("has the same content on pages as on one page: %j", async (query) => {
    const whole = await ask(query);
    for (const perPage of [1, 2]) {
      const { pageCount } = (await ask({ ...query, pagination: { perPage } })).pagination;
      const pages = [];
      for (let page = 1; page <= pageCount; page += 1) {
        const { results, pagination } = await ask({ ...query, pagination: { page, perPage } });
        expect(pagination.resultCount).toBe(whole.pagination.resultCount);
        pages.push(...results);
      }
      expect(JSON.stringify(pages)).toBe(JSON.stringify(whole.results));
    }
  });

  test("is ordered once for all pages after the first, which read only their own groups", async () => {
    const { market, sent, data } = recordedMarket(world.store);
    const page = async (number: number) => {
      const query = parseQuery({ filter: measure(value), pagination: { page: number, perPage: 1 } });
      await metricSeries(market, { resource: "tokens", query });
      return sent().filter((sql) => sql.includes("daily_metrics AS d"));
    };
    const ordering = (statements: readonly string[]) => statements.filter((sql) => sql.includes("size"));
    expect(await page(1)).toHaveLength(1);
    expect(ordering(await page(2))).toHaveLength(1);
    for (const number of [3, 4, 9]) {
      const statements = await page(number);
      expect(ordering(statements)).toEqual([]);
      expect(statements.every((sql) => /k IN \{\w+:Array\(UInt32\)\}/.test(sql))).toBe(true);
      expect(statements).toHaveLength(number === 9 ? 0 : 1);
    }
    // Statements that are compared at a new version are not sent by the market.
    data.version += 1;
    expect(await page(3)).toEqual([]);
    await world.daily([{ metric: value, listing: 503, date: "2026-02-03", value: 7 }]);
    try {
      data.version += 1;
      expect(ordering(await page(3))).toHaveLength(1);
    } finally {
      await world.store.run(
        "DELETE FROM daily_metrics WHERE token_id = 503 AND value = 7 AND date = '2026-02-03'",
      );
    }
  });

  test("uses the total at the end of a month, the running month on the latest day, and no earlier value", async () => {
    // 31 January: 501 3, 503 100, 504 1000; 502 is not known that day. 3 February: 501 6, 502 20, gold 5.
    expect(
      await points({ filter: measure(value), aggregate: { groupBy: "date", interval: "month" } }),
    ).toEqual({
      All: [
        ["2026-01-31", 1103],
        ["2026-02-03", 31],
      ],
    });
  });

  test("uses weeks from Monday and calendar years", async () => {
    // Monday 26 January to Sunday 1 February, in which only 501 is known.
    expect(
      await points({ filter: measure(value), aggregate: { groupBy: "date", interval: "week" } }),
    ).toEqual({
      All: [
        ["2026-02-01", 4],
        ["2026-02-03", 31],
      ],
    });
    expect(
      await points({ filter: measure(value), aggregate: { groupBy: "date", interval: "year" } }),
    ).toEqual({
      All: [["2026-02-03", 31]],
    });
  });

  test("ends a period on its last requested day", async () => {
    const before = and(measure(value), { operator: "before", field: "date", value: "2026-01-31" });
    expect(await points({ filter: before, aggregate: { groupBy: "date", interval: "month" } })).toEqual({
      All: [["2026-01-30", 10]],
    });
    const either = and(
      measure(value),
      or(
        { operator: "onOrBefore", field: "date", value: "2026-01-29" },
        { operator: "equals", field: "date", value: "2026-02-02" },
      ),
    );
    expect(await points({ filter: either, aggregate: { groupBy: "asset", interval: "month" } })).toEqual({
      ousg: [["2026-01-31", 1]],
      buidl: [["2026-02-02", 200]],
    });
  });

  test("sums a flow over the period", async () => {
    const filter = measure("daily_mints_dollar");
    expect(await points({ filter, aggregate: { groupBy: "asset", interval: "month" } })).toEqual({
      ousg: [
        ["2026-01-31", 3],
        ["2026-02-03", 12],
      ],
      buidl: [
        ["2026-01-31", 16],
        ["2026-02-03", 32],
      ],
    });
  });

  test("ends a flow that stops within a period with the period, regardless of other requested groups", async () => {
    await world.daily([
      { metric: "daily_burns_dollar", listing: 501, date: "2026-01-10", value: 1 },
      { metric: "daily_burns_dollar", listing: 503, date: "2026-02-03", value: 2 },
    ]);
    const filter = measure("daily_burns_dollar");
    const ousg: Filter = { operator: "equals", field: "asset_slug", value: "ousg" };
    const until = (date: string): Filter => ({ operator: "onOrBefore", field: "date", value: date });
    const aggregate = { groupBy: "asset", interval: "month" as const };
    expect(await points({ filter, aggregate })).toMatchObject({ ousg: [["2026-01-31", 1]] });
    expect(await points({ filter: and(filter, ousg), aggregate })).toEqual({ ousg: [["2026-01-31", 1]] });
    // The period is cut by the requested days, not by those with data.
    expect(await points({ filter: and(filter, ousg, until("2026-01-20")), aggregate })).toEqual({
      ousg: [["2026-01-20", 1]],
    });
    expect(
      await points({ filter: and(filter, ousg), aggregate: { ...aggregate, interval: "year" } }),
    ).toEqual({ ousg: [["2026-02-03", 1]] });
  });

  test("weighs means, over tokens whose value and weight are both known", async () => {
    const filter = measure("apy_7_day_percent");
    // Treasuries: (4·100 + 5·300 + 3·600) ÷ 1000 = 3.7. Stablecoins have no weight, and so no mean as a class …
    expect(await points({ filter, aggregate: { groupBy: "asset_class" } })).toEqual({
      treasuries: [["2026-02-03", 3.7]],
    });
    // … but an asset has its own figure.
    expect(await points({ filter, aggregate: { groupBy: "asset" } })).toEqual({
      usdx: [["2026-02-03", 50]],
      ousg: [["2026-02-03", 4.75]],
      buidl: [["2026-02-03", 3]],
    });
    expect(await points({ filter, aggregate: { groupBy: "date", interval: "month" } })).toEqual({
      All: [["2026-02-03", 3.7]],
    });
    expect(await points({ filter, aggregate: { groupBy: "date", aggregateFunction: "max" } })).toEqual({
      All: [["2026-02-03", 50]],
    });
  });

  test("returns the weighted mean with a warning if a sum of means is requested", async () => {
    const { results, warnings } = await ask({
      filter: measure("apy_7_day_percent"),
      aggregate: { groupBy: "asset_class", aggregateFunction: "sum" },
    });
    expect(results.at(-1)?.points).toEqual([["2026-02-03", 3.7]]);
    expect(warnings).toMatchObject([{ path: "aggregate.aggregateFunction" }]);
  });

  test.each([
    ["sum", 26, 26],
    ["avg", 13, 26],
    ["min", 6, 26],
    ["max", 20, 26],
  ] as const)(
    "combines tokens, or assets, by %s if requested",
    async (aggregateFunction, overTokens, overAssets) => {
      const filter = and(measure(value), { operator: "in", field: "asset_slug", value: ["ousg", "usdx"] });
      const year = { groupBy: "date", interval: "year", aggregateFunction } as const;
      // On the newest day OUSG has 6 and 20 on its two tokens; USDX is not known.
      expect(await points({ filter, aggregate: year })).toEqual({ All: [["2026-02-03", overTokens]] });
      expect(await points({ filter, aggregate: year }, "assets")).toEqual({
        All: [["2026-02-03", overAssets]],
      });
    },
  );

  test.each([
    // OUSG 6 + 20 and the bar of gold 5 on the newest day.
    [value, "avg", 15.5],
    [value, "min", 5],
    [value, "max", 26],
    // Mints of February: OUSG 12, BUIDL 32.
    ["daily_mints_dollar", "avg", 22],
    ["daily_mints_dollar", "min", 12],
    ["daily_mints_dollar", "max", 32],
    // OUSG (4·100 + 5·300) ÷ 400 = 4.75, BUIDL 3, USDX 50 without a known weight.
    ["apy_7_day_percent", "avg", 19.25],
    ["apy_7_day_percent", "min", 3],
    ["apy_7_day_percent", "max", 50],
  ] as const)(
    "runs %s by %s over assets, each by the rule of the measure",
    async (slug, aggregateFunction, expected) => {
      for (const interval of ["month", "day"] as const) {
        if (interval === "day" && slug === "daily_mints_dollar") continue;
        const { results } = await ask(
          { filter: measure(slug), aggregate: { groupBy: "date", interval, aggregateFunction } },
          "assets",
        );
        expect(results[0]?.points.at(-1)).toEqual(["2026-02-03", expected]);
      }
    },
  );

  test("ranks groups of a metric that can be negative by magnitude over the requested days, on every page", async () => {
    const ranked = async (slug: string, since: string | null, more: QueryInput = {}) => {
      const days: Filter[] = since === null ? [] : [{ operator: "onOrAfter", field: "date", value: since }];
      const { results, sort } = await ask({
        filter: and(measure(slug), ...days),
        aggregate: { groupBy: "token" },
        ...more,
      });
      return { sort, ids: results.map(({ group }) => group.id) };
    };
    const sort = { field: "magnitude", direction: "desc" };
    for (const [slug, since, ids] of [
      // Largest absolute values: 20, 13 and 0.2; since February 13, 0.3 and 0.1.
      ["peg_deviation_percent", null, [502, 504, 501]],
      ["peg_deviation_percent", "2026-02-01", [504, 502, 501]],
      // Sums of absolute values: 100, 96 and 40; since February 50, 40 and 6.
      ["net_flow_dollar", null, [503, 501, 502]],
      ["net_flow_dollar", "2026-02-01", [503, 502, 501]],
    ] as const) {
      expect(await ranked(slug, since)).toEqual({ sort, ids });
      for (const page of [1, 2, 3]) {
        const { ids: one } = await ranked(slug, since, { pagination: { page, perPage: 1 } });
        expect(one).toEqual([ids[page - 1]]);
      }
    }
    const signed = { sort: { field: "value", direction: "desc" } } as const;
    expect((await ranked("peg_deviation_percent", null, signed)).ids).toEqual([502, 501, 504]);
    expect((await ranked(value, null)).sort).toEqual({ field: "value", direction: "desc" });
  });

  test("rejects figures of one unit over several assets, and serves them by asset and for one asset", async () => {
    const prices = (aggregate: object, ...more: Filter[]) =>
      metricSeries(world.market, {
        resource: "assets",
        query: parseQuery({
          filter: {
            operator: "and",
            filters: [{ field: "measure_slug", operator: "equals", value: "price_dollar" }, ...more],
          },
          aggregate,
        }),
      });
    const words = "group by asset, token or underlying_symbol, or filter by one asset";
    for (const groupBy of ["asset_class", "network", "date", "measure"]) {
      for (const aggregateFunction of ["avg", "max"]) {
        await expect(prices({ groupBy, aggregateFunction })).rejects.toThrow(words);
      }
      await expect(
        prices({ groupBy }, { field: "id", operator: "equals", value: 57 }),
      ).resolves.toBeDefined();
    }
    await expect(prices({ groupBy: "asset" })).resolves.toBeDefined();
    await expect(prices({})).resolves.toBeDefined();
  });

  test("without a grouping is by token, and by asset for assets", async () => {
    expect(Object.keys(await points({ filter: measure(value) }))).toEqual([
      "usdx-ethereum",
      "buidl-ethereum",
      "ousg-polygon",
      "ousg-ethereum",
      "gold-bar-all",
    ]);
    const byAsset = await points({ filter: measure(value) }, "assets");
    expect(Object.keys(byAsset)).toEqual(["usdx", "buidl", "ousg", "gold-bar"]);
    expect(byAsset.ousg?.at(-1)).toEqual(["2026-02-03", 26]);
  });

  test("resolves id, slug and name to the asset in series of assets, and to the token in those of tokens", async () => {
    const of = (field: string, v: string | number) =>
      and(measure(value), { operator: "equals", field, value: v });
    expect(Object.keys(await points({ filter: of("id", 57) }, "assets"))).toEqual(["ousg"]);
    expect(Object.keys(await points({ filter: of("slug", "ousg") }, "assets"))).toEqual(["ousg"]);
    expect(Object.keys(await points({ filter: of("ticker", "OUSG") }, "assets"))).toEqual(["ousg"]);
    expect(Object.keys(await points({ filter: of("id", 502) }))).toEqual(["ousg-polygon"]);
    expect(Object.keys(await points({ filter: of("asset_id", 57) }))).toEqual([
      "ousg-polygon",
      "ousg-ethereum",
    ]);
    // A field of assets only, joined from their tokens.
    expect(Object.keys(await points({ filter: of("minimum_investment_dollar", 5000) }))).toEqual([
      "ousg-polygon",
      "ousg-ethereum",
    ]);
  });

  test("filters days, listings, and both at once", async () => {
    const from: Filter = { operator: "onOrAfter", field: "date", value: "2026-02-02T00:00:00.000Z" };
    const polygon: Filter = { operator: "equals", field: "network_id", value: 3 };
    expect(await points({ filter: and(measure(value), from), aggregate: { groupBy: "date" } })).toEqual({
      All: [
        ["2026-02-02", 200],
        ["2026-02-03", 31],
      ],
    });
    expect(
      await points({ filter: and(measure(value), or(from, polygon)), aggregate: { groupBy: "date" } }),
    ).toEqual({
      All: [
        ["2026-01-30", 10],
        ["2026-02-02", 200],
        ["2026-02-03", 31],
      ],
    });
  });

  test("accepts measures inside and and or, each with its own conditions", async () => {
    const filter = or(
      and(
        measure(value),
        { operator: "equals", field: "asset_slug", value: "usdx" },
        { operator: "before", field: "date", value: "2026-02-01" },
      ),
      and(measure("daily_mints_dollar"), { operator: "equals", field: "asset_slug", value: "ousg" }),
    );
    const { results } = await ask({ filter, aggregate: { groupBy: "asset", interval: "year" } });
    expect(results.map((r) => [r.measure.slug, r.group.slug, r.points])).toEqual([
      [value, "usdx", [["2026-01-31", 1000]]],
      ["daily_mints_dollar", "ousg", [["2026-02-03", 15]]],
    ]);
  });

  test("groups by measure: one series of each", async () => {
    const filter: Filter = { operator: "in", field: "measure_id", value: [71, 2] };
    const { results } = await ask({ filter, aggregate: { groupBy: "measure", interval: "year" } });
    expect(results.map((r) => [r.group.type, r.group.id, r.points.at(-1)?.[1]])).toEqual([
      ["measure", 71, 31],
      ["measure", 2, 1000],
    ]);
  });

  test("reverses points if dates are requested in descending order", async () => {
    const { results } = await ask({
      filter: and(measure(value), { operator: "equals", field: "id", value: 502 }),
      sort: { field: "date", direction: "desc" },
    });
    expect(results[0]?.points).toEqual([
      ["2026-02-03", 20],
      ["2026-01-30", 10],
    ]);
  });

  test("rows that are not published do not count", async () => {
    const filter = and(measure("holding_addresses_count"), { operator: "equals", field: "id", value: 501 });
    await world.daily([{ metric: "holding_addresses_count", listing: 501, date: "2026-02-03", value: 5 }]);
    await world.daily([{ metric: "holding_addresses_count", listing: 501, date: "2026-02-03", value: 6 }]);
    world.store.restrict({ daily_metrics: "value != 5" });
    expect(await points({ filter })).toEqual({ "ousg-ethereum": [["2026-02-03", 6]] });
    world.store.restrict({});
  });

  test("warns of a measure and of a network that do not exist, with an empty result", async () => {
    const unknown = await ask({ filter: { operator: "equals", field: "measure_id", value: 999999 } });
    expect(unknown.results).toEqual([]);
    expect(unknown.warnings).toEqual([
      { path: "filter.value", message: "no metric has the id 999999; /measures lists them" },
    ]);
    const { results, warnings } = await ask({
      filter: and(measure(value), { operator: "equals", field: "network_id", value: 77 }),
    });
    expect(results).toEqual([]);
    expect(warnings).toEqual([{ path: "filter.filters[1].value", message: "no network has the id 77" }]);
  });

  test.each<[string, QueryInput, string]>([
    ["names no measure", {}, "filter"],
    [
      "names a measure by another operator",
      { filter: { operator: "like", field: "measure_slug", value: "x" } },
      "filter.operator",
    ],
    [
      "filters by what tokens do not have",
      { filter: and(measure(value), { operator: "equals", field: "zzz", value: 1 }) },
      "filter.filters[1].field",
    ],
    [
      "filters by a metric",
      { filter: and(measure(value), { operator: "gt", field: "holding_addresses_count", value: 1 }) },
      "filter.filters[1].field",
    ],
    [
      "groups by what is no group",
      { filter: measure(value), aggregate: { groupBy: "symbol" } },
      "aggregate.groupBy",
    ],
    ["adds a level up over time", { filter: measure(value), aggregate: { mode: "flow" } }, "aggregate.mode"],
    [
      "asks for the level of a flow",
      { filter: measure("daily_mints_dollar"), aggregate: { mode: "stock", interval: "month" } },
      "aggregate.mode",
    ],
    [
      "sorts by what series do not have",
      { filter: measure(value), sort: { field: "ticker", direction: "asc" } },
      "sort.field",
    ],
    ["searches", { filter: measure(value), search: "buidl" }, "search"],
  ])("is rejected where the query %s", async (_, query, path) => {
    await expect(ask(query)).rejects.toMatchObject({ kind: "invalid", problems: [{ path }] });
  });
});

test("the request of existing clients gets the expected response", async () => {
  const { results } = await ask({
    filter: and(
      { operator: "equals", field: "measure_id", value: 71 },
      { operator: "onOrAfter", field: "date", value: "2026-01-31T00:00:00.000Z" },
      { operator: "equals", field: "is_investable", value: true },
      or(
        { operator: "equals", field: "network_id", value: 1 },
        { operator: "equals", field: "network_id", value: 3 },
        { operator: "equals", field: "network_id", value: 10 },
      ),
      { operator: "equals", field: "asset_class_id", value: 27 },
    ),
    aggregate: { groupBy: "network", aggregateFunction: "sum", interval: "day" },
    sort: { direction: "asc", field: "date" },
    pagination: { page: 1, perPage: 25 },
  });
  expect(results.map((r) => [r.group.id, r.group.type, r.measure.unit, r.points.at(-1)])).toEqual([
    [3, "network", "dollar", ["2026-02-03", 20]],
    [1, "network", "dollar", ["2026-02-03", 6]],
  ]);
});
