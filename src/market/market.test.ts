import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { entityStatsSchema, metricOf, type Warning } from "#domain/api";
import { ForbiddenError, InvalidError, NotFoundError } from "#domain/errors";
import { type AccessPolicy, readScope } from "#domain/people";
import { type Filter, type Interval, parseQuery, type QueryInput } from "#domain/query";
import { ASSET_LISTING_OFFSET, catalogResources, type EntityKind } from "#domain/resources";
import { assetClasses } from "#domain/vocabulary";
import { accessPolicy } from "../../tests/support/accessPolicy";
import { type MarketWorld, openMarketWorld } from "../../tests/support/marketWorld";
import { aggregateResource } from "./aggregateResource";
import { exportRows } from "./exportRows";
import { exportSeries } from "./exportSeries";
import { getEntity } from "./getEntity";
import { listResource } from "./listResource";
import type { Market } from "./market";
import { metricSeries } from "./metricSeries";
import { resourceMeta } from "./resourceMeta";

let world: MarketWorld;
beforeAll(async () => {
  world = await openMarketWorld();
  await world.entityMetrics([
    { type: "asset", id: 57, metric: "bridged_token_value_dollar", val: 700, past: [650, 600, 500] },
    { type: "asset", id: 2331, metric: "bridged_token_value_dollar", val: 2000, past: [1900, 1800, 900] },
    { type: "network", id: 1, metric: "bridged_token_value_dollar", val: 2500, past: [2400, 2300, 2200] },
    { type: "token", id: 501, metric: "bridged_token_value_dollar", val: 500, past: [450, 400, 300] },
    { type: "token", id: 503, metric: "bridged_token_value_dollar", val: 2000, past: [1900, 1800, 900] },
  ]);
  await world.daily([
    { metric: "bridged_token_value_dollar", listing: 501, date: "2026-02-03", value: 500 },
    { metric: "bridged_token_value_dollar", listing: 503, date: "2026-02-03", value: 2000 },
    { metric: "daily_mints_dollar", listing: 501, date: "2026-01-29", value: 1 },
    { metric: "daily_mints_dollar", listing: 501, date: "2026-01-31", value: 2 },
    { metric: "daily_mints_dollar", listing: 501, date: "2026-02-03", value: 4 },
  ]);
});
afterAll(() => world.close());

/** On the day after the figures. */
const marketOf = (...parts: Partial<AccessPolicy>[]) =>
  world.market.narrowed(
    readScope(
      parts.map((part, index) => accessPolicy({ id: index + 1, ...part })),
      { action: "read", today: "2026-02-04" },
    ),
  );
const assetClassOf = (slug: string) => assetClasses.find((one) => one.slug === slug)?.id;
const slugIs = (value: string): Filter => ({ operator: "equals", field: "slug", value });

