import { describe, expect, it, vi } from "vitest";
import { catalogResources } from "#domain/resources";
import { asset, catalogOf, network, token } from "../testSupport/catalogBuilder";
import { createEntityResolver } from "./entityResolver";

it("lists the groups of the catalog once, however many columns are no asset", () => {
  const catalog = catalogOf({ networks: [network(1, "ethereum")], assets: [asset(101, "alpha")] });
  const { resolveColumn } = createEntityResolver(catalog);
  const listed = catalogResources.map((resource) => vi.spyOn(resource, "valuesOf"));
  try {
    for (let i = 0; i < 50; i += 1) expect(resolveColumn(`nobody ${i}`)).toMatchObject({ ok: false });
    expect(resolveColumn(" Ethereum ")).toMatchObject({ reason: "is a network, not a single asset" });
    expect(Math.max(...listed.map(({ mock }) => mock.calls.length))).toBe(1);
  } finally {
    for (const spy of listed) spy.mockRestore();
  }
});

const ADDRESS = "0x4f604735c1cF31399C6E711D5962b2B3E0225AD3";
const ISSUER = "GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN";
const XRPL_ISSUER = "rMxCKbEDwqr76QuheSUMdEGf4B9xJ8m5De";
const STARKNET = "0x033068F6539f8e6e6b131e6B2B814e6c34A5224bC66947c47DaB9dFeE93b35fb";
const MOVE_TYPE = "0xdba34672e30cb065b1f93e3ab55318768fd6fef66c15942c9f7cb846e2f900e7::usdc::USDC";

/** Networks whose ids and chain ids are those of the bundled catalog, with one token each at the same address. */
const evm = [
  { id: 1, slug: "ethereum", chain_id: 1, token: 501 },
  { id: 3, slug: "polygon", chain_id: 137, token: 503 },
  { id: 4, slug: "optimism", chain_id: 10, token: 504 },
  { id: 10, slug: "base", chain_id: 8453, token: 510 },
  { id: 11, slug: "arbitrum", chain_id: 42161, token: 511 },
  { id: 100064, slug: "vechain", chain_id: 100009, token: 564 },
];
const others = [
  { id: 100009, slug: "sui", token: 601, address: MOVE_TYPE },
  { id: 100006, slug: "stellar", token: 602, address: `USDC-${ISSUER}` },
  {
    id: 100007,
    slug: "xrp-ledger",
    token: 603,
    address: `524C555344000000000000000000000000000000.${XRPL_ISSUER}`,
  },
  { id: 100055, slug: "starknet", token: 604, address: STARKNET },
];
const { resolve, resolveColumn } = createEntityResolver(
  catalogOf({
    networks: [
      ...evm.map(({ id, slug, chain_id }) =>
        network(id, slug, { chain_id, explorer_url: `https://${slug}.example.com` }),
      ),
      ...others.map(({ id, slug }) => network(id, slug, { explorer_url: `https://${slug}.example.com` })),
    ],
    assets: [asset(101, "alpha")],
    tokens: [
      ...evm.map(({ slug, token: id }) => token(id, "alpha", slug, { address: ADDRESS })),
      ...others.map(({ slug, token: id, address }) => token(id, "alpha", slug, { address })),
    ],
  }),
);

/** The id of the token that a name means, or the kind of refusal. */
const meant = (name: string, beside?: string) => {
  const found = resolve(name, beside);
  return found.ok ? found.value.listingId : found.kind;
};

