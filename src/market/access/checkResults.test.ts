/** What a caller with access policies sees of the results of checks: nothing about assets, metrics or days that are hidden. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type MetricSlug, metricOfSlug } from "#domain/metrics";
import { readScope } from "#domain/people";
import { isEqual, parseQuery } from "#domain/query";
import { checksResource } from "#domain/resources";
import { accessPolicy } from "../../../tests/support/accessPolicy";
import { type MarketWorld, openMarketWorld } from "../../../tests/support/marketWorld";
import { dataFreshness } from "../dataFreshness";
import { listResource } from "../listResource";
import { openChecks } from "../openChecks";

let world: MarketWorld;

interface Wrong {
  id: number;
  assetId: number | null;
  tokenId?: number | null;
  metric?: MetricSlug;
  date?: string;
  boundMetric?: MetricSlug;
}

const resultOf = (wrong: Wrong) => {
  const { id, assetId, tokenId = null, metric = "price_dollar", date = "2026-02-03" } = wrong;
  const values = Object.fromEntries(
    checksResource.fields.map(({ name, type, nullable, values: known }) => {
      if (nullable) return [name, null];
      if (type === "enum") return [name, known?.[0] ?? ""];
      if (type === "datetime") return [name, "2026-02-04 09:00:00"];
      return [name, type === "number" || type === "id" ? 1 : type === "boolean" ? false : ""];
    }),
  );
  return {
    ...values,
    id,
    subject_type: assetId === null ? "network" : tokenId === null ? "asset" : "token",
    subject: "X",
    statement: "Wrong",
    asset_id: assetId,
    token_id: tokenId,
    measure_id: metricOfSlug(metric).id,
    measure_slug: metric,
    bound_measure_slug: wrong.boundMetric ?? null,
    date,
    last_date: date,
    version: 1,
  };
};

beforeAll(async () => {
  world = await openMarketWorld();
  await world.store.insert("checks", [
    resultOf({ id: 1, assetId: 57 }),
    resultOf({ id: 2, assetId: 57, tokenId: 501 }),
    resultOf({ id: 3, assetId: 1001 }),
    resultOf({ id: 4, assetId: null, metric: "total_supply_token" }),
    resultOf({ id: 5, assetId: 57, metric: "total_supply_token" }),
    resultOf({ id: 6, assetId: 57, date: "2024-01-01" }),
    resultOf({ id: 7, assetId: 57, metric: "circulating_supply_token", boundMetric: "total_supply_token" }),
  ]);
  const observed = { is_sample: false, provider: "", date: "2026-02-03", value: 1, source_id: 1, version: 1 };
  const metrics = ["price_dollar", "total_supply_token"] as const;
  const leftCatalog = { asset_id: 999, token_id: 9990 };
  await world.store.insert(
    "observations",
    [{ asset_id: 57, token_id: 501 }, leftCatalog].flatMap((listing) =>
      metrics.map((metric) => ({ ...listing, metric_id: metricOfSlug(metric).id, ...observed })),
    ),
  );
});
afterAll(() => world.close());

const today = "2026-02-04";
async function idsWith(...policies: Parameters<typeof accessPolicy>[0][]): Promise<number[]> {
  const scope = readScope(
    policies.map((terms) => accessPolicy(terms)),
    { action: "read", today },
  );
  const query = parseQuery({ sort: { field: "id", direction: "asc" } });
  const { results } = await listResource(world.market.narrowed(scope), { resource: "checks", query });
  return results.map(({ id }) => Number(id));
}

it("shows everything without a policy", async () => {
  expect(await idsWith()).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

it("hides results about assets that a policy hides, and about totals that include them", async () => {
  expect(await idsWith({ resources: ["assets"], rowFilter: isEqual("id", 57) })).toEqual([1, 2, 5, 6, 7]);
  expect(
    await idsWith({ resources: ["assets"], rowFilter: { operator: "notEquals", field: "id", value: 57 } }),
  ).toEqual([3]);
});

it("hides results about tokens that a policy hides", async () => {
  expect(await idsWith({ resources: ["tokens"], rowFilter: isEqual("id", 501) })).toEqual([2]);
});

it("hides results about hidden metrics", async () => {
  expect(await idsWith({ resources: ["assets"], hiddenFields: ["price_dollar"] })).toEqual([4, 5, 7]);
  expect(await idsWith({ resources: ["tokens"], hiddenFields: ["total_supply_token"] })).toEqual([
    1, 2, 3, 6,
  ]);
});

it("hides results about a network that a policy hides, and those about metrics of networks", async () => {
  const networks = { resources: ["networks"] };
  expect(await idsWith({ ...networks, rowFilter: isEqual("id", 1) })).toEqual([1, 2, 3, 4, 5, 6, 7]);
  const others = { operator: "notEquals", field: "id", value: 1 } as const;
  expect(await idsWith({ ...networks, rowFilter: others })).toEqual([1, 2, 3, 5, 6, 7]);
  expect(await idsWith({ ...networks, effect: "deny" })).toEqual([1, 2, 3, 5, 6, 7]);
  expect(await idsWith({ ...networks, hiddenFields: ["total_supply_token"] })).toEqual([1, 2, 3, 5, 6, 7]);
});

it("hides results from before the history of a policy", async () => {
  expect(await idsWith({ resources: ["assets"], historyDays: 30 })).toEqual([1, 2, 3, 4, 5, 7]);
  expect(await idsWith({ resources: ["checks"], historyDays: 30 })).toEqual([1, 2, 3, 4, 5, 7]);
});

it("hides every result if assets are denied, and every field that reveals a hidden one", async () => {
  expect(await idsWith({ effect: "deny", resources: ["assets"] })).toEqual([]);
  const scope = readScope([accessPolicy({ resources: ["checks"], hiddenFields: ["value"] })], {
    action: "read",
    today,
  });
  const { results } = await listResource(world.market.narrowed(scope), {
    resource: "checks",
    query: parseQuery({}),
  });
  expect(Object.keys(results[0] ?? {})).not.toContain("value");
  expect(Object.keys(results[0] ?? {})).not.toContain("statement");
});

it("counts the freshness of visible observations only", async () => {
  const own = await dataFreshness(world.market);
  expect(own.measures.map(({ asset_count }) => asset_count)).toEqual([1, 1]);
  const scope = readScope(
    [accessPolicy({ resources: ["assets"], hiddenFields: [own.measures[0]?.slug ?? ""] })],
    { action: "read", today },
  );
  const narrowed = await dataFreshness(world.market.narrowed(scope));
  expect(narrowed.measures.map(({ slug }) => slug)).toEqual(own.measures.slice(1).map(({ slug }) => slug));
  const denied = readScope([accessPolicy({ effect: "deny", resources: ["assets"] })], {
    action: "read",
    today,
  });
  expect(await dataFreshness(world.market.narrowed(denied))).toMatchObject({
    sources: [],
    asset_classes: [],
    measures: [],
  });
});

it("counts open results by check and metric, of visible ones only", async () => {
  const counted = async (...policies: Parameters<typeof accessPolicy>[0][]) => {
    const scope = readScope(
      policies.map((terms) => accessPolicy(terms)),
      { action: "read", today },
    );
    const found = await openChecks(policies.length === 0 ? world.market : world.market.narrowed(scope));
    return found.map(({ measure, results, subjects }) => [measure.slug, results, subjects]);
  };
  expect(await counted()).toEqual([
    ["price_dollar", 4, 2],
    ["total_supply_token", 2, 2],
    ["circulating_supply_token", 1, 1],
  ]);
  expect(await counted({ resources: ["assets"], hiddenFields: ["price_dollar"] })).toEqual([
    ["total_supply_token", 2, 2],
    ["circulating_supply_token", 1, 1],
  ]);
  expect(await counted({ resources: ["assets"], rowFilter: isEqual("id", 57) })).toEqual([
    ["price_dollar", 3, 2],
    ["circulating_supply_token", 1, 1],
    ["total_supply_token", 1, 1],
  ]);
  expect(await counted({ effect: "deny", resources: ["assets"] })).toEqual([]);
  expect(await counted({ resources: ["checks"], hiddenFields: ["measure_slug"] })).toEqual([]);
});
