import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ListResponse } from "#domain/api";
import { anonymousUser, type EmptyClassMode } from "#domain/people";
import { resources } from "#domain/resources";
import { assetClasses } from "#domain/vocabulary";
import { apiContextOf } from "../../../tests/support/apiContextOf";
import { addLedgerRows } from "../../../tests/support/ledgerRows";
import { type MarketWorld, openMarketWorld, worldCatalog } from "../../../tests/support/marketWorld";
import { createCaller } from "./appRouter";
import { createTrpcHandler, TRPC_PATH } from "./createTrpcHandler";
import type { ApiContext } from "./trpc";

let world: MarketWorld;
let context: ApiContext;
const value = "bridged_token_value_dollar";
const filter = { operator: "equals", field: "measure_slug", value } as const;

beforeAll(async () => {
  world = await openMarketWorld();
  await world.daily([{ metric: value, listing: 503, date: "2026-02-03", value: 100 }]);
  await world.entityMetrics([{ type: "token", id: 503, metric: value, val: 100 }]);
  context = apiContextOf(world.market);
});
afterAll(() => world.close());

describe("procedures of the market", () => {
  test("return the same results as the features they call", async () => {
    const { market } = createCaller(context);
    const table = await market.table({ resource: "tokens", query: { pagination: { perPage: 1 } } });
    expect(table.results.map((row) => row.slug)).toEqual(["buidl-ethereum"]);
    expect((await market.entity({ resource: "assets", id: "ousg" })).result.id).toBe(57);
    expect((await market.entity({ resource: "assets", id: 57 })).result.slug).toBe("ousg");
    const series = await market.series({ resource: "tokens", query: { filter } });
    expect(series.results[0]?.points).toEqual([["2026-02-03", 100]]);
    const aggregates = await market.aggregates({
      resource: "tokens",
      query: { aggregate: { groupBy: "asset" } },
    });
    expect(aggregates.results[0]?.group.slug).toBe("buidl");
    // Coverage of all selected rows, regardless of the requested grouping.
    const totals = await market.totals({
      resource: "assets",
      query: {
        aggregate: { groupBy: "network" },
        fields: [value],
        filter: { operator: "equals", field: "slug", value: "buidl" },
      },
    });
    expect(totals.results.map(({ asset_count, [value]: total }) => [asset_count, total])).toMatchObject([
      [1, { val: 100 }],
    ]);
    expect((await market.explain({ metric: value, entityType: "asset", entityId: "buidl" })).value).toBe(100);
    expect((await market.status()).as_of).toBe("2026-02-03");
    expect((await market.meta({ resource: "platforms" })).aliases).toEqual(["protocols"]);
  });

  test("exclude classes without assets from tables and search if the installation hides them", async () => {
    const used = new Set(worldCatalog.assets.map((asset) => asset.asset_class));
    const empty = assetClasses.filter(({ slug }) => !used.has(slug));
    expect(empty.length).toBeGreaterThan(0);
    const shown = async (emptyClasses: EmptyClassMode) => {
      const own = apiContextOf(world.market);
      own.services.emptyClasses = emptyClasses;
      const { market, search } = createCaller(own);
      const { results } = await market.table({ resource: "asset_classes", query: {} });
      const groups = await search.getInitialSearchGroups();
      return {
        classes: results.map((row) => row.slug),
        paths: groups.flatMap(({ items }) => items.map(({ href }) => href)),
      };
    };
    const [all, some] = [await shown("show"), await shown("hide")];
    expect(all.classes).toHaveLength(assetClasses.length);
    expect(some.classes.toSorted()).toEqual([...used].sort());
    for (const { route } of empty) {
      if (route === null) continue;
      expect(all.paths).toContain(route);
      expect(some.paths).not.toContain(route);
    }
  });

  test("reject a query with the path of the invalid part", async () => {
    const { market } = createCaller(context);
    await expect(
      market.table({ resource: "assets", query: { filter: { operator: "gt", field: "name", value: 1 } } }),
    ).rejects.toMatchObject({ code: "BAD_REQUEST", cause: { problems: [{ path: "filter.operator" }] } });
    await expect(market.entity({ resource: "assets", id: "nothing" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await expect(market.table({ resource: "nothing" })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("return a resource only to callers with its permission", async () => {
    await expect(createCaller(context).market.table({ resource: "pools" })).rejects.toMatchObject({
      code: "UNAUTHORIZED",
    });
    await expect(createCaller(context).market.entity({ resource: "loans", id: 1 })).rejects.toMatchObject({
      code: "UNAUTHORIZED",
    });
    const features = { ...anonymousUser.features, "enable-experimental-features": true };
    const allowed = createCaller({ ...context, user: { ...anonymousUser, id: "u", features } });
    expect((await allowed.market.table({ resource: "pools" })).results).toEqual([]);
  });

  test("find an entity of every resource by id and slug, and return NOT_FOUND for unknown ones", async () => {
    await addLedgerRows(world.store);
    const features = { ...anonymousUser.features, "enable-experimental-features": true };
    const { market } = createCaller({ ...context, user: { ...anonymousUser, id: "u", features } });
    for (const { slug: resource, idField, slugField, nestedStats } of resources) {
      const [row] = (await market.table({ resource, query: { pagination: { perPage: 1 } } })).results;
      const id = row?.[idField] as string | number;
      // Lists include only the largest of long nested statistics, unless others are requested.
      const fields = nestedStats.map(({ name }) => name);
      const query = { pagination: { perPage: 1 }, fields: [idField, ...fields] };
      const [stats] = (await market.table({ resource, query })).results;
      const whole = { ...row, ...stats };
      expect((await market.entity({ resource, id })).result).toEqual(whole);
      expect((await market.entity({ resource, id: String(id) })).result).toEqual(whole);
      if (slugField !== null) {
        expect((await market.entity({ resource, id: String(row?.[slugField]) })).result).toEqual(whole);
      }
      for (const unknown of [
        -1,
        0,
        4_294_967_296,
        Number.MAX_SAFE_INTEGER,
        "1.5",
        "nothing",
        "\u0000",
        "😀",
      ]) {
        await expect(market.entity({ resource, id: unknown })).rejects.toMatchObject({ code: "NOT_FOUND" });
      }
    }
  });

  test("respond over HTTP in batches, each call with its own result", async () => {
    const handler = createTrpcHandler(async () => context);
    const input = encodeURIComponent(
      JSON.stringify({
        0: { resource: "assets", query: { fields: ["ticker"] } },
        1: { resource: "nothing" },
      }),
    );
    const response = await handler(
      new Request(`http://localhost${TRPC_PATH}/market.table,market.meta?batch=1&input=${input}`),
    );
    expect(response.status).toBe(207);
    const [first, second] = (await response.json()) as [
      { result: { data: ListResponse } },
      { error: { data: { code: string; stack?: string } } },
    ];
    expect(first.result.data.results).toHaveLength(4);
    expect(second.error.data).toMatchObject({ code: "NOT_FOUND" });
    expect(second.error.data).not.toHaveProperty("stack");
  });
});
