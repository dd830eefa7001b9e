/** A small catalog for tests, made without the catalog folder. */
import {
  type Asset,
  assetSchema,
  emptyCatalog,
  type Network,
  networkSchema,
  type Platform,
  platformSchema,
  type Token,
  tokenSchema,
} from "#domain/catalog";
import { type CatalogIndex, indexCatalog } from "#domain/resources";
import { bareAsset, bareNetwork, bareParticipant, bareToken } from "../testRows/bareRows";

const networkFacts = [
  ["ethereum", 1],
  ["tron", null],
  ["solana", null],
  ["stellar", null],
  ["xrp-ledger", null],
  ["provenance", null],
  ["base", 8453],
  ["bnb-chain", 56],
] as const;

const network = (slug: string, chain_id: number | null, id: number): Network =>
  networkSchema.parse({ ...bareNetwork, id, slug, name: slug, color: "#123456", chain_id, layer: "L1" });

export const assetFixture = (draft: Partial<Asset> & Pick<Asset, "id" | "slug" | "asset_class">): Asset =>
  assetSchema.parse({
    ...bareAsset,
    name: draft.slug,
    ticker: draft.slug.toUpperCase().slice(0, 8),
    is_investable: true,
    ...draft,
  });

export const tokenFixture = (draft: Partial<Token> & Pick<Token, "id" | "asset" | "network">): Token =>
  tokenSchema.parse({
    ...bareToken,
    symbol: draft.asset.toUpperCase().slice(0, 8),
    decimals: 6,
    ...draft,
  });

const platformFixture = (id: number, slug: string): Platform =>
  platformSchema.parse({ ...bareParticipant, id, slug, name: slug });

export function catalogFixture({
  assets,
  tokens,
  platforms = [],
}: {
  assets: readonly Asset[];
  tokens: readonly Token[];
  platforms?: readonly Platform[];
}): CatalogIndex {
  return indexCatalog({
    ...emptyCatalog,
    networks: networkFacts.map(([slug, chainId], i) => network(slug, chainId, i + 1)),
    platforms,
    assets,
    tokens,
  });
}

/** Assets of every class, each on one to five networks, named `{class}-{n}`. */
export function manyAssets(classes: readonly string[], perClass: number): CatalogIndex {
  const assets: Asset[] = [];
  const tokens: Token[] = [];
  let id = 500_000;
  for (const asset_class of classes) {
    for (let n = 1; n <= perClass; n++) {
      const slug = `${asset_class}-${n}`;
      const asset = assetFixture({
        id: id++,
        slug,
        asset_class,
        denomination:
          asset_class === "commodities"
            ? "XAU"
            : asset_class === "stablecoins" && n % 3 === 0
              ? "EUR"
              : "USD",
        distribution: n % 9 === 8 ? "represented" : "distributed",
      });
      assets.push(asset);
      const deployments = n % 10 === 0 ? 0 : 1 + ((n * 7) % 4);
      for (let k = 0; k < deployments; k++) {
        const facts = networkFacts[(n + k) % networkFacts.length] ?? networkFacts[0];
        tokens.push(
          tokenFixture({
            id: id++,
            asset: slug,
            network: facts[0],
            decimals: [6, 18, 2, 8][k] ?? 6,
            is_bridged: k > 0 && (n + k) % 3 === 0,
          }),
        );
      }
    }
  }
  return catalogFixture({ assets, tokens });
}

/** Assets that the tables of anchors and events name, with the networks that make them interesting. */
export function namedAssets(): CatalogIndex {
  const assets: Asset[] = [];
  const tokens: Token[] = [];
  let id = 1_000;
  const add = (
    slug: string,
    asset_class: string,
    networks: readonly string[],
    draft: Partial<Asset> = {},
  ) => {
    assets.push(assetFixture({ id: id++, slug, asset_class, ...draft }));
    for (const [k, name] of networks.entries()) {
      const isCopy = name.startsWith("copy:");
      tokens.push(
        tokenFixture({
          id: id++,
          asset: slug,
          network: name.replace("copy:", ""),
          decimals: [6, 18, 8][k % 3] ?? 6,
          is_bridged: isCopy,
        }),
      );
    }
  };
  add("usdt", "stablecoins", ["ethereum", "tron", "solana", "bnb-chain"], { inception_date: "2014-10-06" });
  add("fdusd", "stablecoins", ["ethereum", "bnb-chain", "copy:solana"], { inception_date: "2023-06-01" });
  add("eurt", "stablecoins", ["ethereum", "copy:base"], { denomination: "EUR" });
  add("paxg", "commodities", ["ethereum", "copy:solana", "copy:base"], {
    ...{ denomination: "XAU", underlying_goods: "gold", underlying_amount: 1, underlying_unit: "troy_ounce" },
    inception_date: "2019-09-05",
  });
  add("kau", "commodities", ["stellar"], {
    ...{ denomination: "XAU", underlying_goods: "gold", underlying_amount: 1, underlying_unit: "gram" },
  });
  add("oro-gold", "commodities", ["solana"], { denomination: "XAU", underlying_goods: "gold" });
  add("buidl", "treasuries", ["ethereum", "bnb-chain", "solana"], { inception_date: "2024-03-20" });
  add("ustb", "treasuries", ["ethereum"]);
  add("mtbill", "treasuries", ["ethereum", "base"]);
  add("cetes", "government-bonds", ["solana", "stellar"], { denomination: "MXN" });
  add("bcap", "institutional-funds", ["ethereum"]);
  add("home", "real-estate", ["ethereum"]);
  add("fidu", "private-credit", ["ethereum"], { platform: "goldfinch" });
  add("heloc", "private-credit", [], { distribution: "represented", platform: "figure" });
  add("tslax", "stocks", ["solana", "ethereum"], {
    ...{ denomination: null, ticker: "TSLAx", underlying_symbol: "TSLA" },
  });
  add("tslar", "stocks", ["solana"], { denomination: null, ticker: "TSLAr", underlying_symbol: "TSLA" });
  add("spxux", "stocks", ["ethereum"], { denomination: null, ticker: "SPXUX" });
  return catalogFixture({
    assets,
    tokens,
    platforms: [platformFixture(22, "goldfinch"), platformFixture(270, "figure")],
  });
}
