import { afterAll, beforeAll, expect, test } from "vitest";
import { parseQuery } from "#domain/query";
import { addLedgerRows } from "../../../tests/support/ledgerRows";
import { type MarketWorld, openMarketWorld, worldCatalog } from "../../../tests/support/marketWorld";
import { listResource } from "../listResource";

let world: MarketWorld;

const addresses: Readonly<Record<number, string>> = {
  501: "0x1B19C19393e2d034D8Ff31ff34c81252FcBbee92",
  // The letters of an identifier may spell the ticker of another asset.
  503: "OUSG-GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2",
  504: "uusdx",
};

beforeAll(async () => {
  const tokens = worldCatalog.tokens.map((token) => ({ ...token, address: addresses[token.id] ?? null }));
  world = await openMarketWorld({ ...worldCatalog, tokens });
});
afterAll(() => world.close());

const found = async (search: string) => {
  const { results } = await listResource(world.market, {
    resource: "tokens",
    query: parseQuery({ search, sort: { field: "id", direction: "asc" } }),
  });
  return results.map((row) => row.id);
};

test("a word finds names and symbols, not addresses that happen to contain it", async () => {
  expect(await found("ousg")).toEqual([501, 502]);
  expect(await found("usdx")).toEqual([504, 505]);
});

test("a part of an address finds its token, in any letter case", async () => {
  expect(await found("0x1b19c193")).toEqual([501]);
  expect(await found("ga5zsejyb37")).toEqual([503]);
});

test("a whole address finds its token, whatever it looks like", async () => {
  expect(await found("UUSDX")).toEqual([504]);
});

test("transactions are found by asset, network, address and hash", async () => {
  await addLedgerRows(world.store);
  const found = async (search: string) =>
    (await listResource(world.market, { resource: "transactions", query: parseQuery({ search }) })).pagination
      .resultCount;
  expect(await found("")).toBe(1);
  expect(await found("text")).toBe(1);
  expect(await found("nothing")).toBe(0);
});
