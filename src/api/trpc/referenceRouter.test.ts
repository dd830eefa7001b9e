/** The pages about the API are generated from the endpoint list, and return the same results as the API. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { anonymousUser, type User } from "#domain/people";
import { explorerFamilies } from "#domain/screens";
import type { FeatureFlag } from "#domain/vocabulary";
import { apiContextOf } from "../../../tests/support/apiContextOf";
import { type MarketWorld, openMarketWorld } from "../../../tests/support/marketWorld";
import { endpoints } from "../rest/endpoints";
import { createCaller } from "./appRouter";

let world: MarketWorld;
beforeAll(async () => {
  world = await openMarketWorld();
});
afterAll(() => world.close());

const account = (...flags: FeatureFlag[]): User => ({
  ...anonymousUser,
  id: "u1",
  email: "a@example.com",
  features: { ...anonymousUser.features, ...Object.fromEntries(flags.map((flag) => [flag, true])) },
});
const as = (user: User) => createCaller(apiContextOf(world.market, user));
const developer = account("enable-api-keys", "enable-experimental-features");

const paths = [...new Set(explorerFamilies.flatMap(({ pages }) => pages.map(({ endpoint }) => endpoint)))];

test("every list, total and series of the API can be explored", () => {
  const queried = endpoints.filter(({ about }) => about !== undefined).map(({ path }) => path);
  // Excludes series at a second path, and aliases of lists.
  const elsewhere = ["/assets/aggregates/timeseries", "/tokens/aggregates/timeseries", "/metrics"];
  expect(queried.filter((path) => !paths.includes(path) && !elsewhere.includes(path))).toEqual([]);
  expect(paths.filter((path) => !queried.includes(path))).toEqual([]);
});

test.each(paths)("%s has a working example query, and fields to filter by", async (path) => {
  const { example, filterFields, kind, metrics } = await as(developer).reference.endpoint({ path });
  const answer = await as(developer).explorer.ask({ path, query: JSON.stringify(example) });
  expect(answer).toMatchObject({ status: 200, body: { pagination: { page: 1 } } });
  expect(filterFields.some(({ operators }) => operators.length > 0)).toBe(true);
  if (kind === "series") {
    expect(filterFields.slice(0, 2).map(({ name }) => name)).toEqual(["measure_slug", "date"]);
    expect(filterFields[0]?.values).toEqual(metrics.map(({ slug }) => slug));
  }
});

test("an invalid query returns the API's error, naming the part", async () => {
  const ask = (query: string) => as(developer).explorer.ask({ path: "/assets", query });
  expect(await ask("{")).toEqual({
    status: 400,
    body: {
      message: "query: must be a URL-encoded JSON object",
      errors: [{ path: "query", message: "must be a URL-encoded JSON object" }],
    },
  });
  const wrong = { filter: { operator: "and", filters: [{ operator: "gt", field: "nonsense", value: 1 }] } };
  expect(await ask(JSON.stringify(wrong))).toMatchObject({
    status: 400,
    body: { errors: [{ path: "filter.filters[0].field" }] },
  });
});

test("requests to version 3 use its camel-case names and only its resources", async () => {
  const { explorer } = as(developer);
  const query = JSON.stringify({
    filter: { operator: "equals", field: "measureSlug", value: "bridged_token_value_dollar" },
    aggregate: { groupBy: "asset_class" },
  });
  const path = "/assets/aggregates/timeseries";
  expect(await explorer.ask({ path, query, version: 3 })).toMatchObject({ status: 200 });
  expect(await explorer.ask({ path, query })).toMatchObject({ status: 400 });
  await expect(explorer.ask({ path: "/assets", query: "{}", version: 3 })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
});

test("reading requires the plan's permissions, and exploring requires the API", async () => {
  const query = "{}";
  const withApi = account("enable-api-keys");
  expect(await as(withApi).explorer.ask({ path: "/pools", query })).toMatchObject({ status: 403 });
  await expect(as(account()).explorer.ask({ path: "/assets", query })).rejects.toMatchObject({
    code: "FORBIDDEN",
  });
  await expect(as(anonymousUser).explorer.ask({ path: "/assets", query })).rejects.toMatchObject({
    code: "UNAUTHORIZED",
  });
  await expect(as(withApi).explorer.ask({ path: "/nonsense", query })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
  await expect(as(withApi).explorer.ask({ path: "/status", query })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
});

test("a sample has one result, within the permissions of its reader", async () => {
  const sample = await as(anonymousUser).reference.sample({ path: "/assets" });
  expect(sample).toMatchObject({ status: 200, body: { pagination: { perPage: 1 } } });
  expect(await as(anonymousUser).reference.sample({ path: "/pools" })).toBeNull();
  expect(await as(anonymousUser).reference.sample({ path: "/asset_timeseries" })).toBeNull();
});
