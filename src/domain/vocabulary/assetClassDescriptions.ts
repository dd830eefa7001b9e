import type { AssetClassSlug } from "./assetClasses";

/** Descriptions of asset classes, apart from `assetClasses`, which every page loads. */
export const assetClassDescriptions: Readonly<Record<AssetClassSlug, string>> = {
  stablecoins:
    "Tokens designed to hold a stable value against a currency, backed by cash, securities or other collateral.",
  treasuries: "Tokenized US Treasury bills and notes, and money market funds that hold them.",
  "government-bonds": "Tokenized debt of non-US governments and public institutions.",
  "corporate-bonds": "Tokenized debt securities issued by companies, and funds that hold them.",
  "private-credit":
    "Loans originated outside public markets, the on-chain pools that fund them and funds that hold them.",
  commodities: "Tokens backed by allocated metal, energy, crops or other physical goods.",
  "institutional-funds": "Tokenized interests in hedge, private-market and multi-strategy funds.",
  stocks: "Tokens that track or represent listed shares and exchange-traded funds.",
  "real-estate": "Tokenized ownership of, or debt secured by, land and buildings.",
  "private-equity": "Tokenized shares of unlisted companies.",
  "structured-credit": "Tokenized tranches of securitized pools of debt.",
};
