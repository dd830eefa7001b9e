import { expect, test } from "vitest";
import type { SearchGroup, SearchItem } from "#domain/screens";
import { createSearchIndex, HITS_PER_GROUP } from "./createSearchIndex";

const item = (label: string, extra: Partial<SearchItem> = {}): SearchItem => ({
  label,
  sublabel: "",
  href: `/${label}`,
  keywords: [],
  addresses: [],
  ...extra,
});

const groups: SearchGroup[] = [
  { id: "menu:Tools", label: "Tools", items: [item("US Treasuries"), item("Networks"), item("Stablecoins")] },
  {
    id: "assets",
    label: "Assets",
    items: [
      item("BlackRock USD Institutional Digital Liquidity Fund", { keywords: ["BUIDL"] }),
      item("Franklin OnChain U.S. Government Money Fund", { keywords: ["BENJI"] }),
      item("Société Générale EUR CoinVertible", { keywords: ["EURCV"] }),
    ],
  },
  {
    id: "tokens",
    label: "Tokens",
    items: [
      item("BUIDL", {
        sublabel: "BlackRock USD Institutional Digital Liquidity Fund · Ethereum",
        addresses: ["0x7712c34205737192402172409a8F7ccef8aA2AEc"],
      }),
      item("USDC", {
        sublabel: "USD Coin · Stellar",
        addresses: ["BUIDL-GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2"],
      }),
    ],
  },
  {
    id: "networks",
    label: "Networks",
    items: [item("Ethereum"), item("Ethereum Classic"), item("Avalanche")],
  },
];
const index = createSearchIndex(groups);
const labels = (query: string) =>
  index.search(query).flatMap((group) => group.hits.map((hit) => hit.item.label));

test("the exact name comes first, then names that start with the text, then other matches", () => {
  expect(labels("ethereum")).toEqual(["Ethereum", "Ethereum Classic", "BUIDL"]);
});

test("a ticker matches the asset, then the tokens with that name, but no address that contains it", () => {
  expect(labels("buidl")).toEqual(["BlackRock USD Institutional Digital Liquidity Fund", "BUIDL"]);
});

test("one wrong, missing, doubled or swapped letter per word is tolerated", () => {
  for (const typo of ["etherium", "etherem", "ethereeum", "ehtereum"]) {
    expect(labels(typo)[0], typo).toBe("Ethereum");
  }
  expect(labels("trasuries")).toContain("US Treasuries");
  expect(labels("blackrok")[0]).toBe("BlackRock USD Institutional Digital Liquidity Fund");
});

test("words match in any order, and accents are ignored", () => {
  expect(labels("fund blackrock")[0]).toBe("BlackRock USD Institutional Digital Liquidity Fund");
  expect(labels("societe generale")).toEqual(["Société Générale EUR CoinVertible"]);
});

test("a contract address matches its token from a few characters on, in any case, without similar ones", () => {
  expect(labels("0x7712C34205737192402172409a8f7ccef8aa2aec")).toEqual(["BUIDL"]);
  expect(labels("0x7712")).toEqual(["BUIDL"]);
  expect(labels("0x7713")).toEqual([]);
});

test("every spelling of an address matches its token", () => {
  const issuer = "GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN";
  const starknet = "0x033068F6539f8e6e6b131e6B2B814e6c34A5224bC66947c47DaB9dFeE93b35fb";
  const tokens = [
    item("EVM", { addresses: ["0x7712c34205737192402172409a8F7ccef8aA2AEc"] }),
    item("Stellar", { addresses: [`USDC-${issuer}`] }),
    item("XRPL", {
      addresses: ["524C555344000000000000000000000000000000.rMxCKbEDwqr76QuheSUMdEGf4B9xJ8m5De"],
    }),
    item("Starknet", { addresses: [starknet] }),
    item("Move", { addresses: [`0x${"ab".repeat(32)}::usdc::USDC`] }),
  ];
  const { search } = createSearchIndex([{ id: "tokens", label: "Tokens", items: tokens }]);
  const found = (query: string) => search(query).flatMap(({ hits }) => hits.map((hit) => hit.item.label));
  for (const [query, label] of [
    ["https://etherscan.io/token/0x7712C34205737192402172409a8F7ccef8aA2AEc#code", "EVM"],
    ["ethereum:0x7712c34205737192402172409a8f7ccef8aa2aec", "EVM"],
    ["eip155:1/erc20:0x7712c34205737192402172409a8f7ccef8aa2aec", "EVM"],
    [`USDC:${issuer}`, "Stellar"],
    [`https://stellar.expert/explorer/public/asset/USDC-${issuer}-1`, "Stellar"],
    ["RLUSD.rMxCKbEDwqr76QuheSUMdEGf4B9xJ8m5De", "XRPL"],
    [starknet.replace("0x0", "0x"), "Starknet"],
    [`sui:0x${"AB".repeat(32)}::usdc::USDC`, "Move"],
  ] as const) {
    expect(found(query), query).toEqual([label]);
  }
  expect(found("https://etherscan.io/token/0x0000c34205737192402172409a8F7ccef8aA2AEc")).toEqual([]);
});

test("an address never hides or precedes a matching name", () => {
  const named = createSearchIndex([
    {
      id: "tokens",
      label: "Tokens",
      items: [
        item("Other", { addresses: ["usdc10-GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2"] }),
        item("USDC10 Fund"),
      ],
    },
  ]);
  const found = named.search("usdc10").flatMap(({ hits }) => hits.map((hit) => hit.item.label));
  expect(found).toEqual(["USDC10 Fund", "Other"]);
});

test("words of the name and of its details together match an entry", () => {
  expect(labels("buidl ethereum")).toEqual(["BUIDL"]);
});

test("a full word of a name ranks like its beginning, and larger entries come first in the order of their group", () => {
  const gold = createSearchIndex([
    {
      id: "assets",
      label: "Assets",
      items: [
        item("Marigold"),
        item("Tether Gold"),
        item("PAX Gold"),
        item("Goldmoney"),
        item("Old Goldmine"),
      ],
    },
  ]);
  const found = gold.search("gold").flatMap(({ hits }) => hits.map((hit) => hit.item.label));
  expect(found).toEqual(["Tether Gold", "PAX Gold", "Goldmoney", "Old Goldmine", "Marigold"]);
});

test("matches are marked in the label", () => {
  const hit = index.search("rock")[0]?.hits[0];
  const marked = hit?.item.label.slice(hit.ranges[0], hit.ranges[1]);
  expect(marked).toBe("Rock");
});

test("an empty or nonsensical search has no results", () => {
  expect(index.search("   ")).toEqual([]);
  expect(index.search("zzzzqqqq")).toEqual([]);
  expect(index.search("***")).toEqual([]);
});

test("the number of hits per group is limited", () => {
  const many = createSearchIndex([
    { id: "assets", label: "Assets", items: Array.from({ length: 50 }, (_, i) => item(`Fund ${i}`)) },
  ]);
  expect(many.search("fund")[0]?.hits).toHaveLength(HITS_PER_GROUP);
});

test("each group reports its total number of hits", () => {
  const many = Array.from({ length: HITS_PER_GROUP + 3 }, (_, at) => item(`Fund ${at}`));
  const [found] = createSearchIndex([{ id: "assets", label: "Assets", items: many }]).search("fund");
  expect(found?.hits).toHaveLength(HITS_PER_GROUP);
  expect(found?.count).toBe(HITS_PER_GROUP + 3);
});
