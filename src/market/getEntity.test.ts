import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { resources } from "#domain";
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
const first = async (resource: string) => {
  const query = { filter: null, sort: null, pagination: { page: 1, perPage: 1 }, aggregate: null };
  const { results } = await listResource(world.market, {
    resource,
    query: { ...query, fields: null, search: null, isPaged: true },
  });
  return results[0];
};

describe.each(resources.map((resource) => [resource.slug, resource] as const))(
  "one of %s",
  (slug, resource) => {
    test("is found by its id, as the list has it", async () => {
      const row = await first(slug);
      expect(row).toBeDefined();
      expect((await ask(slug, row?.[resource.idField] as string | number)).result).toEqual(row);
      expect((await ask(slug, String(row?.[resource.idField]))).result).toEqual(row);
    });

    test.runIf(resource.slugField !== null)("is found by its slug", async () => {
      const row = await first(slug);
      expect((await ask(slug, String(row?.[resource.slugField ?? ""]))).result).toEqual(row);
    });

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

test("an id is what it spells: leading zeros name nothing", async () => {
  expect((await ask("assets", 57)).result.slug).toBe("ousg");
  await expect(ask("assets", "0057")).rejects.toMatchObject({ kind: "not_found" });
});

test("another slug that means it names it too", async () => {
  expect((await ask("measures", "holders")).result.slug).toBe("holding_addresses_count");
  expect((await ask("networks", "matic")).result.slug).toBe("polygon");
});
