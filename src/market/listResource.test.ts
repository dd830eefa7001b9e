import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { metricOf } from "#domain/api";
import { lookbacks, metricParts, metrics, metricValueOf } from "#domain/metrics";
import { parseQuery, type QueryInput } from "#domain/query";
import { type Resource, resources } from "#domain/resources";
import { type MarketWorld, openMarketWorld, wholeOf } from "../../tests/support/marketWorld";
import { recordedMarket } from "../../tests/support/recordedMarket";
import { transactionRows } from "../../tests/support/transactionRows";
import { compileList, listResource, requireBoundedRows } from "./listResource";
import { resourceMeta } from "./resourceMeta";
import { metricPartSql } from "./sql/metricParts";

test("rows with more metrics than the limit of a response are rejected with a message", () => {
  expect(() => requireBoundedRows(2_000, 30)).not.toThrow();
  expect(() => requireBoundedRows(5_000, 35)).toThrow(
    "pagination.perPage: 5,000 rows with 35 metrics are 175,000 values; responses are limited to 60,000: select fewer fields, request fewer rows per page, or request a file (format=csv or ndjson)",
  );
});

let world: MarketWorld;

beforeAll(async () => {
  world = await openMarketWorld();
  await world.entityMetrics([
    { type: "asset", id: 57, metric: "holding_addresses_count", val: 110, past: [100, 80, null, 44] },
    { type: "asset", id: 2331, metric: "holding_addresses_count", val: 50, past: [0, 60, 25] },
    { type: "asset", id: 1001, metric: "holding_addresses_count", val: 7, past: [7, 6, 3] },
    { type: "asset", id: 57, metric: "bridged_token_value_dollar", val: 700.5, past: [650, 600, 500] },
    { type: "asset", id: 2331, metric: "bridged_token_value_dollar", val: 2000, past: [1900, 1800, 900] },
    { type: "network", id: 1, metric: "trailing_30_day_transfer_volume", val: 12, past: [10, null, null] },
    { type: "token", id: 501, metric: "bridged_token_value_dollar", val: 500 },
    { type: "token", id: 503, metric: "bridged_token_value_dollar", val: 2000 },
    { type: "token", id: 504, metric: "bridged_token_value_dollar", val: 40 },
  ]);
});
afterAll(() => world.close());

const list = (resource: string, query: QueryInput = {}) =>
  listResource(world.market, { resource, query: parseQuery(query) });
const slugs = async (resource: string, query: QueryInput) =>
  (await list(resource, query)).results.map((row) => row.slug);

