import { afterAll, beforeAll, expect, it } from "vitest";
import { InvalidError } from "#domain/errors";
import { readScope } from "#domain/people";
import { parseQuery, type QueryInput } from "#domain/query";
import { accessPolicy } from "../../../tests/support/accessPolicy";
import { type MarketWorld, openMarketWorld } from "../../../tests/support/marketWorld";
import { aggregateResource } from "../aggregateResource";
import { listResource } from "../listResource";
import { resourceMeta } from "../resourceMeta";

let world: MarketWorld;
beforeAll(async () => {
  world = await openMarketWorld();
});
afterAll(() => world.close());

const marketHiding = (hiddenFields: readonly string[]) =>
  world.market.narrowed(readScope([accessPolicy({ hiddenFields })], { action: "read", today: "2026-02-04" }));
const ofPlatforms = ["protocol_id", "protocol_slug", "protocol_name", "protocol_ids"];
const groupNames = (row: object | undefined) =>
  Object.keys(row ?? {}).filter((name) => name.includes("group_"));

it.each(["assets", "tokens"] as const)(
  "hides the groups of hidden platforms and issuers of %s",
  async (resource) => {
    const market = marketHiding([...ofPlatforms, "issuer_id", "issuer_slug", "issuer_name"]);
    const list = (query: QueryInput) => listResource(market, { resource, query: parseQuery(query) });
    const [row] = (await list({})).results;
    expect(groupNames(row).sort()).toEqual(["manager_group_name", "manager_group_slug"]);
    for (const field of ["protocol_group_slug", "platform_group_slug", "issuer_group_name"]) {
      for (const query of [
        { filter: { operator: "equals", field, value: "x" } },
        { sort: { field, direction: "asc" } },
        { fields: [field] },
      ] satisfies QueryInput[]) {
        await expect(list(query), field).rejects.toThrow(InvalidError);
      }
      for (const query of [
        { filter: { operator: "equals", field, value: "x" } },
        { aggregate: { groupBy: field } },
        { aggregate: { groupBy: "platform_group" } },
      ] satisfies QueryInput[]) {
        const totals = aggregateResource(market, { resource, query: parseQuery(query) });
        await expect(totals, field).rejects.toThrow(InvalidError);
      }
    }
    const { fields } = resourceMeta(resource, market.scope);
    const visible = fields.map(({ name }) => name).filter((name) => name.includes("group_"));
    expect(visible.sort()).toEqual(["manager_group_name", "manager_group_slug"]);
  },
);

it("hides the group of rows of platforms and issuers whose slug or name is hidden", async () => {
  for (const resource of ["platforms", "issuers"]) {
    for (const hidden of ["slug", "name"]) {
      const { results } = await listResource(marketHiding([hidden]), { resource, query: parseQuery({}) });
      expect(groupNames(results[0])).toEqual([]);
    }
    const { results } = await listResource(world.market, { resource, query: parseQuery({}) });
    expect(groupNames(results[0]).sort()).toEqual(["group_name", "group_slug", "group_source_url"]);
  }
});

it("hides the latest attestor with the attestors", async () => {
  const market = marketHiding(["attestors"]);
  const { results } = await listResource(market, { resource: "assets", query: parseQuery({}) });
  expect(results[0]).not.toHaveProperty("attestation_by");
  expect(results[0]).toHaveProperty("attestation_date");
});
