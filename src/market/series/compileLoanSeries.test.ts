import { afterAll, beforeAll, expect, test } from "vitest";
import { type AccessPolicy, readScope } from "#domain/people";
import { parseQuery, type QueryInput } from "#domain/query";
import { loansResource, poolsResource } from "#domain/resources";
import { accessPolicy } from "../../../tests/support/accessPolicy";
import { type MarketWorld, openMarketWorld } from "../../../tests/support/marketWorld";
import { exportSeries } from "../exportSeries";
import { createMarket, type Market } from "../market";
import { metricSeries } from "../metricSeries";
import { resourceMeta } from "../resourceMeta";

let world: MarketWorld;
let market: Market;
const LENT = "cumulative_issued_amount_dollar";

/** Common columns of the rows; loans are in two pools, one of Ondo on Ethereum and one of unknown parties. */
const shared = {
  asset_id: 57,
  asset_slug: "ousg",
  asset_name: "OUSG",
  status: "active",
  is_sample: false,
  version: 1,
};
const loan = (id: number, pool: number, issued: string, principal: number, sector = "agriculture") => ({
  ...shared,
  id,
  name: `Loan ${id}`,
  pool_id: pool,
  pool_slug: `pool-${pool}`,
  pool_name: `Pool ${pool}`,
  network_id: pool === 1 ? 1 : null,
  sector,
  principal_dollar: principal,
  outstanding_dollar: 0,
  interest_rate_percent: 10,
  issued_date: issued,
});

beforeAll(async () => {
  world = await openMarketWorld();
  // The latest day of the data.
  await world.daily([{ metric: "price_dollar", listing: 501, date: "2026-02-03", value: 1 }]);
  await world.store.insert(
    poolsResource.table,
    [1, 2].map((id) => ({ ...shared, id, slug: `pool-${id}`, name: `Pool ${id}` })),
  );
  await world.store.insert(loansResource.table, [
    loan(11, 1, "2026-01-30", 100.5),
    loan(12, 1, "2026-02-01", 50, "auto"),
    loan(13, 2, "2026-02-01", 7),
    // After the latest day: it belongs to no point.
    loan(14, 2, "2026-02-09", 1_000),
  ]);
  market = createMarket({ store: world.store, dataVersion: () => 1 });
});
afterAll(() => world.close());

const measured = { operator: "equals", field: "measure_slug", value: LENT } as const;
const ask = async (resource: "pools" | "loans", query: QueryInput = {}) => {
  const filter = query.filter ? { operator: "and" as const, filters: [measured, query.filter] } : measured;
  const { results } = await metricSeries(market, { resource, query: parseQuery({ ...query, filter }) });
  return results.map(({ group, points }) => [group.name, ...points]);
};
const firstPool = [
  "Pool 1",
  ["2026-01-30", 100.5],
  ["2026-01-31", 100.5],
  ["2026-02-01", 150.5],
  ["2026-02-02", 150.5],
  ["2026-02-03", 150.5],
];
const secondPool = ["Pool 2", ["2026-02-01", 7], ["2026-02-02", 7], ["2026-02-03", 7]];

test("pools have the cumulative lent amount by the end of each day, from the largest down", async () => {
  expect(await ask("pools")).toEqual([firstPool, secondPool]);
});

test("loans have their lent amount from the day of issue", async () => {
  const names = (await ask("loans", { filter: { operator: "equals", field: "pool_id", value: 1 } })).map(
    ([name, first, ...rest]) => [name, first, rest.length],
  );
  expect(names).toEqual([
    ["Loan 11", ["2026-01-30", 100.5], 4],
    ["Loan 12", ["2026-02-01", 50], 2],
  ]);
});

test("a filter of pools applies to pools, one of loans to loans", async () => {
  expect(await ask("pools", { filter: { operator: "equals", field: "slug", value: "pool-2" } })).toEqual([
    secondPool,
  ]);
  expect(
    await ask("loans", {
      filter: { operator: "equals", field: "sector", value: "auto" },
      aggregate: { groupBy: "date" },
    }),
  ).toEqual([["All", ["2026-02-01", 50], ["2026-02-02", 50], ["2026-02-03", 50]]]);
});

test("requested days do not change the amount lent before them; a running period ends on the latest day", async () => {
  const monthly = { groupBy: "date", interval: "month" } as const;
  expect(await ask("pools", { aggregate: monthly })).toEqual([
    ["All", ["2026-01-31", 100.5], ["2026-02-03", 157.5]],
  ]);
  const since = { operator: "onOrAfter", field: "date", value: "2026-02-02" } as const;
  expect(await ask("pools", { filter: since, aggregate: { groupBy: "date" } })).toEqual([
    ["All", ["2026-02-02", 157.5], ["2026-02-03", 157.5]],
  ]);
});

