/**
 * Replays requests of public clients of the best-known data product of the field: one case for each line of the
 * contract's sections on clients in the wild. They change the base URL and nothing else.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApiKey } from "#accounts/apiKeys";
import { createLimits } from "#accounts/limits";
import { createRestApi } from "#api";
import { assetClasses } from "#domain/vocabulary";
import { openPeopleStore, type PeopleStore } from "#stores";
import { openSampleMarket, type SampleMarket } from "../support/sampleMarket";

let world: SampleMarket;
let people: PeopleStore;
let api: ReturnType<typeof createRestApi>;
let key: string;

beforeAll(async () => {
  const also = ["fidd", "heloc", "dlr", "benji", "ustb", "buidl", "mf-one", "usdt", "jtrsy", "acrdx", "kau"];
  world = await openSampleMarket({ perClass: 1, days: 45, also });
  people = await openPeopleStore({ url: null, folder: "memory://" });
  key = (await createApiKey(people, { name: "replay", requestsPerMinute: 1_000_000 })).key;
  const limits = createLimits(people, { work: Number.MAX_SAFE_INTEGER });
  api = createRestApi({ market: world.market, people, limits });
});
afterAll(async () => {
  await world.close();
  await people.close();
});

type Value = string | number | boolean | null | readonly (string | number)[];
type Filter = { operator: string; field: string; value: Value } | { operator: string; filters: Filter[] };
interface Group {
  id: number | null;
  type: string;
  name: string;
  slug: string | null;
  color: string | null;
}
interface Series {
  group: Group;
  measure: { id: number; slug: string; name: string; unit: string };
  points: [string, number][];
}
// biome-ignore lint/suspicious/noExplicitAny: rows as a client of another product reads them, unchecked.
type Row = any;

const leaf = (field: string, value: Value, operator = "equals"): Filter => ({ operator, field, value });
const and = (...filters: Filter[]): Filter => ({ operator: "and", filters });
const or = (...filters: Filter[]): Filter => ({ operator: "or", filters });

async function ask(path: string, query?: object, base = "/v4") {
  const search = query === undefined ? "" : `?query=${encodeURIComponent(JSON.stringify(query))}`;
  const response = await api.request(`${base}${path}${search}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const text = await response.text();
  expect(response.status, `${path} ${text.slice(0, 300)}`).toBe(200);
  return { ...JSON.parse(text), bytes: text.length, headers: response.headers };
}

const rows = async (path: string, query?: object): Promise<Row[]> => (await ask(path, query)).results;
const SERIES = "/tokens/aggregates/timeseries";
async function series(filter: Filter, groupBy: string, more: object = {}): Promise<Series[]> {
  const aggregate = { groupBy, aggregateFunction: "sum", interval: "day" };
  return (await ask(SERIES, { filter, aggregate, ...more })).results;
}
const last = ({ points }: Series) => points.at(-1)?.[1] ?? Number.NaN;
const total = (all: readonly Series[]) => all.reduce((sum, one) => sum + last(one), 0);

describe("clients in the wild", () => {
  const since = leaf("date", "2026-10-31T00:00:00.000Z", "onOrAfter");

  test("request tokens by network with a filter of four kinds, sorted by date", async () => {
    const filter = and(
      leaf("measure_id", 71),
      since,
      leaf("is_investable", true),
      or(leaf("network_id", 1), leaf("network_id", 10)),
      leaf("asset_class_id", 27),
    );
    const more = { sort: { direction: "asc", field: "date" }, pagination: { page: 1, perPage: 25 } };
    const results = await series(filter, "network", more);
    expect(results.map(({ group }) => group.id)).toContain(1);
    for (const { group, measure, points } of results) {
      expect(group).toMatchObject({ id: expect.any(Number), type: "network", name: expect.any(String) });
      expect(measure).toMatchObject({ id: 71, slug: "bridged_token_value_dollar", unit: "dollar" });
      expect(measure.name).toBe("Bridged Token Value (Dollar)");
      expect(points[0]?.[0]).toBe("2026-10-31");
      expect(points.at(-1)?.[0]).toBe("2026-11-20");
    }
  });

  test.each(["network", "asset", "asset_class", "protocol", "measure"])("group by %s", async (groupBy) => {
    const answer = await ask(SERIES, {
      filter: and(leaf("measure_id", 71), since),
      aggregate: { groupBy, aggregateFunction: "sum" },
    });
    expect(answer.results.length).toBeGreaterThan(0);
    expect(answer.results[0].group.type).toBe(groupBy);
  });

  test("still call version 3", async () => {
    for (const path of ["/assets/aggregates/timeseries", "/protocols/timeseries", "/protocols/timeseries/"]) {
      const query = {
        filter: and(leaf("measureID", 71), leaf("networkID", 1), leaf("isInvestable", true)),
        aggregate: { groupBy: "assetClass", aggregateFunction: "sum", interval: "day" },
      };
      const answer = await ask(path, query, "/v3");
      expect(answer.headers.get("deprecation")).not.toBeNull();
      expect(answer.results.map(({ group }: Series) => group.id)).toContain(27);
    }
  });

  test.each([
    ["protocol_id", 10],
    ["protocol_slug", "securitize"],
    ["protocol_name", "Securitize"],
    ["platform_id", 10],
  ])("filter by %s", async (field, value) => {
    const found = await rows("/assets", { filter: leaf(field, value), fields: ["slug"] });
    expect(found.map(({ slug }) => slug)).toContain("buidl");
  });

  test("get an error for an unknown id", async () => {
    const { results, warnings } = await ask("/assets", { filter: leaf("asset_class_id", 999) });
    expect(results).toEqual([]);
    expect(warnings).toEqual([{ path: "filter.value", message: "no asset class has the id 999" }]);
  });

  test.each([
    ["measures", 2, "total_asset_value_dollar"],
    ["measures", 40, "market_value_dollar"],
    ["measures", 63, "outstanding_capital_dollar"],
    ["measures", 70, "bridged_token_market_cap_dollar"],
    ["measures", 71, "bridged_token_value_dollar"],
    ["measures", 1003, "trailing_30_day_transfer_volume_dollar"],
    ["networks", 1, "ethereum"],
    ["networks", 3, "polygon"],
    ["networks", 4, "optimism"],
    ["networks", 7, "celo"],
    ["networks", 10, "base"],
    ["networks", 11, "arbitrum"],
    ["networks", 13, "provenance"],
    ["networks", 17, "polygon-zkevm"],
    ["networks", 31, "zksync-era"],
    ["networks", 33, "mantle"],
    ["networks", 35, "blast"],
    ["networks", 36, "manta-pacific"],
    ["networks", 38, "aptos"],
    ["networks", 41, "linea"],
    ["networks", 68, "canton"],
    ["networks", 74, "intain"],
    ["platforms", 2, "centrifuge"],
    ["protocols", 3, "maple"],
    ["assets", 57, "ousg"],
    ["assets", 63, "benji"],
    ["assets", 1385, "ustb"],
    ["assets", 2331, "buidl"],
    ["assets", 15152, "mf-one"],
    ["assets", 25640, "fidd"],
  ])("know %s %i as %s", async (resource, id, slug) => {
    expect(await ask(`/${resource}/${id}`)).toMatchObject({ id, slug });
  });

  test("read networks with their totals by class", async () => {
    const [ethereum] = await rows("/networks", { pagination: { page: 1, perPage: 1 } });
    const fields = [
      ...["id", "name", "slug", "description", "icon_url", "color_hex", "website", "founded_date"],
      ...["architecture_type_description", "layer_description", "parent_network_id", "virtual_machine_type"],
      ...["token_id", "asset_count", "token_count", "asset_class_ids", "issuer_ids", "protocol_ids"],
      ...["jurisdiction_country_ids", "asset_class_stats", "issuer_stats", "protocol_stats"],
      ...["jurisdiction_country_stats", "_updated_at"],
    ];
    const figures = [
      ...["bridged_token_value_dollar", "bridged_token_market_cap_dollar", "circulating_asset_value_dollar"],
      ...["daily_mints_token", "daily_mints_dollar", "holding_addresses_count"],
      ...["trailing_30_day_transfer_volume", "trailing_30_day_active_addresses_count"],
    ];
    expect(Object.keys(ethereum)).toEqual(expect.arrayContaining([...fields, ...figures]));
    const [stats] = ethereum.asset_class_stats;
    for (const figure of figures) {
      expect(ethereum[figure]).toHaveProperty("val");
      expect(stats[figure]).toHaveProperty("chg_30d_pct");
    }
    expect(Object.keys(stats)).toEqual(
      expect.arrayContaining(["id", "name", "slug", "icon_url", "color_hex", "asset_count", "description"]),
    );
  });
});

describe("more from public clients", () => {
  test.each(["/tokens", "/transactions", "/assets", "/networks", "/measures"])(
    "pages of %s of 200, 1,000 and 5,000 are served, with a notice if truncated",
    async (path) => {
      for (const perPage of [200, 1000, 5000]) {
        const { pagination, results, warnings = [] } = await ask(path, { pagination: { page: 1, perPage } });
        const isCut = pagination.perPage < perPage;
        expect(pagination.perPage).toBeLessThanOrEqual(perPage);
        expect(results).toHaveLength(Math.min(pagination.resultCount, pagination.perPage));
        expect(warnings.map(({ path: at }: { path: string }) => at)).toEqual(
          isCut ? ["pagination.perPage"] : [],
        );
      }
    },
  );

  test("narrow rows are served 5,000 per page: transactions, tokens of few fields, series of few days", async () => {
    const pagination = { page: 1, perPage: 5000 };
    const fields = ["asset_id", "network_id", "bridged_token_value_dollar"];
    const filter = and(leaf("measure_id", 71), leaf("date", "2026-11-01", "onOrAfter"));
    for (const answer of [
      await ask("/transactions", { pagination }),
      await ask("/tokens", { fields, pagination }),
      await ask(SERIES, { filter, aggregate: { groupBy: "token", aggregateFunction: "sum" }, pagination }),
    ]) {
      expect(answer.pagination.perPage).toBe(5000);
      expect(answer.warnings).toBeUndefined();
    }
  });

  test("series over years are limited to a page that can be sent", async () => {
    const { warnings, pagination } = await ask("/loan_timeseries", {
      filter: leaf("measure_slug", "cumulative_issued_amount_dollar"),
      pagination: { page: 1, perPage: 5000 },
    });
    expect(pagination.perPage).toBe(100);
    expect(warnings[0].path).toBe("pagination.perPage");
  });

  test("`metric:val` sorts, filters and selects as `metric.val` does", async () => {
    const rowsBy = (mark: string) =>
      rows("/assets", {
        filter: leaf(`holding_addresses_count${mark}chg_30d_amt`, 0, "gt"),
        sort: { field: `bridged_token_value_dollar${mark}val`, direction: "desc" },
        fields: ["slug", `bridged_token_value_dollar${mark}val`],
      });
    const found = await rowsBy(":");
    expect(found.length).toBeGreaterThan(1);
    expect(found).toEqual(await rowsBy("."));
  });

  test("transactions are filtered and sorted by date, with operators of dates and of numbers", async () => {
    const query = (from: string, before: string) => ({
      filter: and(leaf("date", "2026-11-10", from), leaf("date", "2026-11-12", before)),
      sort: { field: "date", direction: "asc" },
      pagination: { page: 1, perPage: 5000 },
    });
    const found = await rows("/transactions", query("gte", "lt"));
    const days = found.map(({ timestamp }) => timestamp.slice(0, 10));
    expect(new Set(days)).toEqual(new Set(["2026-11-10", "2026-11-11"]));
    expect(days).toEqual([...days].sort());
    expect(found).toEqual(await rows("/transactions", query("onOrAfter", "before")));
  });

  test("series and lists accept gt, gte, lt and lte on dates", async () => {
    const filter = and(
      leaf("measure_id", 71),
      leaf("date", "2026-11-01", "gte"),
      leaf("date", "2026-11-05", "lt"),
    );
    const [all] = await series(filter, "measure");
    expect(all?.points.map(([day]) => day)).toEqual(["2026-11-01", "2026-11-02", "2026-11-03", "2026-11-04"]);
    const slugs = async (operator: string) =>
      (
        await rows("/assets", { filter: leaf("inception_date", "2024-03-20", operator), fields: ["slug"] })
      ).map(({ slug }) => slug);
    expect(await slugs("gt")).toEqual(await slugs("after"));
    expect(await slugs("lte")).toEqual(await slugs("onOrBefore"));
    expect(await slugs("gte")).toEqual(await slugs("onOrAfter"));
    expect((await slugs("lt")).length).toBeGreaterThan(0);
  });

  test.each([
    "/assets/",
    "/assets/57/",
    "/assets/meta/",
    "/assets/aggregates/",
    "/tokens/aggregates/",
    "/networks/ethereum/",
    "/asset_timeseries/meta/",
    "/status/",
    "/openapi.json/",
  ])("%s with a trailing slash is served", async (path) => {
    await ask(path);
  });

  test("series with a trailing slash are served", async () => {
    const query = { filter: leaf("measure_id", 71), aggregate: { groupBy: "network" } };
    for (const path of [SERIES, "/assets/aggregates/timeseries", "/asset_timeseries", "/token_timeseries"]) {
      expect((await ask(`${path}/`, query)).results.length).toBeGreaterThan(0);
    }
  });

  test("assets include their tokens, class, platform and issuer", async () => {
    const [buidl] = await rows("/assets", { filter: leaf("id", 2331) });
    const { tokens, asset_class: assetClass, protocol, issuer } = buidl;
    expect(assetClass).toEqual({ id: 27, slug: "treasuries", name: "US Treasuries" });
    expect(protocol).toEqual({ id: 10, slug: "securitize", name: "Securitize" });
    expect(issuer).toMatchObject({ slug: "buidl-fund" });
    expect(tokens).toHaveLength(buidl.token_count);
    const supply = tokens.reduce((sum: number, token: Row) => sum + (token.total_supply_token.val ?? 0), 0);
    expect(supply).toBeCloseTo(buidl.total_supply_token.val, 4);
    expect(tokens).toContainEqual(
      expect.objectContaining({
        id: expect.any(Number),
        address: expect.stringMatching(/^0x/),
        decimals: expect.any(Number),
        network_id: 1,
        network_name: "Ethereum",
        total_supply_token: expect.objectContaining({ val: expect.any(Number), val_7d: expect.any(Number) }),
      }),
    );
  });

  test("tokens include their asset and network", async () => {
    const [token] = await rows("/tokens", { filter: and(leaf("asset_id", 2331), leaf("network_id", 1)) });
    expect(token.asset).toMatchObject({ id: 2331, ticker: "BUIDL", slug: "buidl", name: expect.any(String) });
    expect(token.network).toEqual({ id: 1, slug: "ethereum", name: "Ethereum" });
  });

  test("transactions have an amount, a token and a type", async () => {
    const [row] = await rows("/transactions", {
      filter: leaf("asset_id", 2331),
      pagination: { page: 1, perPage: 1 },
    });
    expect(row.amount).toBe(Number(row.amount_token));
    const { decimals } = await ask(`/tokens/${row.token_id}`);
    expect(decimals).toEqual(expect.any(Number));
    expect(row.token).toEqual({
      id: row.token_id,
      symbol: row.symbol,
      address: row.token_address,
      decimals,
      network_id: row.network_id,
    });
    expect(row.transaction_type).toEqual({ slug: row.kind, name: row.kind });
    const burns = await rows("/transactions", { filter: leaf("transaction_type_slug", "burn") });
    expect(new Set(burns.map(({ kind }) => kind))).toEqual(new Set(["burn"]));
  });

  test("transactions have a sender unless they mint and a receiver unless they burn", async () => {
    const read = (kind: string) => rows("/transactions", { filter: leaf("kind", kind) });
    for (const kind of ["mint", "burn", "transfer", "bridge_in", "bridge_out"]) {
      const found = await read(kind);
      expect(found.length).toBeGreaterThan(0);
      for (const row of found) {
        expect(row.from_address === null, `${kind} from`).toBe(kind === "mint");
        expect(row.to_address === null, `${kind} to`).toBe(kind === "burn");
      }
    }
  });

  test("a field requested by an alias is returned under that name", async () => {
    const fields = ["platform_slug", "platform_name", "jurisdiction_id", "asset_id"];
    const [asset] = await rows("/assets", { fields, filter: leaf("asset_id", 2331) });
    expect(asset).toMatchObject({ platform_slug: "securitize", platform_name: "Securitize", asset_id: 2331 });
    expect(asset.jurisdiction_id).toBe(asset.jurisdiction_country_id);
    const [token] = await rows("/tokens", {
      fields: ["ticker", "token_id"],
      filter: leaf("ticker", "BUIDL"),
    });
    expect(token).toMatchObject({ ticker: "BUIDL", token_id: token.id });
    const [transaction] = await rows("/transactions", {
      fields: ["date", "transaction_type_slug"],
      filter: leaf("kind", "mint"),
    });
    expect(transaction.date).toBe(transaction.timestamp);
    expect(transaction.transaction_type_slug).toBe("mint");
  });

  test("a file names a column as requested", async () => {
    const query = { fields: ["platform_slug", "apy_7_day"], filter: leaf("id", 2331) };
    const response = await api.request(
      `/v4/assets?format=csv&query=${encodeURIComponent(JSON.stringify(query))}`,
      { headers: { authorization: `Bearer ${key}` } },
    );
    expect((await response.text()).split("\n")[0]).toBe('"platform_slug","apy_7_day","is_sample"');
  });

  test("`ticker` filters and sorts tokens and their totals", async () => {
    const found = await rows("/tokens", {
      filter: leaf("ticker", "BUIDL"),
      sort: { field: "ticker", direction: "asc" },
    });
    expect(found.length).toBeGreaterThan(1);
    expect(new Set(found.map(({ asset_id: id }) => id))).toEqual(new Set([2331]));
    const filter = and(leaf("measure_id", 71), leaf("ticker", "BUIDL"));
    expect((await series(filter, "asset")).map(({ group }) => group.id)).toEqual([2331]);
  });

  test("nested objects are at the position of their name in `fields`, and nothing else is", async () => {
    const [row] = await rows("/assets", { fields: ["protocol"], filter: leaf("id", 2331) });
    expect(row).toEqual({
      id: 2331,
      slug: "buidl",
      protocol: { id: 10, slug: "securitize", name: "Securitize" },
    });
  });

  test("networks have a network_id, and are filtered by it", async () => {
    const found = await rows("/networks", { filter: leaf("network_id", 10) });
    expect(found).toEqual([expect.objectContaining({ id: 10, network_id: 10, slug: "base" })]);
  });

  test("a page of networks stays under 2 MB; one network has every total", async () => {
    const page = await ask("/networks", { pagination: { page: 1, perPage: 100 } });
    expect(page.bytes).toBeLessThan(2_000_000);
    const listed = page.results.find(({ id }: Row) => id === 1);
    expect(listed.protocol_stats.length).toBeLessThanOrEqual(5);
    const one = await ask("/networks/1");
    expect(one.protocol_stats.length).toBeGreaterThan(5);
    expect(one.protocol_stats[0]).toHaveProperty("holding_addresses_count.val");
    expect(listed.protocol_stats.map(({ id }: Row) => id)).toEqual(
      one.protocol_stats.slice(0, 5).map(({ id }: Row) => id),
    );
    const [selected] = await rows("/networks", { fields: ["protocol_stats"], filter: leaf("id", 1) });
    expect(selected.protocol_stats).toEqual(one.protocol_stats);
  });

  test("measure 63 exists by network, and with a network filter by measure and by protocol", async () => {
    const measure = leaf("measure_id", 63);
    const all = total(await series(measure, "measure"));
    const byNetwork = await series(measure, "network");
    expect(byNetwork.map(({ group }) => group.name)).not.toContain("Off-Chain");
    expect(total(byNetwork)).toBeCloseTo(all, 2);
    const ids = byNetwork.map(({ group }) => Number(group.id));
    expect(ids).toContain(1);
    for (const id of ids) {
      const filter = and(measure, leaf("network_id", id));
      const [own] = byNetwork.filter(({ group }) => group.id === id);
      expect(total(await series(filter, "measure"))).toBeCloseTo(own === undefined ? 0 : last(own), 2);
      expect((await series(filter, "protocol")).length).toBeGreaterThan(0);
    }
  });

  test("each pool is on the network where its loans are counted", async () => {
    const pools = await rows("/pools", { pagination: { page: 1, perPage: 1000 } });
    expect(pools.filter(({ network_id: id }) => id === null)).toEqual([]);
    const byNetwork = new Map<number, number>();
    for (const { network_id: id, outstanding_capital_dollar: lent } of pools) {
      byNetwork.set(id, (byNetwork.get(id) ?? 0) + lent);
    }
    for (const { group, points } of await series(leaf("measure_id", 63), "network")) {
      expect(points.at(-1)?.[1]).toBeCloseTo(byNetwork.get(Number(group.id)) ?? Number.NaN, 0);
    }
  });

  test("Off-Chain has an id, by which it is selected", async () => {
    const measure = leaf("measure_slug", "total_asset_value_dollar");
    const byNetwork = await series(measure, "network", { pagination: { perPage: 1000 } });
    const offChain = byNetwork.find(({ group }) => group.name === "Off-Chain");
    expect(offChain?.group).toMatchObject({ type: "network", id: 0 });
    const [alone] = await series(and(measure, leaf("network_id", 0)), "network");
    expect(alone).toEqual(offChain);
    const others = await series(and(measure, leaf("network_id", [0], "not-in")), "network");
    expect(others.map(({ group }) => group.id)).not.toContain(0);
    const totals = await rows("/tokens/aggregates", { aggregate: { groupBy: "network" } });
    expect(totals.map(({ group }) => group.id)).toContain(0);
    const asLists = await rows("/tokens", { filter: leaf("network_id", 0), fields: ["is_asset_level"] });
    expect(new Set(asLists.map((row) => row.is_asset_level))).toEqual(new Set([true]));
  });

  test("holdings of private networks are on these networks: without 13, 68 and 74 they are excluded", async () => {
    const measure = leaf("measure_slug", "total_asset_value_dollar");
    const ofPrivate = async (slug: string) => series(and(measure, leaf("asset_slug", slug)), "network");
    expect((await ofPrivate("heloc")).map(({ group }) => group.id)).toEqual([13]);
    expect((await ofPrivate("dlr")).map(({ group }) => group.id)).toEqual([68]);
    const isPublic = and(measure, leaf("network_id", [13, 68, 74], "not-in"));
    const assets = (await series(isPublic, "asset", { pagination: { perPage: 1000 } })).map(
      ({ group }) => group.slug,
    );
    expect(assets).toContain("buidl");
    expect(assets).not.toContain("heloc");
    expect(assets).not.toContain("dlr");
    const { warnings } = await ask(SERIES, { filter: and(measure, leaf("network_id", 74)) });
    expect(warnings).toBeUndefined();
  });

  test.each([
    ["US Treasury Debt", "treasuries"],
    ["Corporate Credit", "corporate-bonds"],
    ["corporate-credit", "corporate-bonds"],
    ["Diversified Credit", "structured-credit"],
    ["diversified-credit", "structured-credit"],
    ["non-US Government Debt", "government-bonds"],
    ["us-treasury-debt", "treasuries"],
    ["non-us-government-debt", "government-bonds"],
    ["public-equity", "stocks"],
    ["institutional-alternative-funds", "institutional-funds"],
    ["corporate-bonds", "corporate-bonds"],
    ["private-credit", "private-credit"],
    ["stablecoins", "stablecoins"],
    ["commodities", "commodities"],
  ])("the class %s is known", async (value, slug) => {
    const field = value.includes(" ") ? "asset_class_name" : "asset_class_slug";
    for (const name of [field, "asset_class_slug"]) {
      const answer = await ask("/assets", { filter: leaf(name, value), fields: ["asset_class_slug"] });
      expect(answer.results.length).toBeGreaterThan(0);
      expect(new Set(answer.results.map((row: Row) => row.asset_class_slug))).toEqual(new Set([slug]));
      expect(answer.warnings).toBeUndefined();
    }
  });

  test.each([
    ["active-strategies", "institutional-funds"],
    ["actively-managed-strategies", "institutional-funds"],
    ["asset-backed-credit", "private-credit"],
    ["specialty-finance", "private-credit"],
    ["repurchase-agreements", "treasuries"],
    ["venture-capital", "private-equity"],
  ])("the narrower class %s selects the class that contains it, with a warning", async (value, slug) => {
    const answer = await ask("/assets", {
      filter: leaf("asset_class_slug", value),
      fields: ["asset_class_slug"],
    });
    expect(answer.results.length).toBeGreaterThan(0);
    expect(new Set(answer.results.map((row: Row) => row.asset_class_slug))).toEqual(new Set([slug]));
    const name = assetClasses.find((one) => one.slug === slug)?.name;
    expect(answer.warnings).toEqual([
      { path: "filter.value", message: `"${value}" is part of ${name}, all of which is selected` },
    ]);
  });

  test.each([
    [30, "non-us-government-debt", "non-US Government Debt", "government-bonds"],
    [32, "corporate-credit", "Corporate Credit", "corporate-bonds"],
    [42, "diversified-credit", "Diversified Credit", "structured-credit"],
    [51, "asset-backed-credit", "Asset-Backed Credit", "private-credit"],
    [52, "active-strategies", "Active Strategies", "institutional-funds"],
    [55, "specialty-finance", "Specialty Finance", "private-credit"],
    [56, "venture-capital", "Venture Capital", "private-equity"],
  ])("the class %i selects the same assets by id, slug and name", async (id, alias, name, slug) => {
    const select = (filter: Filter) => ask("/assets", { filter, fields: ["asset_class_slug"] });
    const byId = await select(leaf("asset_class_id", id));
    expect(new Set(byId.results.map((row: Row) => row.asset_class_slug))).toEqual(new Set([slug]));
    for (const other of [
      await select(leaf("asset_class_slug", alias)),
      await select(leaf("asset_class_name", name)),
      await select(leaf("asset_class_id", [id], "in")),
      await select(leaf("asset_class_id", String(id))),
    ]) {
      expect(other.results).toEqual(byId.results);
      expect(other.warnings?.length).toBe(byId.warnings?.length);
    }
    const own = await ask(`/asset_classes/${slug}`);
    const isAlias = own.id === id || own.id_aliases.includes(id);
    for (const spelling of [id, alias]) {
      const answer = await ask(`/asset_classes/${spelling}`);
      expect(answer.slug).toBe(slug);
      expect(answer.warnings?.[0].path).toBe(isAlias ? undefined : "id");
    }
    expect(own.covered_ids.includes(id)).toBe(!isAlias);
    expect(byId.warnings).toEqual(
      isAlias
        ? undefined
        : [{ path: "filter.value", message: `${id} is part of ${own.name}, all of which is selected` }],
    );
    const filter = and(leaf("measure_slug", "total_asset_value_dollar"), leaf("asset_class_id", id));
    expect((await series(filter, "asset_class")).map(({ group }) => group.slug)).toEqual([slug]);
  });

  test("cryptocurrencies are not real-world assets: the response is empty, and warns", async () => {
    const answer = await ask("/assets", { filter: leaf("asset_class_slug", "cryptocurrencies") });
    expect(answer.results).toEqual([]);
    expect(answer.warnings).toHaveLength(1);
  });

  test("measure 15 is holding addresses, and is returned under that id", async () => {
    const [all] = await series(leaf("measure_id", 15), "measure");
    expect(all?.measure).toMatchObject({ id: 15, slug: "holding_addresses_count" });
    const [own] = await series(leaf("measure_slug", "holding_addresses_count"), "measure");
    expect(all?.points).toEqual(own?.points);
    expect(own?.measure.id).not.toBe(15);
  });

  test.each([
    "number_of_daily_transactions_count",
    "trailing_7_day_active_addresses_count",
    "trailing_7_day_transfer_volume",
    "trailing_7_day_transfer_volume_dollar",
    "trailing_7_day_transfer_count",
    "trailing_7_day_net_flow_dollar",
    "trailing_30_day_transfer_count",
    "top_holder_concentration",
    "top_5_holder_concentration",
    "top_10_holder_concentration",
    "market_cap_dollar",
    "apy_7_day",
    "apy_30_day",
  ])("%s is accepted as a measure, a column, a filter and a sort", async (slug) => {
    expect((await series(leaf("measure_slug", slug), "measure"))[0]?.points.length).toBeGreaterThan(0);
    const [row] = await rows("/assets", {
      filter: leaf(slug, 0, "gt"),
      sort: { field: slug, direction: "desc" },
      fields: [slug],
    });
    expect(row[slug].val).toBeGreaterThan(0);
  });

  test.each(["/assets", "/tokens"])("rows of %s have the metric names that clients read", async (path) => {
    const aliases = {
      market_cap_dollar: "bridged_token_market_cap_dollar",
      number_of_daily_transactions_count: "daily_transfer_count",
      trailing_7_day_transfer_volume: "trailing_7_day_transfer_volume_dollar",
      trailing_30_day_transfer_volume: "trailing_30_day_transfer_volume_dollar",
      top_holder_concentration: "top_holder_share_percent",
      top_5_holder_concentration: "top_5_holders_share_percent",
      top_10_holder_concentration: "top_10_holders_share_percent",
      apy_7_day: "apy_7_day_percent",
      apy_30_day: "apy_30_day_percent",
    };
    const [listed] = await rows(path, { filter: leaf("asset_id", 2331) });
    for (const row of [listed, await ask(`${path}/${listed.id}`)]) {
      for (const [alias, slug] of Object.entries(aliases)) {
        expect(row[alias], alias).toEqual(row[slug]);
        expect(row[alias], alias).toHaveProperty("val");
      }
    }
  });

  test("a week's and a month's transfers are the sums of the days", async () => {
    const days = async (slug: string) =>
      (await series(and(leaf("measure_slug", slug), leaf("asset_slug", "usdt")), "measure"))[0]?.points ?? [];
    const daily = new Map(await days("daily_transfer_count"));
    for (const [count, slug] of [
      [7, "trailing_7_day_transfer_count"],
      [30, "trailing_30_day_transfer_count"],
    ] as const) {
      const [day = "", value] = (await days(slug)).at(-1) ?? [];
      const wanted = Array.from({ length: count }, (_, back) => {
        const at = new Date(Date.parse(`${day}T00:00:00Z`) - back * 86_400_000).toISOString().slice(0, 10);
        return daily.get(at) ?? 0;
      }).reduce((sum, one) => sum + one, 0);
      expect(value).toBeCloseTo(wanted, 6);
    }
  });

  test("the largest holder has at most the share of the largest five, and these at most that of the largest ten", async () => {
    const fields = ["top_holder_concentration", "top_5_holder_concentration", "top_10_holder_concentration"];
    const found = await rows("/tokens", {
      fields,
      filter: leaf("top_holder_concentration", 0, "gt"),
      pagination: { page: 1, perPage: 1000 },
    });
    expect(found.length).toBeGreaterThan(5);
    for (const row of found) {
      const [one, five, ten] = fields.map((name) => row[name].val);
      expect(one).toBeLessThanOrEqual(five);
      expect(five).toBeLessThanOrEqual(ten);
    }
  });

  test.each([
    ["/assets", leaf("is_distributed", false), leaf("distribution", "represented")],
    ["/tokens", leaf("is_distributed", false), leaf("distribution", "represented")],
    ["/assets", leaf("tokenization_type", "represented"), leaf("distribution", "represented")],
    ["/tokens", leaf("tokenization_type", "represented"), leaf("distribution", "represented")],
  ])("%s are filtered by distribution under other names", async (path, filter, own) => {
    const found = await rows(path, { filter });
    expect(found.length).toBeGreaterThan(0);
    expect(found).toEqual(await rows(path, { filter: own }));
    for (const row of found) {
      expect(row).toMatchObject({ is_distributed: false, tokenization_type: "represented" });
    }
  });

  test.each(["/assets", "/tokens"])(
    "%s are filtered by tokenization type by id and in any case",
    async (path) => {
      const select = (field: string, value: Value) =>
        ask(path, { filter: leaf(field, value), fields: ["slug"] });
      for (const [id, type] of [
        [3, "Distributed"],
        [100001, "REPRESENTED"],
      ] as const) {
        const byId = await select("tokenization_type_id", id);
        expect(byId.results.length).toBeGreaterThan(0);
        const own = await select("distribution", type.toLowerCase());
        expect(byId.results).toEqual(own.results);
        const byName = await select("tokenization_type", type);
        expect(byName.results).toEqual(own.results);
        expect(byName.warnings).toBeUndefined();
      }
      const { warnings } = await select("tokenization_type", "Wrapped");
      expect(warnings).toHaveLength(1);
    },
  );

  test("`groupLimit` keeps the largest groups of each metric, on every page and in files", async () => {
    const filter = leaf("measure_slug", ["bridged_token_value_dollar", "holding_addresses_count"], "in");
    const read = (aggregate: object, more: object = {}) =>
      ask(SERIES, {
        filter,
        aggregate: { groupBy: "asset_class", aggregateFunction: "sum", ...aggregate },
        ...more,
      });
    const all = await read({}, { pagination: { perPage: 1000 } });
    const of = (answer: { results: Series[] }, slug: string) =>
      answer.results.filter(({ measure }) => measure.slug === slug).map(({ group }) => group.slug);
    const limited = await read({ groupLimit: 2 });
    expect(limited.aggregate.groupLimit).toBe(2);
    expect(limited.pagination.resultCount).toBe(4);
    for (const slug of ["bridged_token_value_dollar", "holding_addresses_count"]) {
      expect(of(all, slug).length).toBeGreaterThan(2);
      expect(of(limited, slug)).toEqual(of(all, slug).slice(0, 2));
    }
    const pages = [
      ...(await read({ groupLimit: 2 }, { pagination: { page: 1, perPage: 3 } })).results,
      ...(await read({ groupLimit: 2 }, { pagination: { page: 2, perPage: 3 } })).results,
    ];
    expect(pages).toEqual(limited.results);
    const totals = await ask("/tokens/aggregates", { aggregate: { groupBy: "asset_class", groupLimit: 2 } });
    const allTotals = await ask("/tokens/aggregates", { aggregate: { groupBy: "asset_class" } });
    expect(totals.results).toEqual(allTotals.results.slice(0, 2));
    expect(totals.pagination.resultCount).toBe(2);
    const query = JSON.stringify({
      filter: leaf("measure_slug", "bridged_token_value_dollar"),
      aggregate: { groupBy: "asset_class", groupLimit: 2 },
    });
    const csv = await api.request(`/v4${SERIES}?format=csv&query=${encodeURIComponent(query)}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const [header = ""] = (await csv.text()).split("\n");
    expect(header.split(",")).toHaveLength(5);
    const refused = await api.request(
      `/v4${SERIES}?query=${encodeURIComponent(JSON.stringify({ filter, aggregate: { groupLimit: 0 } }))}`,
      { headers: { authorization: `Bearer ${key}` } },
    );
    expect(refused.status).toBe(400);
    expect((await refused.json()).errors[0].path).toBe("aggregate.groupLimit");
  });

  test.each([
    ["networks", 100008, "aptos"],
    ["platforms", 105009, "centrifuge"],
    ["platforms", 105022, "maple"],
    ["assets", 100079, "fidd"],
  ])("an id of an earlier version is accepted: %s %i", async (resource, former, slug) => {
    const { id } = await ask(`/${resource}/${former}`);
    expect(id).toBeLessThan(100_000);
    const answer = await ask(`/${resource}`, { filter: leaf("id", former), fields: ["slug"] });
    expect(answer.results).toEqual([{ id, slug }]);
    expect(answer.warnings).toBeUndefined();
  });

  test("/meta lists all of this", async () => {
    const meta = await ask("/assets/meta");
    expect(meta.nested.map(({ name }: Row) => name)).toEqual(
      expect.arrayContaining(["tokens", "asset_class", "protocol", "issuer", "tokenization_type"]),
    );
    expect(meta.limits).toMatchObject({ max_narrow_per_page: 5000, page_values: 200_000 });
    const date = meta.fields.find(({ name }: Row) => name === "inception_date");
    expect(date.operators).toEqual(expect.arrayContaining(["gt", "gte", "lt", "lte", "onOrAfter"]));
    const treasuries = await ask("/asset_classes/27");
    expect(treasuries.name_aliases).toContain("US Treasury Debt");
    expect(treasuries.covered_slugs).toEqual(["repurchase-agreements"]);
    expect((await ask("/asset_classes/government-bonds")).id_aliases).toEqual([30]);
    expect((await ask("/measures/holding_addresses_count")).id_aliases).toEqual([15]);
  });
});
