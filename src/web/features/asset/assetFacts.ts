import type { FieldName } from "#domain";

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
  "isin",
  "management_fee_percent",
  "minimum_investment_dollar",
  "is_investable",
  "is_rebasing",
  "distribution",
] as const satisfies readonly FieldName<"assets">[];

/** What a distribution means, for readers who do not know the word. */
export const distributionWords: Readonly<Record<string, string>> = {
  distributed: "Distributed: units can be transferred off the issuing platform to other wallets.",
  represented:
    "Represented: tokens record holdings on the issuing platform and cannot be transferred to other wallets.",
};
