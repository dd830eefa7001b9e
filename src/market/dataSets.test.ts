import { afterAll, beforeAll, expect, test } from "vitest";
import { resources } from "#domain/resources";
import { type MarketWorld, openMarketWorld } from "../../tests/support/marketWorld";
import { dataSets } from "./dataSets";

let world: MarketWorld;
beforeAll(async () => {
  world = await openMarketWorld();
});
afterAll(() => world.close());

test("every resource is a data set with its number of rows and its columns", async () => {
  const sets = await dataSets(world.market);
  expect(sets.map(({ slug }) => slug)).toEqual(resources.map(({ slug }) => slug));
  const networks = sets.find(({ slug }) => slug === "networks");
  expect(networks?.rows).toBe(4);
  expect(networks?.permission).toBe("public");
  expect(networks?.fields[0]).toEqual({ name: "id", type: "id" });
  expect(networks?.metrics).toBeGreaterThan(0);
  expect(sets.find(({ slug }) => slug === "loans")?.permission).toBe("experimental");
  expect(sets.find(({ slug }) => slug === "citations")).toMatchObject({ rows: 1, metrics: 0 });
});