describe("a list", () => {
  test("is ordered by value, unknown values last, with metrics as objects", async () => {
    const { results, sort, pagination, filter } = await list("assets");
    expect(results.map((row) => row.slug)).toEqual(["buidl", "ousg", "usdx", "gold-bar"]);
    expect(sort).toEqual({ field: "bridged_token_value_dollar", direction: "desc" });
    expect(filter).toBeNull();
    expect(pagination).toEqual({ page: 1, perPage: 25, pageCount: 1, resultCount: 4 });
    expect(results[1]?.holding_addresses_count).toEqual({
      val: 110,
      val_7d: 100,
      val_30d: 80,
      val_90d: null,
      chg_7d_amt: 10,
      chg_7d_pct: 10,
      chg_30d_amt: 30,
      chg_30d_pct: 37.5,
      chg_90d_amt: null,
      chg_90d_pct: null,
      val_365d: 44,
      chg_365d_amt: 66,
      chg_365d_pct: 150,
    });
    expect(results[1]).toMatchObject({
      id: 57,
      ticker: "OUSG",
      is_investable: true,
      inception_date: "2023-01-26",
      asset_class_id: 27,
      protocol_slug: "ondo",
      network_ids: [1, 3],
      minimum_investment_dollar: 5000,
      website: null,
    });
  });

  test("has no change in percent from a past value of zero, and nulls for unknown values", async () => {
    const { results } = await list("assets");
    expect(metricOf(results[0] ?? { id: 0 }, "holding_addresses_count")).toMatchObject({
      chg_7d_amt: 50,
      chg_7d_pct: null,
      chg_30d_pct: expect.closeTo(-100 / 6, 12),
      chg_90d_pct: 100,
    });
    expect(metricOf(results[3] ?? { id: 0 }, "holding_addresses_count")).toMatchObject({
      val: null,
      val_7d: null,
      chg_7d_pct: null,
    });
  });

  test("sorts by a part of a metric in either direction with unknown values last", async () => {
    const field = "holding_addresses_count.chg_30d_pct";
    // 37.5, -16.6667, 16.6667
    expect(await slugs("assets", { sort: { field, direction: "desc" } })).toEqual([
      "ousg",
      "usdx",
      "buidl",
      "gold-bar",
    ]);
    expect(await slugs("assets", { sort: { field, direction: "asc" } })).toEqual([
      "buidl",
      "usdx",
      "ousg",
      "gold-bar",
    ]);
  });

  test("breaks ties by id, so that pages never overlap", async () => {
    const sort = { field: "asset_class_slug", direction: "desc" } as const;
    const pages = await Promise.all(
      [1, 2, 3, 4, 5].map((page) => list("assets", { sort, pagination: { page, perPage: 1 } })),
    );
    expect(pages.flatMap(({ results }) => results.map((row) => row.id))).toEqual([57, 2331, 1001, 1002]);
    expect(pages.map(({ pagination }) => pagination.resultCount)).toEqual([4, 4, 4, 4, 4]);
    expect(pages[4]?.pagination).toEqual({ page: 5, perPage: 1, pageCount: 4, resultCount: 4 });
  });

  test("sorts rows with equal booleans in the default order of the resource", async () => {
    const all = await list("assets", { fields: ["is_investable", "bridged_token_value_dollar"] });
    const byDefault = all.results.map(({ id }) => id);
    const sorted = await list("assets", { sort: { field: "is_investable", direction: "desc" } });
    const rank = new Map([true, false, null].map((one, at) => [one, at]));
    const expected = all.results
      .toSorted(
        (a, b) =>
          (rank.get(a.is_investable as boolean | null) ?? 0) -
            (rank.get(b.is_investable as boolean | null) ?? 0) ||
          byDefault.indexOf(a.id) - byDefault.indexOf(b.id),
      )
      .map(({ id }) => id);
    expect(sorted.results.map(({ id }) => id)).toEqual(expected);
  });

  test("sorts names regardless of case", async () => {
    expect(await slugs("assets", { sort: { field: "name", direction: "" } })).toEqual([
      "usdx",
      "buidl",
      "gold-bar",
      "ousg",
    ]);
  });

  test("has a row for an asset as a whole if a value of it is known, and marks it", async () => {
    const ids = async () => (await list("tokens")).results.map((row) => row.id);
    expect(await ids()).toEqual([503, 501, 504, 502, 505]);
    await world.entityMetrics([
      { type: "token", id: wholeOf(1002), metric: "bridged_token_value_dollar", val: 10 },
    ]);
    expect(await ids()).toEqual([503, 501, 504, wholeOf(1002), 502, 505]);
    const whole = leaf("equals", "is_asset_level", true);
    expect((await list("tokens", { filter: whole })).results).toMatchObject([
      {
        id: wholeOf(1002),
        slug: "gold-bar-all",
        is_asset_level: true,
        network_id: null,
        asset_slug: "gold-bar",
      },
    ]);
    await world.store.run(`DELETE FROM entity_metrics WHERE entity_id = ${wholeOf(1002)}`);
  });

  test("returns only the requested fields, with id and slug", async () => {
    const { results } = await list("assets", {
      fields: ["ticker", "holders"],
      filter: leaf("equals", "id", 57),
    });
    expect(Object.keys(results[0] ?? {})).toEqual([
      "id",
      "slug",
      "ticker",
      "holding_addresses_count",
      // The name in the request, an alias.
      "holders",
      "is_sample",
    ]);
    await expect(list("assets", { fields: ["ticker", "nonsense"] })).rejects.toMatchObject({
      problems: [{ path: "fields[1]" }],
    });
  });

  test("finds words in the search fields", async () => {
    expect(await slugs("assets", { search: "ondo us" })).toEqual(["ousg"]);
    expect(await slugs("assets", { search: "100%_" })).toEqual(["usdx"]);
    const { results } = await list("company_roles", { search: "issuer" });
    expect(results.map(({ role }) => role)).toEqual(["issuer"]);
  });

  test("responds for every described resource, also with an empty table", async () => {
    for (const resource of ["transactions", "pools", "loans", "investments", "news", "issuers", "managers"]) {
      const { pagination } = await list(resource);
      expect(pagination.page).toBe(1);
    }
    expect((await list("protocols")).results.map((row) => row.slug)).toEqual(["securitize", "ondo"]);
    await expect(list("nonsense")).rejects.toMatchObject({ kind: "not_found" });
    await expect(list("assets", { fields: ["market cap"] })).rejects.toThrow(
      'fields[0]: Assets have no field "market cap"; did you mean bridged_token_market_cap_dollar?',
    );
    await expect(list("assets", { filter: leaf("equals", "network_slug", "ethereum") })).rejects.toThrow(
      'filter.field: Assets cannot be filtered by "network_slug"; did you mean network_slugs?',
    );
    await expect(list("networks", { sort: { field: "holding_count", direction: "desc" } })).rejects.toThrow(
      'sort.field: Networks cannot be sorted by "holding_count"; did you mean holding_addresses_count?',
    );
    await expect(list("news", { sort: { field: "holders", direction: "desc" } })).rejects.toThrow(
      'sort.field: News cannot be sorted by "holders"; see /meta of the endpoint for valid names',
    );
  });
});

