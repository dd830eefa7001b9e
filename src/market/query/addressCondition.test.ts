/** Filters and searches by address, hash and other identifiers of networks. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FilterLeaf, parseQuery } from "#domain/query";
import { transactionsResource } from "#domain/resources";
import { type MarketWorld, openMarketWorld, worldCatalog } from "../../../tests/support/marketWorld";
import { listResource } from "../listResource";

const EVM = "0x1B19C19393e2d034D8Ff31ff34c81252FcBbee92";
const SOLANA = "i7u4r16TcsJTgq1kAG8opmVZyVnAKBwLKu6ZPMwzxNc";
const ISSUER = "GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN";
const XRPL_ISSUER = "rMxCKbEDwqr76QuheSUMdEGf4B9xJ8m5De";
const STARKNET = "0x033068F6539f8e6e6b131e6B2B814e6c34A5224bC66947c47DaB9dFeE93b35fb";
const addresses: Readonly<Record<number, string>> = {
  501: EVM,
  502: SOLANA,
  503: `USDC-${ISSUER}`,
  504: `524C555344000000000000000000000000000000.${XRPL_ISSUER}`,
  505: STARKNET,
};
const known = Object.keys(addresses).map(Number);

let world: MarketWorld;
beforeAll(async () => {
  const tokens = worldCatalog.tokens.map((token) => ({ ...token, address: addresses[token.id] ?? null }));
  world = await openMarketWorld({ ...worldCatalog, tokens });
});
afterAll(() => world.close());

const listed = async (query: object) => {
  const { results } = await listResource(world.market, {
    resource: "tokens",
    query: parseQuery({ sort: { field: "id", direction: "asc" }, ...query }),
  });
  return results.map((row) => Number(row.id)).filter((id) => known.includes(id));
};
const filtered = (operator: FilterLeaf["operator"], value: FilterLeaf["value"]) =>
  listed({ filter: { operator, field: "address", value } });

const written = [EVM, EVM.toLowerCase(), EVM.toUpperCase(), EVM.toUpperCase().replace("0X", "0x")];

test("filters of tokens compare hexadecimal addresses regardless of case", async () => {
  for (const address of written) {
    expect(await filtered("equals", address)).toEqual([501]);
    expect(await filtered("notEquals", address)).toEqual([502, 503, 504, 505]);
    expect(await filtered("in", [address, SOLANA])).toEqual([501, 502]);
    expect(await filtered("not-in", [address, null])).toEqual([502, 503, 504, 505]);
    expect(await filtered("startsWith", address.slice(0, 12))).toEqual([501]);
    expect(await filtered("endsWith", address.slice(-8))).toEqual([501]);
    expect(await filtered("like", `%${address.slice(4, 20)}%`)).toEqual([501]);
    expect(await filtered("notLike", `%${address.slice(4, 20)}%`)).toEqual([502, 503, 504, 505]);
    expect(await filtered("ilike", `${address.slice(0, 12)}%`)).toEqual([501]);
  }
});

test("filters of tokens distinguish other addresses by case", async () => {
  expect(await filtered("equals", SOLANA)).toEqual([502]);
  expect(await filtered("equals", SOLANA.toLowerCase())).toEqual([]);
  expect(await filtered("in", [SOLANA.toLowerCase()])).toEqual([]);
  expect(await filtered("startsWith", "I7U4")).toEqual([]);
  expect(await filtered("startsWith", "i7u4")).toEqual([502]);
  expect(await filtered("like", "%zxNc")).toEqual([502]);
  expect(await filtered("like", "%zxnc")).toEqual([]);
});

test("filters of transactions do the same for tokens, parties and hashes", async () => {
  const row = Object.fromEntries(
    transactionsResource.fields.map(({ name, type, nullable }) => [
      name,
      nullable ? null : type === "datetime" ? "2026-02-03 12:00:00" : type === "boolean" ? false : "1",
    ]),
  );
  const named = {
    token_address: EVM,
    from_address: EVM,
    to_address: EVM,
    transaction_hash: "0xABCdef",
    kind: "mint",
  };
  await world.store.insert("transactions", [{ ...row, ...named, version: 1 }]);
  const count = async (field: string, value: string) =>
    (
      await listResource(world.market, {
        resource: "transactions",
        query: parseQuery({ filter: { operator: "equals", field, value } }),
      })
    ).pagination.resultCount;
  for (const field of ["token_address", "from_address", "to_address"]) {
    for (const address of written) expect(await count(field, address)).toBe(1);
    expect(await count(field, STARKNET)).toBe(0);
  }
  expect(await count("transaction_hash", "0xabcDEF")).toBe(1);
});

test("a search finds a token by every spelling of its address", async () => {
  const spellings: readonly (readonly [number, string])[] = [
    ...written.map((address) => [501, address] as const),
    [501, `ethereum:${EVM.toLowerCase()}`],
    [501, `ethereum/${EVM}`],
    [501, `eip155:1/erc20:${EVM}`],
    [501, `https://etherscan.io/token/${EVM.toLowerCase()}?a=1#holders`],
    [502, `https://solscan.io/token/${SOLANA}`],
    [503, `USDC:${ISSUER}`],
    [503, `USDC-${ISSUER}-1`],
    [503, `stellar:pubnet/asset:USDC-${ISSUER}`],
    [504, `RLUSD.${XRPL_ISSUER}`],
    [505, STARKNET.replace("0x0", "0x").toLowerCase()],
    [505, `https://voyager.online/contract/${STARKNET.replace("0x0", "0x")}`],
  ];
  for (const [id, search] of spellings) expect(await listed({ search }), search).toEqual([id]);
  expect(await listed({ search: `https://etherscan.io/token/0x${"1".repeat(40)}` })).toEqual([]);
});
