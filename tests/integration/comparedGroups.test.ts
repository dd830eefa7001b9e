/** Which groups a chart offers to compare: all there are, found by typing, of what the chart is about. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Filter, groupings, parseQuery, type SplitResource, splitResources, splitsOf } from "#domain";
import { aggregateResource, metricSeries } from "#market";
import { comparedGroupsQuery, comparedSeriesQuery } from "../../src/web/features/chartView/comparedGroups";
import { type MarketWorld, openMarketWorld } from "../support/marketWorld";

const metric = "bridged_token_value_dollar";
let world: MarketWorld;
beforeAll(async () => {
  world = await openMarketWorld();
});
afterAll(() => world.close());

/** Names of the groups on offer, were only so many offered at once. */
async function offered(words: string, { group = "asset", filter = null as Filter | null, perPage = 1 } = {}) {
  const asked = comparedGroupsQuery({ filter, group, metric, words });
  const query = parseQuery({ ...asked, pagination: { page: 1, perPage } });
  const { results } = await aggregateResource(world.market, { resource: "tokens", query });
  return results.map(({ group: { slug } }) => slug);
}

test("a group beyond those offered at first is found by a part of its name", async () => {
  const all = await offered("", { perPage: 100 });
  expect(all).toEqual(expect.arrayContaining(["ousg", "buidl", "usdx"]));
  // What was typed is no pattern but for the percent sign, and capitals do not matter.
  expect(await offered(" %_dOLLar ", { perPage: 100 })).toEqual(["usdx"]);
  expect(await offered("polyg", { group: "network" })).toEqual(["polygon"]);
  expect(await offered("nothing like it", { perPage: 100 })).toEqual([]);
});

test("only groups of what the chart is about are found", async () => {
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
  const asked = (words: string) =>
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
  const read = (words: string) => metricSeries(world.market, { resource, query: parseQuery(asked(words)) });
  expect((await read("")).warnings).toBeUndefined();
  const { slugField, nameField } = splitsOf(resource).find(({ name }) => name === group) ?? {};
  if (nameField != null) expect((await read("no such group")).results).toEqual([]);
  // What is chosen is a condition that the resource understands.
  if (slugField == null) return;
  const chosen: Filter = { operator: "in", field: slugField, value: ["no-such-group"] };
  const { filter, ...query } = asked("");
  const both: Filter = { operator: "and", filters: [...(filter == null ? [] : [filter]), chosen] };
  const narrowed = metricSeries(world.market, { resource, query: parseQuery({ ...query, filter: both }) });
  // A value that an enumeration lacks is refused by its name, a slug that names nothing finds nothing.
  const outcome = await narrowed.then(({ results }) => results.length).catch((error: Error) => error.message);
  expect([0, expect.stringContaining("no-such-group")]).toContainEqual(outcome);
});

test.each(["assets", "tokens"] as const satisfies readonly SplitResource[])(
  "totals over %s can be split by whatever is offered",
  async (resource) => {
    for (const { name } of splitsOf(resource)) {
      const query = parseQuery({ aggregate: { groupBy: name }, fields: [] });
      const { results } = await aggregateResource(world.market, { resource, query });
      expect([name, results.length > 0]).toEqual([name, true]);
    }
  },
);