const leaf = (
  operator:
    | "equals"
    | "in"
    | "notEquals"
    | "gt"
    | "like"
    | "ilike"
    | "includes"
    | "not-includes"
    | "before"
    | "onOrAfter"
    | "not-in",
  field: string,
  value: string | number | boolean | null | (string | number)[],
) => ({
  operator,
  field,
  value,
});

test("has changes equal to those computed by filters, sorts and files, to the last digit", async () => {
  const values = [
    null,
    0,
    -0,
    1,
    -1,
    0.1,
    0.3,
    -7.25,
    1e-300,
    5e-324,
    1e300,
    -1.7e308,
    123456789.12345679,
    1 / 3,
  ];
  const pairs = values.flatMap((now) => values.map((then) => [now, then] as const));
  const sqlOf = (value: number | null) =>
    value === null ? "NULL::Nullable(Float64)" : `toFloat64('${Object.is(value, -0) ? "-0" : value}')`;
  const columnOf = (now: number | null, then: number | null) => (name: string) =>
    name === "val" ? sqlOf(now) : sqlOf(then);
  const rows = await world.store.compactRows<(number | string | null)[]>(
    pairs
      .map(([now, then]) => `SELECT ${metricParts.map((part) => metricPartSql(part, columnOf(now, then)))}`)
      .join(" UNION ALL ")
      .concat(" SETTINGS max_threads = 1"),
  );
  const changes = pairs.map(([now, then]) => {
    const known = metricValueOf([now, ...lookbacks.map(() => then)]);
    return JSON.stringify(metricParts.map((part) => known[part]));
  });
  // Values outside doubles are text in the engine, and unknown to readers.
  const finite = rows.map((row) => row.map((value) => (typeof value === "string" ? null : value)));
  expect(finite.map((row) => JSON.stringify(row)).sort()).toEqual(changes.sort());
});

