/**
 * Sectors, collateral and regions of the lenders in the catalog, according to their names and descriptions,
 * by asset slug.
 */

import type { regionSlugs } from "#domain/catalog";
import type { collateralTypes, loanSectorCategories } from "#domain/vocabulary";

export type LoanSector = (typeof loanSectorCategories)[number];
export type CollateralType = (typeof collateralTypes)[number];
export type Region = (typeof regionSlugs)[number];

/** At least one, equally likely; repeat values that are more frequent. */
type Some<T> = readonly [T, ...T[]];

export interface LendingFacts {
  sectors: Some<LoanSector>;
  collateral: Some<CollateralType>;
  /** Regions of its borrowers; null if unknown. */
  regions: Some<Region> | null;
}

const homeEquity: LendingFacts = {
  sectors: ["mortgages"],
  collateral: ["mortgages"],
  regions: ["north_america"],
};
const securedInstitutions: LendingFacts = {
  sectors: ["crypto_trading", "crypto_trading", "crypto_mining", "fintech"],
  collateral: ["cryptocurrencies"],
  regions: ["north_america", "europe", "asia"],
};
const unsecuredInstitutions: LendingFacts = {
  sectors: ["crypto_trading", "crypto_trading", "fintech"],
  collateral: ["unsecured_credit"],
  regions: ["north_america", "europe", "asia"],
};
/** A pool that lends to one trading firm. */
const tradingFirm = (region: Region | null): LendingFacts => ({
  sectors: ["crypto_trading"],
  collateral: ["unsecured_credit"],
  regions: region && [region],
});
const receivables = (...sectors: Some<LoanSector>): LendingFacts => ({
  sectors,
  collateral: ["receivables_financing"],
  regions: null,
});

/**
 * Usual dollars of one loan of a sector, the upper end of typical sample loans. Home-equity loans are sold
 * and listed as portfolios of some hundred.
 */
const usualDollars: Partial<Record<LoanSector, number>> = {
  mortgages: 25e6,
  crypto_trading: 25e6,
  crypto_mining: 20e6,
  fintech: 10e6,
  real_estate: 5e6,
  none: 20e6,
};
export const usualLoan = (sector: LoanSector): number => usualDollars[sector] ?? 2.5e6;

export const lendingBySlug: Readonly<Record<string, LendingFacts>> = {
  heloc: homeEquity,
  "ylds-heloc": homeEquity,
  "ylds-heloc-plus": homeEquity,
  "bsfg-cad-1": homeEquity,
  syrupusdc: securedInstitutions,
  syrupusdt: securedInstitutions,
  tftusd: unsecuredInstitutions,
  tfusdt: unsecuredInstitutions,
  tfusdc: unsecuredInstitutions,
  tfbusd: unsecuredInstitutions,
  "cpwin-usdc": tradingFirm("europe"),
  "rwin-usdc": tradingFirm("europe"),
  "cppor-usdc": tradingFirm("europe"),
  "cpfas-usdc": tradingFirm("europe"),
  "cpfas-usdt": tradingFirm("europe"),
  "cpfol-usdc": tradingFirm(null),
  "rfol-usdc": tradingFirm(null),
  pst: receivables("trade", "invoice", "fintech"),
  "bling-series-1": receivables("invoice"),
  "harbor-trade-2": receivables("trade"),
  "consolfreight-4": receivables("freight_forwarding"),
  "fortunafi-1": receivables("revenue_based", "saas"),
  fidu: {
    sectors: ["fintech", "fintech", "sme", "consumer", "auto"],
    collateral: ["asset_backed_credit", "asset_backed_credit", "unsecured_credit"],
    regions: ["africa", "asia", "latin_america", "europe"],
  },
  florin: {
    sectors: ["sme", "msme"],
    collateral: ["asset_backed_credit", "unsecured_credit"],
    regions: ["europe"],
  },
  "cauris-fintech-1": {
    sectors: ["fintech"],
    collateral: ["asset_backed_credit"],
    regions: ["africa", "asia", "latin_america"],
  },
  "new-silver-2": { sectors: ["real_estate"], collateral: ["real_estate"], regions: ["north_america"] },
  "branch-3": {
    sectors: ["consumer"],
    collateral: ["unsecured_credit"],
    regions: ["africa", "asia", "latin_america"],
  },
  "databased-finance-1": { sectors: ["inventory"], collateral: ["asset_backed_credit"], regions: null },
  // A fund of funds: the sectors of its funds are not published.
  crdt: { sectors: ["none"], collateral: ["funds"], regions: null },
  "bsfg-em-1": {
    sectors: ["sme", "msme", "consumer"],
    collateral: ["asset_backed_credit", "unsecured_credit"],
    regions: ["africa", "asia", "latin_america"],
  },
  "bsfg-ad-1": { sectors: ["sme"], collateral: ["asset_backed_credit"], regions: ["middle_east"] },
  "bsfg-kes-1": { sectors: ["consumer"], collateral: ["unsecured_credit"], regions: ["africa"] },
};
