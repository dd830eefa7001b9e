/** Which groups a chart offers to compare: all there are, found by typing, of what the chart is about. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Filter, groupings, parseQuery } from "#domain";
import { aggregateResource } from "#market";
import { comparedGroupsQuery } from "../../src/web/features/chartView/comparedGroups";
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
