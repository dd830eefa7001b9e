/** States, sectors and collateral of loans and investments (specification, section 3). */

export const loanStatuses = [
  { slug: "late", doc: "missed scheduled instalment" },
  { slug: "full", doc: "reached capacity" },
  { slug: "repaid", doc: "all capital repaid and closed" },
  { slug: "open", doc: "open to invest" },
  { slug: "defaulted", doc: "defaulted on payments" },
  { slug: "funded", doc: "funded with capital from pools" },
  { slug: "active", doc: "withdrawn funds and paying on schedule" },
  { slug: "closed", doc: "cannot be invested in" },
  { slug: "liquidated", doc: "defaulted, then collateral liquidated" },
] as const;
export type LoanStatus = (typeof loanStatuses)[number]["slug"];

/** Meaning of a loan status; null for any other text. */
export const loanStatusDoc = (status: string): string | null =>
  loanStatuses.find(({ slug }) => slug === status)?.doc ?? null;

export const investmentFilterStatuses = ["live", "upcoming"] as const;

export const loanSectorCategories = [
  "agriculture",
  "auto",
  "bnpl",
  "carbon_project",
  "consumer",
  "crypto_mining",
  "crypto_trading",
  "edtech",
  "energy",
  "fintech",
  "freight_forwarding",
  "gig_economy",
  "healthcare",
  "inventory",
  "invoice",
  "mortgages",
  "msme",
  "real_estate",
  "revenue_advance",
  "revenue_based",
  "saas",
  "salary_advances",
  "sme",
  "trade",
  "none",
] as const;

export const collateralTypes = [
  "asset_backed_credit",
  "credit_derivatives",
  "cryptocurrencies",
  "commodity_derivatives",
  "funds",
  "project_finance",
  "government_bonds",
  "mortgages",
  "public_credit",
  "public_equities",
  "real_estate_derivatives",
  "real_estate",
  "luxury_goods",
  "precious_metals",
  "reinsurance",
  "receivables_financing",
  "unsecured_credit",
] as const;
