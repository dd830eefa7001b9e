import type { AssetClassSlug, FieldName, ResourceRow } from "#domain";

/** Who stands behind an asset. */
export const assetParties = [
  "asset_class_name",
  "issuer_name",
  "protocol_name",
  "manager_name",
  "jurisdiction_country_name",
] as const satisfies readonly FieldName<"assets">[];

/** Facts of an asset, in the order in which an investor asks for them. */
export const assetFacts = [
  "asset_class_name",
  "issuer_name",
  "protocol_name",
  "manager_name",
  "jurisdiction_country_name",
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
] as const satisfies readonly FieldName<"assets">[];

/** Facts that only assets of one class are asked for; of others they are shown where they are known. */
const askedOf: Partial<Record<FieldName<"assets">, AssetClassSlug>> = {
  underlying_goods: "commodities",
  weight_per_token: "commodities",
  underlying_symbol: "stocks",
};

/** The facts to show of an asset, unknown ones included. */
export const assetFactsOf = (row: ResourceRow) =>
  assetFacts.filter((name) => {
    const asked = askedOf[name];
    return asked === undefined || asked === row.asset_class_slug || (row[name] ?? null) !== null;
  });

/** What a distribution means, for readers who do not know the word. */
export const distributionWords: Readonly<Record<string, string>> = {
  distributed: "Distributed: units can be transferred off the issuing platform to other wallets.",
  represented:
    "Represented: tokens record holdings on the issuing platform and cannot be transferred to other wallets.",
};