describe("pages of rows that replace others", () => {
  const rows = transactionRows(3, (index) => ({ id: "abc".charAt(index), is_sample: false }));

  test("are read without FINAL, and counted once, until one of them is replaced", async () => {
    const { market, sent, data } = recordedMarket(world.store);
    await world.store.run("SYSTEM STOP MERGES transactions");
    await world.store.insert("transactions", rows);
    const page = async (query: QueryInput) =>
      listResource(market, { resource: "transactions", query: parseQuery(query) });
    const ids = async (query: QueryInput) => (await page(query)).results.map(({ id }) => id);
    const filter = leaf("equals", "asset_id", 57);
    expect(await ids({ filter, pagination: { perPage: 2 } })).toEqual(["a", "b"]);
    const counts = (statements: readonly string[]) =>
      statements.filter((sql) => /^SELECT count\(\) FROM/.test(sql));
    const reads = (statements: readonly string[]) => statements.filter((sql) => sql.startsWith("SELECT t."));
    const first = sent();
    expect(counts(first)).toHaveLength(1);
    expect([...counts(first), ...reads(first)].filter((sql) => sql.includes("FINAL"))).toEqual([]);
    const second = await page({
      filter,
      sort: { field: "amount_dollar", direction: "desc" },
      pagination: { page: 2, perPage: 2 },
    });
    expect(second).toMatchObject({ results: [{ id: "a" }], pagination: { pageCount: 2, resultCount: 3 } });
    expect(counts(sent())).toEqual([]);

    await world.store.insert("transactions", [{ ...rows[1], amount_dollar: 9, version: 2 }]);
    data.version += 1;
    const replaced = await page({ filter, sort: { field: "amount_dollar", direction: "desc" } });
    expect(replaced.results.map(({ id, amount_dollar }) => [id, amount_dollar])).toEqual([
      ["b", 9],
      ["c", 2],
      ["a", 0],
    ]);
    expect(replaced.pagination.resultCount).toBe(3);
    expect(reads(sent()).every((sql) => sql.includes("FINAL"))).toBe(true);

    await world.store.run("SYSTEM START MERGES transactions");
    await world.store.run("OPTIMIZE TABLE transactions FINAL");
    data.version += 1;
    expect(await ids({ filter })).toEqual(["a", "b", "c"]);
    expect(reads(sent()).filter((sql) => sql.includes("FINAL"))).toEqual([]);
    await world.store.run("TRUNCATE TABLE transactions");
  });
});

/** A list's statement, which names fields by their columns: the same for each name of a field. */
const statement = async (resource: Resource, query: QueryInput) => {
  const { from, where, orderBy, binder } = await compileList(world.market, resource, parseQuery(query));
  return { from, where, orderBy, bound: binder.parameters };
};

describe.each(resources)("$slug", (resource) => {
  // Metrics are read in a single way, so each is combined with some of the resources, and each resource with
  // some of them.
  const fields = resourceMeta(resource.slug).fields.filter(
    ({ type, name }) =>
      type !== "metric" ||
      (metrics.findIndex((metric) => metric.name === name) + resources.indexOf(resource)) % 4 === 0,
  );

  test("sorts by every field that /meta lists as sortable, in both directions, by each of its names", async () => {
    for (const field of fields.filter(({ sortable }) => sortable)) {
      const [ascending, descending] = await Promise.all(
        (["asc", "desc"] as const).map((direction) =>
          list(resource.slug, { sort: { field: field.name, direction }, fields: ["id"] }),
        ),
      );
      expect(ascending?.sort).toEqual({ field: field.name, direction: "asc" });
      expect(ascending?.pagination).toEqual(descending?.pagination);
      const by = (name: string) => statement(resource, { sort: { field: name, direction: "asc" } });
      for (const alias of field.aliases) expect(await by(alias)).toEqual(await by(field.name));
    }
  });

  test("splits its rows by unknown values of each comparable field", async () => {
    const { pagination } = await list(resource.slug, { fields: ["id"] });
    for (const field of fields.filter(({ operators }) => operators.includes("equals"))) {
      const by = (operator: "equals" | "notEquals", name = field.name) => ({
        filter: { operator, field: name, value: null },
      });
      const [unknown, known] = await Promise.all(
        (["equals", "notEquals"] as const).map((operator) =>
          list(resource.slug, { ...by(operator), fields: ["id"] }),
        ),
      );
      const count = (unknown?.pagination.resultCount ?? 0) + (known?.pagination.resultCount ?? 0);
      expect([field.name, count]).toEqual([field.name, pagination.resultCount]);
      if (!field.nullable) expect([field.name, unknown?.pagination.resultCount]).toEqual([field.name, 0]);
      for (const alias of field.aliases) {
        expect(await statement(resource, by("equals", alias))).toEqual(
          await statement(resource, by("equals")),
        );
      }
    }
  });
});

