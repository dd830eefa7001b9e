/** The groups that a chart offers to compare: all of them, found by typing, within the chart's filter. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Filter, parseQuery } from "#domain/query";
import { groupings, type SplitResource, splitResources, splitsOf } from "#domain/resources";
import { aggregateResource, metricSeries } from "#market";
import { comparedGroupsQuery, comparedSeriesQuery } from "../../src/web/features/chartView/comparedGroups";
import { type MarketWorld, openMarketWorld } from "../support/marketWorld";

const metric = "bridged_token_value_dollar";
let world: MarketWorld;
beforeAll(async () => {
  world = await openMarketWorld();
});
afterAll(() => world.close());

/** Names of the offered groups, at most `perPage`. */
async function offered(words: string, { group = "asset", filter = null as Filter | null, perPage = 1 } = {}) {
  const input = comparedGroupsQuery({ filter, group, metric, words });
  const query = parseQuery({ ...input, pagination: { page: 1, perPage } });
  const { results } = await aggregateResource(world.market, { resource: "tokens", query });
  return results.map(({ group: { slug } }) => slug);
}

test("a group beyond those offered first is found by a part of its name", async () => {
  const all = await offered("", { perPage: 100 });
  expect(all).toEqual(expect.arrayContaining(["ousg", "buidl", "usdx"]));
  // The words are not a pattern except for the percent sign, and are not case-sensitive.
  expect(await offered(" %_dOLLar ", { perPage: 100 })).toEqual(["usdx"]);
  expect(await offered("polyg", { group: "network" })).toEqual(["polygon"]);
  expect(await offered("nothing like it", { perPage: 100 })).toEqual([]);
});

test("only groups within the chart's filter are found", async () => {
  const filter: Filter = { operator: "equals", field: "asset_slug", value: "ousg" };
  expect(await offered("dollar", { filter, perPage: 100 })).toEqual([]);
});

test.each(groupings.map(({ name }) => name))("every grouping can be searched: %s", async (group) => {
  expect(await offered("no such group", { group, perPage: 100 })).toEqual([]);
});

const splits = splitResources.flatMap((resource) =>
  splitsOf(resource).map(({ name }) => [resource, name] as const),
);

test.each(splits)("series of %s can be split by %s, and searched for its groups", async (resource, group) => {
  const isLent = resource === "pools" || resource === "loans";
  const inputFor = (words: string) =>
    comparedSeriesQuery(
      {
        resource,
        filter: null,
        group,
        metric: isLent ? "cumulative_issued_amount_dollar" : metric,
        words,
      },
      "2026-02-03",
    );
  const read = (words: string) =>
    metricSeries(world.market, { resource, query: parseQuery(inputFor(words)) });
  expect((await read("")).warnings).toBeUndefined();
  const { slugField, nameField } = splitsOf(resource).find(({ name }) => name === group) ?? {};
  if (nameField != null) expect((await read("no such group")).results).toEqual([]);
  // A choice becomes a filter condition that the resource supports.
  if (slugField == null) return;
  const chosen: Filter = { operator: "in", field: slugField, value: ["no-such-group"] };
  const { filter, ...query } = inputFor("");
  const both: Filter = { operator: "and", filters: [...(filter == null ? [] : [filter]), chosen] };
  const narrowed = metricSeries(world.market, { resource, query: parseQuery({ ...query, filter: both }) });
  // A value outside an enumeration is rejected by name; an unknown slug finds nothing.
  const outcome = await narrowed.then(({ results }) => results.length).catch((error: Error) => error.message);
  expect([0, expect.stringContaining("no-such-group")]).toContainEqual(outcome);
});

test.each(["assets", "tokens"] as const satisfies readonly SplitResource[])(
  "totals over %s can be split by every offered grouping",
  async (resource) => {
    for (const { name } of splitsOf(resource)) {
      const query = parseQuery({ aggregate: { groupBy: name }, fields: [] });
      const { results } = await aggregateResource(world.market, { resource, query });
      expect([name, results.length > 0]).toEqual([name, true]);
    }
  },
);