test("every grouping that `/meta` lists is valid, and adds up to the total", async () => {
  for (const resource of ["pools", "loans"] as const) {
    const { timeseries } = resourceMeta(resource).group_by;
    expect(timeseries).toEqual(
      expect.arrayContaining(["pool", "loan", "protocol", "platform", "network", "date"]),
    );
    for (const groupBy of timeseries) {
      const last = (await ask(resource, { aggregate: { groupBy } })).map((series) => series.at(-1)?.[1]);
      const total = last.reduce((sum: number, value) => sum + Number(value), 0);
      expect(total, groupBy).toBeCloseTo(157.5, 9);
    }
  }
  expect((await ask("loans", { aggregate: { groupBy: "network" } })).map(([name]) => name)).toEqual([
    "Ethereum",
    "Off-Chain",
  ]);
});

test("measures without history in loans are rejected, not estimated", async () => {
  const seriesOf = (query: QueryInput) =>
    metricSeries(market, { resource: "pools", query: parseQuery(query) });
  await expect(
    seriesOf({ filter: { operator: "equals", field: "measure_slug", value: "outstanding_capital_dollar" } }),
  ).rejects.toThrow(/outstanding_capital_dollar of pools is available for today only/);
  await expect(seriesOf({ filter: measured, aggregate: { aggregateFunction: "avg" } })).rejects.toThrow(
    /can only be summed/,
  );
  await expect(seriesOf({ filter: measured, aggregate: { groupBy: "name" } })).rejects.toThrow(
    /cannot be grouped/,
  );
  await expect(seriesOf({})).rejects.toThrow(/select at least one metric/);
});

test("a file has the same in columns", async () => {
  const { bytes } = await exportSeries(market, {
    resource: "pools",
    query: parseQuery({ filter: measured, aggregate: { interval: "month" } }),
    format: "csv",
  });
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  const [head, ...lines] = Buffer.concat(chunks).toString().trim().split("\n");
  expect(head).toBe("Timestamp,Date,Measure,Pool 1 (pool-1),Pool 2 (pool-2)");
  expect(lines.map((line) => line.split(",").slice(-2))).toEqual([
    ["100.5", ""],
    ["150.5", "7"],
  ]);
});

test("a scope restricts loans by their pools, and pools by their loans: groups, hidden names and history", async () => {
  const within = (part: Partial<AccessPolicy>) =>
    market.narrowed(readScope([accessPolicy(part)], { action: "read", today: "2026-02-04" }));
  const series = async (narrowed: Market, resource: "pools" | "loans", groupBy: string) => {
    const query = parseQuery({ filter: measured, aggregate: { groupBy } });
    return (await metricSeries(narrowed, { resource, query })).results;
  };
  const denied = within({ effect: "deny", resources: ["loans"] });
  for (const groupBy of ["loan", "sector", "status"]) {
    await expect(series(denied, "pools", groupBy)).rejects.toThrow("may not read loans");
  }
  expect((await series(denied, "pools", "pool")).map(({ group }) => group.name)).toEqual([
    "Pool 1",
    "Pool 2",
  ]);
  await expect(series(within({ hiddenFields: ["name"] }), "loans", "loan")).rejects.toThrow(
    "cannot be grouped",
  );

  for (const resources of [["loans"], ["pools"]]) {
    const recent = within({ resources, historyDays: 2 });
    for (const [resource, groupBy] of [
      ["pools", "loan"],
      ["pools", "pool"],
      ["loans", "pool"],
      ["loans", "date"],
    ] as const) {
      const days = (await series(recent, resource, groupBy)).flatMap(({ points }) =>
        points.map(([day]) => day),
      );
      expect([...new Set(days)]).toEqual(["2026-02-02", "2026-02-03"]);
    }
  }
  const networked = await series(within({ resources: ["networks"], historyDays: 2 }), "loans", "network");
  expect(networked[0]?.points.map(([day]) => day)).toEqual(["2026-02-02", "2026-02-03"]);

  const rowFilter = { operator: "equals", field: "slug", value: "pool-2" } as const;
  const second = within({ resources: ["pools"], rowFilter });
  expect((await series(second, "loans", "pool")).map(({ group }) => group.name)).toEqual(["Pool 2"]);
  expect((await series(second, "loans", "pool_slug")).map(({ group }) => group.slug)).toEqual(["pool-2"]);
});