describe("a filter", () => {
  test("accepts ids, slugs and names of a platform, under either name", async () => {
    for (const filter of [
      leaf("equals", "protocol_id", 100001),
      leaf("equals", "platform_id", 100001),
      leaf("equals", "protocol_slug", "ondo"),
      leaf("equals", "protocol_name", "Ondo"),
    ]) {
      expect(await slugs("assets", { filter })).toEqual(["ousg"]);
    }
  });

  test("accepts the class slugs that existing clients send", async () => {
    const filter = leaf("equals", "asset_class_slug", "us-treasury-debt");
    const { results, warnings } = await list("assets", { filter });
    expect(results.map((row) => row.slug)).toEqual(["buidl", "ousg"]);
    expect(warnings).toBeUndefined();
    expect(await slugs("asset_classes", { filter: leaf("in", "slug", ["public-equity"]) })).toEqual([
      "stocks",
    ]);
    expect(await slugs("tokens", { filter: leaf("equals", "network_slug", "matic") })).toEqual([
      "ousg-polygon",
    ]);
  });

  test("warns of entities that do not exist, with an empty result", async () => {
    const { results, warnings } = await list("assets", {
      filter: {
        operator: "and",
        filters: [
          leaf("in", "asset_class_slug", ["treasuries", "us-bonds"]),
          leaf("equals", "protocol_id", 999),
        ],
      },
    });
    expect(results).toEqual([]);
    expect(warnings).toEqual([
      { path: "filter.filters[0].value[1]", message: 'no asset class has the slug "us-bonds"' },
      { path: "filter.filters[1].value", message: "no platform has the id 999" },
    ]);
  });

  test("compares metrics by value and by change", async () => {
    expect(await slugs("assets", { filter: leaf("gt", "holding_addresses_count", 7) })).toEqual([
      "buidl",
      "ousg",
    ]);
    expect(await slugs("assets", { filter: leaf("gt", "holders.chg_30d_pct", 20) })).toEqual(["ousg"]);
    expect(await slugs("assets", { filter: leaf("equals", "holding_addresses_count", null) })).toEqual([
      "gold-bar",
    ]);
  });

  test("treats % as the only wildcard, and \\% as a percent sign", async () => {
    expect(await slugs("assets", { filter: leaf("like", "name", "100\\%_%") })).toEqual(["usdx"]);
    expect(await slugs("assets", { filter: leaf("like", "name", "100%\\_%") })).toEqual([]);
    expect(await slugs("assets", { filter: leaf("like", "name", "100%_D%") })).toEqual(["usdx"]);
    expect(await slugs("assets", { filter: leaf("like", "ticker", "US_X") })).toEqual([]);
    expect(await slugs("assets", { filter: leaf("ilike", "ticker", "%usd%") })).toEqual(["usdx"]);
  });

  test("splits the rows in two with an operator and its negation", async () => {
    expect(await slugs("assets", { filter: leaf("equals", "is_investable", true) })).toEqual(["ousg"]);
    expect(await slugs("assets", { filter: leaf("notEquals", "is_investable", true) })).toEqual([
      "buidl",
      "usdx",
      "gold-bar",
    ]);
    expect(await slugs("assets", { filter: leaf("includes", "network_ids", [1, 10]) })).toEqual(["usdx"]);
    expect(await slugs("assets", { filter: leaf("in", "network_ids", [3, 10]) })).toEqual(["ousg", "usdx"]);
    expect(await slugs("assets", { filter: leaf("not-includes", "network_ids", 1) })).toEqual(["gold-bar"]);
    expect(await slugs("assets", { filter: leaf("not-in", "protocol_slug", ["ondo"]) })).toEqual([
      "buidl",
      "usdx",
      "gold-bar",
    ]);
  });

  test("accepts dates and instants", async () => {
    expect(
      await slugs("assets", { filter: leaf("onOrAfter", "inception_date", "2023-01-26T00:00:00.000Z") }),
    ).toEqual(["ousg"]);
    expect(await slugs("assets", { filter: leaf("before", "inception_date", "2023-01-26") })).toEqual([]);
  });

  test.each([
    [leaf("gt", "name", "x"), "filter.operator"],
    [leaf("equals", "nonsense", "x"), "filter.field"],
    [leaf("equals", "holding_addresses_count.nonsense", 1), "filter.field"],
    [leaf("equals", "id", "x"), "filter.value"],
    [leaf("equals", "id", -1), "filter.value"],
    [leaf("in", "id", 57), "filter.value"],
    [leaf("equals", "id", [57]), "filter.value"],
    [leaf("in", "id", [57, "x"]), "filter.value[1]"],
    [leaf("equals", "is_investable", "true"), "filter.value"],
    [leaf("before", "inception_date", "yesterday"), "filter.value"],
    [leaf("before", "inception_date", "1802-01-01"), "filter.value"],
    [leaf("equals", "website", "x"), "filter.field"],
    [
      { operator: "and" as const, filters: [leaf("equals", "id", 1), leaf("gt", "slug", 1)] },
      "filter.filters[1].operator",
    ],
  ])("that is invalid is rejected, naming its part: %j", async (filter, path) => {
    await expect(list("assets", { filter })).rejects.toMatchObject({ kind: "invalid", problems: [{ path }] });
  });

  test("never lets a value become part of the statement", async () => {
    const hostile = "') OR 1=1 --\\' \u0000{p0:String}";
    expect(await slugs("assets", { filter: leaf("equals", "name", hostile) })).toEqual([]);
    expect(await slugs("assets", { filter: leaf("equals", "name", "gold bar's") })).toEqual(["gold-bar"]);
  });
});

