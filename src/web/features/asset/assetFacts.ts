import type { ResourceRow } from "#domain/api";
import type { FieldName } from "#domain/resources";
import { type AssetClassSlug, firms } from "#domain/vocabulary";

/** Prefixes of the fields that name a party of an asset. The platform follows the issuer. */
export const partyPrefixes = [
  "asset_class",
  "issuer",
  "protocol",
  ...firms.flatMap(({ kind }) => (kind === "issuer" ? [] : [kind])),
  "jurisdiction_country",
] as const;

/** Fields with the names of the parties of an asset. */
export const assetParties = partyPrefixes.map((prefix) => `${prefix}_name` as const);

/** Facts of an asset in the order of relevance to an investor. */
export const assetFacts: readonly FieldName<"assets">[] = [
  ...assetParties,
  "inception_date",
  "denomination",
  "underlying_goods",
  "weight_per_token",
  "underlying_symbol",
  "isin",
  "management_fee_percent",
  "minimum_investment_dollar",
  "is_investable",
  "is_rebasing",
  "distribution",
];

/** Facts that are expected for one asset class only. For other classes they are shown if known. */
const expectedClasses: Partial<Record<FieldName<"assets">, AssetClassSlug>> = {
  underlying_goods: "commodities",
  weight_per_token: "commodities",
  underlying_symbol: "stocks",
};

/** The facts to show for an asset, including unknown ones. */
export const assetFactsOf = (row: ResourceRow) =>
  assetFacts.filter((name) => {
    const expectedClass = expectedClasses[name];
    return (
      expectedClass === undefined || expectedClass === row.asset_class_slug || (row[name] ?? null) !== null
    );
  });

/** Explanation of each distribution type. */
export const distributionWords: Readonly<Record<string, string>> = {
  distributed: "Distributed: units can be transferred off the issuing platform to other wallets.",
  represented:
    "Represented: tokens record holdings on the issuing platform and cannot be transferred to other wallets.",
};