describe("a market narrowed by a scope", () => {
  const only57 = () => marketOf({ resources: ["assets"], rowFilter: slugIs("ousg") });
  const list = (market: ReturnType<typeof marketOf>, resource: string, query: QueryInput = {}) =>
    listResource(market, { resource, query: parseQuery(query) });

  it("lists, counts and finds only the visible rows, and the tokens of the visible assets", async () => {
    const market = only57();
    const { results, pagination } = await list(market, "assets");
    expect(results.map(({ slug }) => slug)).toEqual(["ousg"]);
    expect(pagination.resultCount).toBe(1);
    await expect(getEntity(market, { resource: "assets", id: "buidl" })).rejects.toThrow(NotFoundError);
    await expect(getEntity(market, { resource: "assets", id: 2331 })).rejects.toThrow(NotFoundError);
    const assets = new Set((await list(market, "tokens")).results.map(({ asset_slug }) => asset_slug));
    expect([...assets]).toEqual(["ousg"]);
  });

  it("totals only the visible part, also in lists of other resources", async () => {
    const market = only57();
    const { results } = await aggregateResource(market, { resource: "tokens", query: parseQuery({}) });
    expect(metricOf(results[0] ?? { id: 0 }, "bridged_token_value_dollar")?.val).toBe(500);
    const whole = (await getEntity(world.market, { resource: "networks", id: "ethereum" })).result;
    const part = (await getEntity(market, { resource: "networks", id: "ethereum" })).result;
    expect(metricOf(whole, "bridged_token_value_dollar")?.val).toBe(2500);
    expect(metricOf(part, "bridged_token_value_dollar")?.val).toBe(500);
  });

  describe("counts and lists the visible part", () => {
    const onPolygon = () =>
      marketOf({
        resources: ["tokens"],
        rowFilter: { operator: "equals", field: "network_slug", value: "polygon" },
      });

    it("of assets with exclusions", async () => {
      const one = async (resource: string, id: string) =>
        (await getEntity(only57(), { resource, id })).result;
      expect(await one("networks", "ethereum")).toMatchObject({
        asset_count: 1,
        token_count: 1,
        asset_class_ids: [assetClassOf("treasuries")],
        issuer_ids: [100011],
        protocol_ids: [100001],
        jurisdiction_country_ids: [100041],
      });
      const none = { asset_count: 0, token_count: 0, protocol_ids: [], network_ids: [] };
      expect(await one("networks", "base")).toMatchObject({ asset_count: 0, asset_class_ids: [] });
      expect(await one("managers", "blackrock")).toMatchObject(none);
      expect(await one("asset_classes", "stablecoins")).toMatchObject(none);
      expect(await one("asset_classes", "treasuries")).toMatchObject({ asset_count: 1, token_count: 2 });
      expect(await one("service_providers", "bny")).toMatchObject({ asset_count: 1, network_ids: [1, 3] });
      const companies = (await list(only57(), "companies")).results;
      expect(Object.fromEntries(companies.map(({ slug, asset_count }) => [slug, asset_count]))).toEqual({
        blackrock: 0,
        bny: 1,
        ondo: 1,
        "ondo-llc": 1,
        securitize: 0,
      });
    });

    it("of tokens with exclusions", async () => {
      const assets = (await list(onPolygon(), "assets", { sort: { field: "id", direction: "asc" } })).results;
      expect(
        assets.map(({ slug, token_count, network_slugs }) => [slug, token_count, network_slugs]),
      ).toEqual([
        ["ousg", 1, ["polygon"]],
        ["usdx", 0, []],
        ["gold-bar", 0, []],
        ["buidl", 0, []],
      ]);
      const { result } = await getEntity(onPolygon(), { resource: "issuers", id: "ondo-llc" });
      expect(result).toMatchObject({ asset_count: 1, token_count: 1, network_ids: [3] });
    });

    it("in filters, sorts, totals and files", async () => {
      const more: Filter = { operator: "gt", field: "asset_count", value: 1 };
      expect((await list(world.market, "networks", { filter: more })).results).toHaveLength(1);
      expect((await list(only57(), "networks", { filter: more })).results).toEqual([]);
      const byTokens: QueryInput = { sort: { field: "token_count", direction: "desc" } };
      expect((await list(world.market, "asset_classes", byTokens)).results[0]?.token_count).toBe(3);
      const sorted = (await list(only57(), "asset_classes", byTokens)).results;
      expect(sorted.map(({ slug, token_count }) => [slug, token_count]).slice(0, 2)).toEqual([
        ["treasuries", 2],
        [expect.any(String), 0],
      ]);
      const filter: Filter = { operator: "in", field: "network_slugs", value: ["ethereum"] };
      const totals = async (market: Market) =>
        (await aggregateResource(market, { resource: "assets", query: parseQuery({ filter }) })).results[0];
      expect((await totals(world.market))?.asset_count).toBe(3);
      expect(await totals(onPolygon())).toBeUndefined();
      const { bytes } = await exportRows(only57(), {
        resource: "networks",
        query: parseQuery({
          fields: ["slug", "asset_count", "issuer_ids"],
          sort: { field: "id", direction: "asc" },
        }),
        format: "csv",
      });
      let csv = "";
      for await (const chunk of bytes) csv += Buffer.from(chunk).toString();
      expect(csv.trim().split("\n").slice(1, 3)).toEqual(['"ethereum",1,"100011"', '"polygon",1,"100011"']);
    });

    it("equal to the catalog without exclusions", async () => {
      const rowFilter: Filter = { operator: "notEquals", field: "slug", value: "no-such" };
      const all = marketOf({ resources: ["assets"], rowFilter }, { resources: ["tokens"], rowFilter });
      for (const { slug, fields } of catalogResources) {
        const counted = fields.flatMap(({ name, policy }) => (policy.overListings === null ? [] : [name]));
        if (counted.length === 0) continue;
        const query: QueryInput = { fields: ["id", ...counted], sort: { field: "id", direction: "asc" } };
        const { results } = await list(all, slug, query);
        expect(results, slug).toEqual((await list(world.market, slug, query)).results);
        expect(results.length, slug).toBeGreaterThan(0);
      }
    });
  });

  it("has only the names of visible entities, without their hidden fields", async () => {
    const whole = await world.market.names();
    const bySlug = async (market: Market, kind: EntityKind) => [
      ...((await market.names()).get(kind)?.bySlug ?? []),
    ];
    expect((await bySlug(only57(), "asset")).map(([slug]) => slug)).toEqual(["ousg"]);
    expect((await bySlug(only57(), "token")).map(([, { id }]) => id)).toEqual([
      501,
      502,
      ASSET_LISTING_OFFSET + 57,
    ]);
    expect([...((await only57().names()).get("asset")?.byId.keys() ?? [])]).toEqual([57]);
    // Kinds without restrictions are not copied.
    expect((await only57().names()).get("network")).toBe(whole.get("network"));
    const without = marketOf({ resources: ["networks"], hiddenFields: ["color_hex"] });
    const networks = await bySlug(without, "network");
    expect(networks).toEqual(
      [...(whole.get("network")?.bySlug ?? [])].map(([slug, of]) => [slug, { ...of, color: null }]),
    );
    expect(networks.map(([slug]) => slug)).toContain("matic");
  });

  it("does not change the market itself or its cache", async () => {
    await list(only57(), "assets");
    expect((await list(world.market, "assets")).pagination.resultCount).toBe(4);
    expect((await list(marketOf({}), "assets")).pagination.resultCount).toBe(4);
  });

  it("hides fields and metrics under every name and in all parts of a query", async () => {
    const market = marketOf({ hiddenFields: ["network_slug", "bridged_token_value_dollar", "description"] });
    const [row] = (await list(market, "tokens")).results;
    expect(Object.keys(row ?? {})).not.toContain("network_slug");
    expect(Object.keys(row ?? {})).not.toContain("bridged_token_value_dollar");
    const refused: QueryInput[] = [
      { filter: { operator: "equals", field: "network_slug", value: "ethereum" } },
      { filter: { operator: "gt", field: "bridged_token_value_dollar.val_7d", value: 1 } },
      { sort: { field: "network_slug", direction: "asc" } },
      { sort: { field: "bridged_token_value_dollar", direction: "asc" } },
      { fields: ["network_slug"] },
      { fields: ["bridged_token_value_dollar"] },
    ];
    for (const query of refused) await expect(list(market, "tokens", query)).rejects.toThrow(InvalidError);
    const totals = (query: QueryInput) =>
      aggregateResource(market, { resource: "assets", query: parseQuery(query) });
    for (const query of [
      { aggregate: { groupBy: "network" } },
      { sort: { field: "bridged_token_value_dollar", direction: "asc" } },
      { fields: ["bridged_token_value_dollar"] },
    ] satisfies QueryInput[]) {
      await expect(totals(query)).rejects.toThrow(InvalidError);
    }
    expect(Object.keys((await totals({})).results[0] ?? {})).not.toContain("bridged_token_value_dollar");
    const series = await metricSeries(market, {
      resource: "tokens",
      query: parseQuery({
        filter: { operator: "equals", field: "measure_slug", value: "bridged_token_value_dollar" },
        aggregate: { groupBy: "date" },
      }),
    });
    expect(series.results).toEqual([]);
    expect(JSON.stringify(series.warnings)).toContain("no metric has the slug");
    expect(JSON.stringify(series.warnings)).not.toContain("did you mean bridged_token_value_dollar");
    const near = {
      fields: ["bridged_token_value"],
      sort: { field: "bridged_token_value", direction: "asc" },
    } as const;
    for (const query of [{ fields: near.fields }, { sort: near.sort }]) {
      const response = listResource(market, { resource: "tokens", query: parseQuery(query) });
      await expect(response).rejects.not.toThrow("bridged_token_value_dollar");
    }
    const meta = resourceMeta("tokens", market.scope);
    const names = [...meta.fields, ...meta.metrics.map(({ slug: name }) => ({ name }))].map(
      ({ name }) => name,
    );
    for (const name of ["network_slug", "description", "bridged_token_value_dollar"]) {
      expect(names).not.toContain(name);
    }
    expect(meta.group_by.timeseries.filter((name) => name.startsWith("network"))).toEqual([]);
    expect(meta.default_sort).toEqual({ field: "id", direction: "asc" });
  });

  it("nests no copy of a hidden field, and no rows that cannot be read", async () => {
    const named = await list(marketOf({ hiddenFields: ["network_name"] }), "tokens");
    expect(Object.keys(named.results[0]?.network ?? {})).toEqual(["id", "slug"]);
    const market = marketOf({ resources: ["tokens"], hiddenFields: ["network_slug", "total_supply_token"] });
    const { result } = await getEntity(market, { resource: "assets", id: "ousg" });
    const tokens = JSON.stringify(result.tokens);
    expect(tokens).toContain("network_name");
    expect(tokens).not.toContain("network_slug");
    expect(tokens).not.toContain("total_supply_token");
    const denied = marketOf({ effect: "deny", resources: ["tokens"] });
    const without = (await getEntity(denied, { resource: "assets", id: "ousg" })).result;
    expect("tokens" in without).toBe(false);
    const rowFilter: Filter = { operator: "equals", field: "network_slug", value: "no-such-network" };
    const narrowed = marketOf({ resources: ["tokens"], rowFilter });
    expect((await getEntity(narrowed, { resource: "assets", id: "ousg" })).result.tokens).toEqual([]);
  });

  it("omits past values before its days of history", async () => {
    const market = marketOf({ historyDays: 10 });
    const { result } = await getEntity(market, { resource: "assets", id: "ousg" });
    expect(metricOf(result, "bridged_token_value_dollar")).toMatchObject({
      val: 700,
      val_7d: 650,
      val_30d: null,
      chg_30d_amt: null,
      val_90d: null,
    });
  });

  it("counts days of history from today, past values from the day of the figures", async () => {
    const past = async (historyDays: number) => {
      const market = marketOf({ historyDays });
      const query = parseQuery({ aggregate: { groupBy: "network" } });
      const { results } = await aggregateResource(market, { resource: "tokens", query });
      const { result } = await getEntity(market, { resource: "networks", id: "ethereum" });
      const filter: Filter = { operator: "gt", field: "bridged_token_value_dollar.val_30d", value: 0 };
      const { pagination } = await list(market, "networks", { filter });
      const stats = z.array(entityStatsSchema).parse(result.asset_class_stats);
      return [result, stats[0], results[0]]
        .map((row) => metricOf({ id: 0, ...row }, "bridged_token_value_dollar")?.val_30d)
        .concat(pagination.resultCount);
    };
    // Thirty days before the figures was the fourth of January: 31 days ago.
    expect(await past(31)).toEqual([2300, 2200, 2200, 1]);
    expect(await past(30)).toEqual([null, null, null, 0]);
  });

  it("reports flows whose first period is cut by the days of history", async () => {
    const request = (
      from: string | null = null,
      interval: Interval = "month",
      slug = "daily_mints_dollar",
    ) => {
      const measured: Filter = { operator: "equals", field: "measure_slug", value: slug };
      const filters: Filter[] =
        from === null ? [measured] : [measured, { operator: "onOrAfter", field: "date", value: from }];
      const query = {
        filter: { operator: "and" as const, filters },
        aggregate: { groupBy: "date", interval },
      };
      return { resource: "assets" as const, query: parseQuery(query) };
    };
    const month = (since: string): Warning => ({
      path: "aggregate.interval",
      message: `the first month is summed from ${since}, the earliest date that the policies of this key allow, so it is incomplete`,
    });
    const cut = marketOf({ historyDays: 5 });
    const { results, warnings } = await metricSeries(cut, request());
    expect(results.map(({ points }) => points)).toEqual([
      [
        ["2026-01-31", 2],
        ["2026-02-03", 4],
      ],
    ]);
    expect(warnings).toEqual([month("2026-01-30")]);
    const file = await exportSeries(cut, { ...request(), format: "csv" });
    expect(file.warnings).toEqual([month("2026-01-30")]);
    const warningsOf = async (market: Market, ...options: Parameters<typeof request>) =>
      (await metricSeries(market, request(...options))).warnings ?? [];
    expect(await warningsOf(cut, "2026-01-29")).toEqual([month("2026-01-30")]);
    expect(await warningsOf(cut, "2026-01-30")).toEqual([]);
    expect(await warningsOf(cut, null, "day")).toEqual([]);
    expect(await warningsOf(cut, null, "month", "bridged_token_value_dollar")).toEqual([]);
    expect(await warningsOf(world.market)).toEqual([]);
    // From the first day of a month, and from a Monday.
    expect(await warningsOf(marketOf({ historyDays: 3 }))).toEqual([]);
    expect(await warningsOf(marketOf({ historyDays: 2 }), null, "week")).toEqual([]);
    expect(await warningsOf(marketOf({ historyDays: 3 }), null, "week")).toHaveLength(1);
    expect(await warningsOf(marketOf({ historyDays: 3 }), null, "year")).toHaveLength(1);
  });

  it("omits past values of groups before the days of history of the grouping resource", async () => {
    const totals = async (resource: string, groupBy?: string) => {
      const market = marketOf({ resources: [resource], historyDays: 10 });
      const query = parseQuery(groupBy === undefined ? {} : { aggregate: { groupBy } });
      const { results } = await aggregateResource(market, { resource: "tokens", query });
      const part = metricOf(results[0] ?? { id: 0 }, "bridged_token_value_dollar");
      return [part?.val, part?.val_7d, part?.val_30d, part?.chg_30d_amt];
    };
    expect(await totals("networks", "network")).toEqual([2500, 2350, null, null]);
    expect(await totals("networks", "network_slug")).toEqual([2500, 2350, null, null]);
    expect(await totals("networks")).toEqual([2500, 2350, 2200, 300]);
    const market = marketOf({ resources: ["issuers"], historyDays: 10 });
    const { result } = await getEntity(market, { resource: "networks", id: "ethereum" });
    expect(result.issuer_stats).toMatchObject([
      { slug: "ondo-llc", bridged_token_value_dollar: { val: 500, val_7d: 450, val_30d: null } },
    ]);
    expect(result.asset_class_stats).toMatchObject([
      { bridged_token_value_dollar: { val: 2500, val_7d: 2350, val_30d: 2200 } },
      {},
    ]);
  });

  it("groups only by the visible rows of the grouping resource", async () => {
    const groups = async (market: Market, groupBy: string) => {
      const query = parseQuery({ aggregate: { groupBy } });
      const { results } = await aggregateResource(market, { resource: "tokens", query });
      const series = await metricSeries(market, {
        resource: "assets",
        query: parseQuery({
          filter: { operator: "equals", field: "measure_slug", value: "bridged_token_value_dollar" },
          aggregate: { groupBy },
        }),
      });
      return [results, series.results].map((list) => list.map(({ group }) => group.name).sort());
    };
    const market = marketOf({ resources: ["issuers", "platforms"], rowFilter: slugIs("securitize") });
    for (const groupBy of ["platform", "protocol_id", "protocol_slug", "protocol_name"]) {
      expect((await groups(world.market, groupBy)).flat()).toContain("Ondo");
      const [totals, series] = await groups(market, groupBy);
      expect(totals).toEqual([expect.stringMatching(/^No platform/), "Securitize"]);
      expect(series).toEqual(["Securitize"]);
    }
    expect(await groups(market, "issuer")).toEqual([["No issuer"], ["No issuer"]]);
    // A group has the figures of its visible members.
    const grouped = parseQuery({ aggregate: { groupBy: "platform_group" } });
    const [all, remaining] = await Promise.all(
      [world.market, market].map((one) => aggregateResource(one, { resource: "tokens", query: grouped })),
    );
    const countOf = (found: typeof all) =>
      found?.results.find(({ group }) => group.name === "Example Group")?.asset_count;
    expect([countOf(all), countOf(remaining)]).toEqual([2, 1]);
  });

  it("keeps hidden fields of the grouping resource out of groups", async () => {
    const issuers = (hidden: string) => marketOf({ resources: ["issuers"], hiddenFields: [hidden] });
    const query = parseQuery({ aggregate: { groupBy: "issuer" } });
    const response = aggregateResource(issuers("name"), { resource: "tokens", query });
    await expect(response).rejects.toThrow(
      /cannot be grouped by "issuer"; use one of asset, token, (?!.*issuer)/,
    );
    expect(resourceMeta("tokens", issuers("name").scope).group_by.aggregates).not.toContain("issuer");
    const byGroup = {
      resource: "tokens" as const,
      query: parseQuery({ aggregate: { groupBy: "issuer_group" } }),
    };
    for (const hidden of ["name", "group_name"]) {
      await expect(aggregateResource(issuers(hidden), byGroup)).rejects.toThrow("cannot be grouped by");
    }
    const stats = async (market: Market) =>
      (await getEntity(market, { resource: "networks", id: "ethereum" })).result;
    expect(await stats(issuers("name"))).not.toHaveProperty("issuer_stats");
    const classes = marketOf({ resources: ["asset_classes"], hiddenFields: ["description", "color_hex"] });
    expect((await stats(world.market)).asset_class_stats).not.toMatchObject([{ description: null }, {}]);
    expect((await stats(classes)).asset_class_stats).toMatchObject([
      { description: null, color_hex: null },
      { description: null, color_hex: null },
    ]);
  });

  it("rejects what a policy denies, regardless of other policies that allow it", async () => {
    const market = marketOf({}, { effect: "deny", name: "No assets", resources: ["assets"] });
    await expect(list(market, "assets")).rejects.toThrow(ForbiddenError);
    await expect(list(market, "assets")).rejects.toThrow('the policy "No assets" denies it');
    expect((await list(market, "tokens")).results.length).toBeGreaterThan(0);
  });

  it("reads nothing by a row filter that is no longer valid for the data", async () => {
    const market = marketOf({
      resources: ["assets"],
      rowFilter: { operator: "equals", field: "gone", value: 1 },
    });
    await expect(list(market, "networks")).rejects.toThrow(ForbiddenError);
  });
});