describe("networks by number", () => {
  const numbers: readonly (readonly [number, number | "ambiguous network", asChainId: number])[] = [
    [1, 501, 501],
    [10, "ambiguous network", 504],
    [137, 503, 503],
    [8453, 510, 510],
    [42161, 511, 511],
    [100009, "ambiguous network", 564],
  ];

  it.each(numbers)("reads %i in every spelling and column", (number, bare, asChainId) => {
    for (const written of [`${number}`, `${number}.0`]) {
      expect(meant(`${written}/${ADDRESS}`)).toBe(bare);
      expect(meant(`${written}:${ADDRESS}`)).toBe(bare);
      expect(meant("alpha", written)).toBe(bare);
      expect(meant("101", written)).toBe(bare);
      expect(meant(ADDRESS, written)).toBe(bare);
      expect(resolveColumn(`${written}/${ADDRESS}`).ok).toBe(bare !== "ambiguous network");
    }
    for (const written of [`eip155:${number}`, `EIP155:${number}`, `0x${number.toString(16)}`]) {
      expect(meant(`${written}/${ADDRESS}`)).toBe(asChainId);
      expect(meant(`${written}/erc20:${ADDRESS.toLowerCase()}`)).toBe(asChainId);
      expect(meant(`${written}:${ADDRESS}`)).toBe(asChainId);
      expect(meant("alpha", written)).toBe(asChainId);
      expect(meant(ADDRESS, written)).toBe(asChainId);
    }
  });

  it.each(["10", "100009"])("names both networks that %s may mean", (number) => {
    const [first, second] = number === "10" ? ["base", "optimism"] : ["sui", "vechain"];
    for (const refused of [
      resolve(`${number}/${ADDRESS}`),
      resolve("alpha", number),
      resolve(ADDRESS, number),
    ]) {
      expect(refused).toMatchObject({
        ok: false,
        reason: expect.stringMatching(
          new RegExp(`^"${number}" may mean 2 networks: write "${first}" .* or "${second}" `),
        ),
      });
    }
  });

  it("reads slugs and names", () => {
    for (const name of ["optimism", "Optimism", "OPTIMISM", "Optimism Mainnet"]) {
      expect(meant(`${name}/${ADDRESS}`)).toBe(504);
      expect(meant("alpha", name)).toBe(504);
    }
    expect(meant("alpha", "2")).toBe("unknown network");
    expect(meant(`2/${ADDRESS}`)).toBe("unknown network");
    expect(meant(ADDRESS, "nowhere")).toBe("unknown network");
  });
});

describe("spellings of a token", () => {
  it.each([
    [`stellar/USDC-${ISSUER}`, 602],
    [`stellar/USDC:${ISSUER}`, 602],
    [`stellar:USDC:${ISSUER}`, 602],
    [`stellar:USDC-${ISSUER}`, 602],
    [`stellar:pubnet/asset:USDC-${ISSUER}`, 602],
    [`https://stellar.example.com/asset/USDC-${ISSUER}-1`, 602],
    [`xrp-ledger/RLUSD.${XRPL_ISSUER}`, 603],
    [`xrpl:0/token:RLUSD.${XRPL_ISSUER}`, 603],
    [`xrp-ledger:RLUSD.${XRPL_ISSUER}`, 603],
    [`https://xrp-ledger.example.com/token/RLUSD.${XRPL_ISSUER}`, 603],
    [`starknet/${STARKNET}`, 604],
    [`starknet:${STARKNET.toLowerCase().replace("0x0", "0x")}`, 604],
    [`starknet:SN_MAIN/${STARKNET.replace("0x0", "0x")}`, 604],
    [`sui/${MOVE_TYPE}`, 601],
    [`sui:${MOVE_TYPE}`, 601],
    [`https://sui.example.com/coin/${MOVE_TYPE}`, 601],
    [`optimism:${ADDRESS}`, 504],
    [`https://optimism.example.com/token/${ADDRESS.toLowerCase()}?a=1#holders`, 504],
    [`https://nowhere.example.com/token/${ADDRESS}`, "unknown explorer"],
    [`https://base.example.com/token/${STARKNET}`, "unknown token"],
    [`base/${STARKNET}`, "unknown token"],
    [`nowhere:${ADDRESS}`, "unknown asset or token"],
  ])("%s", (name, expected) => expect(meant(name)).toBe(expected));

  it("accepts a chain and an address in two columns, and rejects two that differ", () => {
    expect(meant(`USDC:${ISSUER}`, "stellar")).toBe(602);
    expect(meant("token:504", "optimism")).toBe(504);
    expect(meant("alpha-optimism", "eip155:10")).toBe(504);
    expect(meant(`https://base.example.com/token/${ADDRESS}`, "optimism")).toBe("entity and network differ");
    expect(meant(`base/${ADDRESS}`, "optimism")).toBe("entity and network differ");
  });
});

it("suggests the assets that an unknown name may mean, by ticker or spelling", () => {
  const { resolve } = createEntityResolver(
    catalogOf({ assets: [asset(101, "acme-treasury-fund", { ticker: "ATF" }), asset(102, "beta")] }),
  );
  for (const name of ["ATF", "acme-treasury-fnd"]) {
    expect(resolve(name)).toMatchObject({
      reason: `the catalog has no asset or token "${name}"; did you mean acme-treasury-fund?`,
    });
  }
  expect(resolve("zzzzzzzz")).toMatchObject({ reason: 'the catalog has no asset or token "zzzzzzzz"' });
});
