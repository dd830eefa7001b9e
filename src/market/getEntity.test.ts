import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Resource, resources } from "#domain/resources";
import { addLedgerRows } from "../../tests/support/ledgerRows";
import { type MarketWorld, openMarketWorld } from "../../tests/support/marketWorld";
import { getEntity } from "./getEntity";
import { listResource } from "./listResource";

let world: MarketWorld;

beforeAll(async () => {
  world = await openMarketWorld();
  await addLedgerRows(world.store);
});
afterAll(() => world.close());

const ask = (resource: string, id: string | number) => getEntity(world.market, { resource, id });
/** The first row of a list with complete nested statistics, which lists truncate by default. */
const first = async ({ slug, nestedStats }: Resource) => {
  const query = {
    filter: null,
    sort: null,
    pagination: { page: 1, perPage: 1, cursor: null },
    aggregate: null,
  };
  const list = async (fields: string[] | null) =>
    listResource(world.market, { resource: slug, query: { ...query, fields, search: null, isPaged: true } });
  const { results } = await list(null);
  const [statistics] = (await list(nestedStats.map(({ name }) => name))).results;
  return results[0] === undefined ? undefined : { ...results[0], ...statistics };
};

describe.each(resources.map((resource) => [resource.slug, resource] as const))(
  "one of %s",
  (slug, resource) => {
    test("is found by its id, equal to its row in the list", async () => {
      const row = await first(resource);
      expect(row).toBeDefined();
      expect((await ask(slug, row?.[resource.idField] as string | number)).result).toEqual(row);
      expect((await ask(slug, String(row?.[resource.idField]))).result).toEqual(row);
    });

    const { slugField } = resource;
    if (slugField !== null) {
      test("is found by its slug", async () => {
        const row = await first(resource);
        expect((await ask(slug, String(row?.[slugField]))).result).toEqual(row);
      });
    }

    test.each([
      0,
      -1,
      1.5,
      999_999_999,
      1_000_000_000,
      4_294_967_295,
      4_294_967_296,
      Number.MAX_SAFE_INTEGER,
      1e300,
      "0",
      "00",
      "1e3",
      "0x39",
      " 57",
      "57.0",
      "18446744073709551616",
      "9".repeat(400),
      "nothing",
      "aggregates",
      "timeseries",
      "ünïcödé-資産-😀",
      "\ud800",
      "\u0000",
      "a\tb\nc\\d'e\"f`g",
      "' OR 1=1 --",
      "{p0:String}",
      "%",
      "constructor",
      "__proto__",
    ])("is not found as %j", async (id) => {
      await expect(ask(slug, id)).rejects.toMatchObject({ kind: "not_found" });
    });
  },
);

test("an id is matched literally: one with leading zeros is not found", async () => {
  expect((await ask("assets", 57)).result.slug).toBe("ousg");
  await expect(ask("assets", "0057")).rejects.toMatchObject({ kind: "not_found" });
});

test("an alternative slug finds it too", async () => {
  expect((await ask("measures", "holders")).result.slug).toBe("holding_addresses_count");
  expect((await ask("networks", "matic")).result.slug).toBe("polygon");
});