describe("a network", () => {
  test("nests the totals of its tokens by class, issuer, platform and jurisdiction", async () => {
    const { results } = await list("networks", { filter: leaf("equals", "slug", "ethereum") });
    const [row] = results;
    expect(row).toMatchObject({
      id: 1,
      layer_description: "L1",
      color_hex: "#627eea",
      asset_class_ids: [27, 28],
      jurisdiction_country_ids: [100041],
      trailing_30_day_transfer_volume: { val: 12, val_7d: 10, chg_7d_pct: 20 },
      _updated_at: "2026-02-03T00:00:00.000Z",
    });
    const stats = row?.asset_class_stats as unknown as Record<string, unknown>[];
    expect(stats).toHaveLength(2);
    expect(stats[0]).toMatchObject({
      id: 27,
      slug: "treasuries",
      name: "US Treasuries",
      asset_count: 2,
      icon_url: null,
      color_hex: "#0f8b6f",
      bridged_token_value_dollar: { val: 2500, val_7d: null },
      holding_addresses_count: { val: null },
      trailing_30_day_transfer_volume: { val: null },
    });
    expect(stats[1]).toMatchObject({ id: 28, asset_count: 1, bridged_token_value_dollar: { val: 40 } });
    expect(row?.issuer_stats).toMatchObject([
      { id: 100011, asset_count: 1, bridged_token_value_dollar: { val: 500 } },
    ]);
    expect(row?.protocol_stats).toMatchObject([{ slug: "securitize" }, { slug: "ondo" }]);
    expect(row?.jurisdiction_country_stats).toMatchObject([{ name: "United States" }]);
  });
});
