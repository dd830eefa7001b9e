/**
 * Approximate figures of well-known assets, by asset slug: orders of magnitude of public figures up to early
 * 2026, rounded, then extrapolated. They make the sample resemble its market; do not quote them.
 */
import type { Valuation } from "./classProfiles";
import type { AssetEventDraft } from "./namedEvents";

/** A date (`2026-01-01`) and the level on it. */
export type Anchor = readonly [date: string, level: number];

export interface AssetAnchor {
  /** Dollars issued, by date. If the catalog has no launch date, the first date is used. */
  size?: readonly Anchor[];
  /** Percent of the units by network. */
  networks?: Readonly<Record<string, number>>;
  valuation?: Valuation;
  /** NAV stays at 1 and yield is paid in units. */
  stableNav?: boolean;
  /** NAV at about the start of 2024, in the asset's currency. */
  nav?: number;
  /** Has a market price in addition to its NAV. */
  isTraded?: boolean;
  /** Yield above the policy rate, percent a year. */
  yieldSpread?: number;
  /** Part of the supply traded on a weekday. */
  turnover?: number;
  /** Its units stay on its platform, whose ledger publishes all settlements. */
  settlesOnLedger?: boolean;
  holdersPerMillion?: number;
  /** Lending pools. */
  pools?: number;
}

const B = 1e9;
const M = 1e6;
type Size = number | null;
/** Sizes in the given unit at the starts of 2024, 2025, 2026 and November 2026; null where it did not exist. */
const along = (unit: number, ...sizes: readonly [Size, Size, Size, Size]): readonly Anchor[] =>
  (["2024-01-01", "2025-01-01", "2026-01-01", "2026-11-01"] as const).flatMap((date, i): Anchor[] => {
    const size = sizes[i];
    return typeof size === "number" ? [[date, size * unit]] : [];
  });
/** A size that starts on a date with its first level. */
const since = (date: string, first: number, ...rest: readonly Anchor[]): readonly Anchor[] => [
  [date, first],
  ...rest,
];
const now = (size: number): Anchor => ["2026-11-01", size];

export const anchorsBySlug: Readonly<Record<string, AssetAnchor>> = {
  // Stablecoins
  usdt: {
    size: along(B, 91.7, 138, 187, 194),
    networks: {
      tron: 44,
      ethereum: 45,
      "bnb-chain": 4,
      solana: 1.4,
      arbitrum: 0.7,
      polygon: 0.6,
      avalanche: 0.9,
      ton: 0.6,
      aptos: 0.6,
      plasma: 1.2,
      celo: 0.2,
      optimism: 0.3,
      near: 0.2,
    },
    turnover: 0.16,
    holdersPerMillion: 6500,
  },
  usdc: {
    size: along(B, 24.5, 44, 75, 80),
    networks: {
      ethereum: 64,
      solana: 11,
      base: 6,
      arbitrum: 5,
      hyperevm: 5,
      "bnb-chain": 1.6,
      polygon: 1.3,
      avalanche: 1,
      optimism: 0.5,
      stellar: 0.3,
      sui: 0.6,
      algorand: 0.1,
      noble: 0.3,
      near: 0.2,
      "hedera-hashgraph": 0.1,
    },
    turnover: 0.2,
    holdersPerMillion: 3500,
  },
  usde: {
    size: since(
      "2024-02-19",
      0.1 * B,
      ["2025-01-01", 5.9 * B],
      ["2025-10-05", 14.2 * B],
      ["2026-01-01", 6.4 * B],
      now(6.9 * B),
    ),
    turnover: 0.04,
  },
  dai: {
    size: along(B, 5.3, 4.9, 4.4, 4.3),
    networks: { ethereum: 88, polygon: 3, gnosis: 3, arbitrum: 3, optimism: 1, base: 1 },
  },
  usds: {
    size: since(
      "2024-09-18",
      0.6 * B,
      ["2025-01-01", 1.6 * B],
      ["2025-07-01", 7 * B],
      ["2026-01-01", 9.3 * B],
      now(10.8 * B),
    ),
  },
  usd1: {
    size: since("2025-04-02", 0.1 * B, ["2025-05-10", 2.1 * B], ["2026-01-01", 3.3 * B], now(4.4 * B)),
    networks: { "bnb-chain": 70, ethereum: 20, solana: 8, tron: 2 },
  },
  pyusd: {
    size: along(B, 0.23, 0.5, 3.7, 4.2),
    networks: { ethereum: 73, solana: 26, arbitrum: 0.6, stellar: 0.4 },
  },
  fdusd: {
    size: along(B, 1.8, 1.85, 0.72, 0.55),
    networks: { ethereum: 70, "bnb-chain": 25, sui: 4, solana: 1 },
  },
  rlusd: {
    size: since("2024-12-17", 0.05 * B, ["2025-07-01", 0.47 * B], ["2026-01-01", 1.35 * B], now(1.8 * B)),
    networks: { ethereum: 77, "xrp-ledger": 23 },
  },
  usdg: {
    size: since("2024-11-04", 0.02 * B, ["2025-07-01", 0.35 * B], ["2026-01-01", 1.5 * B], now(1.9 * B)),
  },
  usdtb: {
    size: since("2024-12-16", 0.07 * B, ["2025-06-01", 1.4 * B], ["2026-01-01", 0.9 * B], now(0.9 * B)),
  },
  usdf: { size: since("2025-03-10", 0.1 * B, ["2026-01-01", 2.0 * B], now(1.8 * B)) },
  usd0: {
    size: since("2024-06-12", 0.1 * B, ["2025-01-01", 1.8 * B], ["2026-01-01", 0.56 * B], now(0.5 * B)),
  },
  usdd: { size: along(B, 0.75, 0.74, 0.85, 0.95), networks: { tron: 88, ethereum: 8, "bnb-chain": 4 } },
  tusd: { size: along(B, 2.3, 0.5, 0.49, 0.48) },
  frax: { size: along(B, 0.65, 0.64, 0.12, 0.1) },
  frxusd: { size: since("2025-02-10", 0.03 * B, now(0.15 * B)) },
  gho: { size: along(B, 0.034, 0.18, 0.45, 0.52) },
  crvusd: { size: along(B, 0.15, 0.09, 0.27, 0.3) },
  lusd: { size: along(B, 0.17, 0.065, 0.035, 0.03) },
  usdp: { size: along(B, 0.37, 0.095, 0.05, 0.045) },
  gusd: { size: along(B, 0.13, 0.06, 0.045, 0.04) },
  ausd: { size: since("2024-07-10", 0.01 * B, now(0.18 * B)) },
  usdl: { size: since("2024-06-05", 0.005 * B, now(0.06 * B)) },
  eurc: {
    size: along(B, 0.056, 0.088, 0.36, 0.46),
    networks: { ethereum: 52, base: 20, solana: 18, avalanche: 8, stellar: 1 },
  },
  eurs: { size: along(B, 0.125, 0.125, 0.14, 0.14) },
  eurcv: { size: along(B, 0.012, 0.038, 0.08, 0.12) },
  eure: { size: along(M, 10, 13, 20, 26) },
  euri: { size: since("2024-08-27", 30 * M, now(55 * M)) },
  eurq: { size: since("2024-11-18", 3 * M, now(12 * M)) },
  eurr: { size: since("2024-11-20", 4 * M, now(14 * M)) },
  eurau: { size: since("2025-07-31", 5 * M, now(45 * M)) },
  eura: { size: along(M, 22, 17, 10, 8) },
  xsgd: { size: along(M, 9, 13, 14, 16) },
  gyen: { size: along(M, 13, 15, 10, 9) },
  jpyc: { size: since("2025-10-27", 1 * M, now(22 * M)) },
  tryb: { size: along(M, 17, 15, 13, 12) },
  vchf: { size: along(M, 3.5, 3, 4, 5) },
  veur: { size: along(M, 4.5, 4, 6, 7) },
  a7a5: {
    size: since("2025-02-07", 20 * M, ["2025-07-01", 150 * M], ["2026-01-01", 500 * M], now(520 * M)),
    networks: { tron: 60, ethereum: 40 },
  },

  eurt: { size: along(M, 36, 30, 27, null) },
  busd: {
    size: [["2023-01-01", 16.5 * B], ["2024-01-01", 1 * B], ["2025-01-01", 0.06 * B], now(0.04 * B)],
  },
  usat: { size: since("2026-01-27", 12 * M, now(280 * M)) },
  m: { size: since("2024-05-10", 8 * M, now(340 * M)) },
  usdai: { size: since("2025-05-20", 20 * M, now(520 * M)) },
  usdh: { size: since("2025-09-24", 15 * M, now(70 * M)) },
  usr: { size: since("2024-09-10", 30 * M, ["2025-02-01", 500 * M], now(260 * M)) },
  bold: { size: since("2025-01-23", 3 * M, now(45 * M)) },
  mim: { size: along(M, 70, 45, 35, 30) },
  dola: { size: along(M, 95, 120, 110, 105) },
  usdj: { size: along(M, 18, 9, 6, 5) },
  usdcv: { size: since("2025-07-10", 5 * M, now(40 * M)) },
  musd: { size: since("2025-09-15", 15 * M, now(60 * M)) },
  fidd: { size: since("2026-02-04", 10 * M, now(150 * M)) },
  sofiusd: { size: since("2025-12-18", 5 * M, now(60 * M)) },
  usdpt: { size: since("2026-05-04", 5 * M, now(45 * M)) },
  "united-stables-u": { size: since("2025-12-18", 100 * M, now(700 * M)) },
  "phantom-cash": { size: since("2025-09-30", 20 * M, now(110 * M)) },
  usdb: { size: since("2024-02-29", 300 * M, ["2025-01-01", 150 * M], now(25 * M)) },

  // US treasuries Overnight repo: about the whole book is settled again every weekday.
  dlr: { settlesOnLedger: true, turnover: 0.9 },
  buidl: {
    size: since(
      "2024-03-20",
      0.1 * B,
      ["2024-07-01", 0.5 * B],
      ["2025-01-01", 0.64 * B],
      ["2025-06-15", 2.85 * B],
      ["2026-01-01", 1.9 * B],
      now(2.3 * B),
    ),
    networks: {
      ethereum: 40,
      "bnb-chain": 20,
      aptos: 20,
      avalanche: 15,
      polygon: 12,
      arbitrum: 5,
      optimism: 5,
      solana: 10,
    },
    stableNav: true,
    holdersPerMillion: 0.08,
  },
  benji: {
    size: along(B, 0.32, 0.6, 0.84, 0.98),
    networks: { stellar: 62, ethereum: 8, arbitrum: 12, polygon: 6, avalanche: 5, base: 4, aptos: 3 },
    stableNav: true,
  },
  ibenji: { size: since("2025-03-24", 0.04 * B, now(0.22 * B)), stableNav: true },
  usyc: {
    size: along(B, 0.11, 0.98, 1.5, 1.7),
    networks: { ethereum: 18, "bnb-chain": 80, near: 1, noble: 1 },
    nav: 1.04,
  },
  ousg: {
    size: along(B, 0.13, 0.19, 0.77, 0.8),
    networks: { ethereum: 72, polygon: 3, solana: 15, "xrp-ledger": 10 },
    nav: 105,
    stableNav: false,
    isTraded: false,
  },
  usdy: {
    size: along(B, 0.06, 0.45, 1.05, 1.3),
    networks: {
      ethereum: 52,
      solana: 18,
      mantle: 3,
      sui: 2,
      aptos: 2,
      noble: 3,
      arbitrum: 2,
      stellar: 10,
      sei: 3,
      "bnb-chain": 4,
      plume: 1,
    },
    nav: 1.02,
    stableNav: false,
    isTraded: true,
  },
  ustb: { size: along(B, 0.03, 0.23, 0.66, 0.82), nav: 10, stableNav: false, isTraded: false },
  wtgxx: { size: along(B, 0.01, 0.12, 0.75, 0.7), stableNav: true },
  jtrsy: {
    size: since(
      "2024-08-05",
      0.02 * B,
      ["2025-01-01", 0.08 * B],
      ["2025-07-01", 0.38 * B],
      ["2026-01-01", 0.33 * B],
      now(0.36 * B),
    ),
    nav: 1,
    stableNav: false,
  },
  tbill: { size: along(B, 0.035, 0.12, 0.19, 0.22), nav: 1.01, stableNav: false, isTraded: true },
  stbt: { size: along(B, 0.11, 0.06, 0.025, 0.02), stableNav: true },
  mtbill: { size: along(M, 4, 12, 32, 30), nav: 1, stableNav: false },
  vbill: { size: since("2025-05-13", 20 * M, now(110 * M)), stableNav: true },
  thbill: { size: since("2025-07-15", 20 * M, now(150 * M)), nav: 1, stableNav: false },
  fdit: { size: since("2025-08-04", 60 * M, ["2025-09-15", 205 * M], now(260 * M)), stableNav: true },
  filq: { size: along(M, null, 50, 60, 65) },
  ultra: { size: since("2024-08-01", 10 * M, now(140 * M)), nav: 1, stableNav: false },
  cumiu: { size: since("2025-02-20", 15 * M, now(60 * M)) },
  belif: { size: since("2025-10-15", 10 * M, now(70 * M)) },
  mony: { size: since("2025-12-15", 100 * M, now(210 * M)), stableNav: true },
  jltxx: { size: since("2026-03-02", 20 * M, now(80 * M)), stableNav: true },
  ustry: { size: along(M, 0.5, 8, 12, 14), nav: 1.02, stableNav: false },
  ustbl: { size: since("2024-06-03", 2 * M, ["2025-01-01", 30 * M], now(160 * M)), nav: 1, stableNav: false },
  bib01: { size: along(M, 55, 18, 8, 7), nav: 105, stableNav: false, isTraded: true },

  // Government bonds
  eutbl: {
    size: since("2024-05-03", 2 * M, ["2025-01-01", 105 * M], ["2026-01-01", 520 * M], now(640 * M)),
    nav: 1,
    stableNav: false,
  },
  uktbl: { size: since("2025-08-20", 2 * M, now(42 * M)), nav: 1, stableNav: false },
  bc3m: { size: along(M, 6, 9, 12, 13), nav: 118, stableNav: false },
  cetes: { size: since("2024-07-22", 0.3 * M, now(18 * M)), nav: 1, stableNav: false },
  tesouro: { size: since("2025-05-12", 0.2 * M, now(9 * M)), nav: 1, stableNav: false },

  // Private credit
  heloc: { size: along(B, 6.6, 8.7, 13.6, 15.4), pools: 6, stableNav: true },
  "ylds-heloc": { size: since("2025-06-02", 0.08 * B, now(0.45 * B)), pools: 3, stableNav: true },
  "ylds-heloc-plus": { size: since("2025-10-01", 0.05 * B, now(0.25 * B)), pools: 2, stableNav: true },
  syrupusdc: {
    size: since(
      "2024-06-20",
      0.01 * B,
      ["2025-01-01", 0.24 * B],
      ["2025-10-01", 1.5 * B],
      ["2026-01-01", 1.75 * B],
      now(2.1 * B),
    ),
    pools: 6,
    nav: 1,
    stableNav: false,
    isTraded: true,
  },
  syrupusdt: {
    size: since("2025-07-09", 0.05 * B, ["2026-01-01", 0.75 * B], now(1.1 * B)),
    pools: 5,
    nav: 1,
    stableNav: false,
    isTraded: true,
  },
  fidu: { size: along(M, 96, 72, 55, 50), pools: 5, nav: 1.1, stableNav: false },
  pst: { size: since("2025-04-10", 5 * M, now(130 * M)), pools: 4, nav: 1, stableNav: false },
  florin: { size: along(M, 4, 3, 3, 3), pools: 4, nav: 1, stableNav: false },
  "new-silver-2": { size: along(M, 18, 20, 14, 12), pools: 3, nav: 1.1, stableNav: false },
  "bling-series-1": { size: along(M, 2.2, 1.5, 1, 1), pools: 2, nav: 1.05, stableNav: false },
  "cauris-fintech-1": { size: along(M, 5, 4, 3, 3), pools: 3, nav: 1.08, stableNav: false },
  "fortunafi-1": { size: along(M, 7, 9, 8, 8), pools: 3, nav: 1.09, stableNav: false },
  "harbor-trade-2": { size: along(M, 9, 8, 7, 7), pools: 3, nav: 1.07, stableNav: false },
  "branch-3": { size: along(M, 8, 7, 6, 6), pools: 3, nav: 1.07, stableNav: false },
  "consolfreight-4": { size: along(M, 3, 3, 2.5, 2.5), pools: 3, nav: 1.06, stableNav: false },
  "databased-finance-1": { size: along(M, 6, 6, 5, 5), pools: 3, nav: 1.05, stableNav: false },

  // Institutional funds, structured credit
  "mf-one": {
    size: since("2025-06-10", 20 * M, ["2026-01-01", 140 * M], now(190 * M)),
    nav: 1,
    stableNav: false,
  },
  acred: {
    size: since("2025-01-30", 30 * M, ["2026-01-01", 125 * M], now(160 * M)),
    nav: 1000,
    stableNav: false,
  },
  bcap: { size: along(M, 95, 115, 140, 145), nav: 14, stableNav: false, isTraded: true },
  hlscope: { size: since("2023-05-15", 4 * M, now(28 * M)), nav: 10, stableNav: false, isTraded: true },
  spice: { size: along(M, 22, 24, 21, 20), nav: 5.3, stableNav: false, isTraded: true },
  cosx: { size: along(M, 30, 34, 36, 38), nav: 19, stableNav: false, isTraded: true },
  mi4: { size: since("2025-04-24", 60 * M, now(210 * M)), nav: 1000, stableNav: false },
  uscc: {
    size: since("2024-07-18", 15 * M, ["2025-07-01", 230 * M], now(380 * M)),
    nav: 10,
    stableNav: false,
  },
  jaaa: {
    size: since("2025-07-23", 60 * M, ["2025-12-01", 700 * M], now(880 * M)),
    nav: 1,
    stableNav: false,
    yieldSpread: 1.3,
  },
  stac: { size: since("2025-10-28", 100 * M, now(165 * M)), nav: 1000, stableNav: false, yieldSpread: 1.1 },

  // Commodities
  xaut: {
    size: along(B, 0.5, 0.66, 2.2, 2.3),
    networks: { ethereum: 96, tron: 1, solana: 2, ton: 1 },
    holdersPerMillion: 12,
  },
  paxg: { size: along(B, 0.49, 0.52, 1.6, 1.9), holdersPerMillion: 55 },
  kau: { size: along(M, 105, 135, 330, 340) },
  kag: { size: along(M, 65, 85, 260, 240) },
  xaum: { size: since("2024-09-04", 4 * M, ["2026-01-01", 55 * M], now(80 * M)) },
  cgo: { size: along(M, 1.2, 3, 14, 17) },
  pmgt: { size: along(M, 1.2, 1.3, 2, 2) },
  vnxau: { size: along(M, 2.1, 2.4, 6, 7) },
  "dgld-gold": { size: along(M, 40, 45, 70, 75) },

  dgx: { size: along(M, 0.3, 0.3, 0.4, 0.4) },
  cgt: { size: along(M, 1.5, 1.5, 2.5, 2.5) },
  txau: { size: along(M, 1, 1.2, 2, 2) },
  txag: { size: along(M, 0.3, 0.4, 1, 1) },
  txpt: { size: along(M, 0.2, 0.2, 0.4, 0.4) },
  awg: { size: along(M, 0.1, 0.1, 0.1, 0.1) },
  "meld-gold": { size: along(M, 1, 2, 4, 5) },
  "meld-silver": { size: along(M, 0.2, 0.4, 1, 1.2) },
  "asa-gold": { size: along(M, 0.2, 0.3, 0.4, 0.4) },
  "xbullion-gold": { size: along(M, 2, 2, 3, 3) },
  "xbullion-silver": { size: along(M, 0.3, 0.3, 0.8, 0.8) },
  gldt: { size: along(M, 0.2, 1, 3, 3.5) },
  upxau: { size: along(M, 0.2, 0.2, 0.3, 0.3) },
  gpc: { size: along(M, 1, 2, 6, 7) },

  // Stocks
  tslax: { size: since("2025-06-30", 1 * M, ["2025-09-01", 17 * M], now(52 * M)) },
  nvdax: { size: since("2025-06-30", 1 * M, ["2025-09-01", 9 * M], now(38 * M)) },
  spyx: { size: since("2025-06-30", 1 * M, ["2025-09-01", 8 * M], now(31 * M)) },
  crclx: { size: since("2025-06-30", 1 * M, ["2025-09-01", 8 * M], now(24 * M)) },
  googlx: { size: since("2025-06-30", 0.4 * M, ["2025-09-01", 4 * M], now(30 * M)) },
  mstrx: { size: since("2025-06-30", 0.6 * M, ["2025-09-01", 6 * M], now(18 * M)) },
  qqqx: { size: since("2025-06-30", 0.5 * M, now(15 * M)) },
  spyon: { size: since("2025-09-03", 2 * M, ["2026-01-01", 24 * M], now(60 * M)) },
  qqqon: { size: since("2025-09-03", 2 * M, ["2026-01-01", 22 * M], now(48 * M)) },
  tslaon: { size: since("2025-09-03", 1 * M, ["2026-01-01", 12 * M], now(33 * M)) },
  nvdaon: { size: since("2025-09-03", 1 * M, ["2026-01-01", 10 * M], now(35 * M)) },
  bcspx: { size: along(M, 4, 9, 16, 19) },
};

/** First day of a platform's tokens, and the number of days within which the other ones launched. */
export const platformStarts: Readonly<Record<string, readonly [first: string, withinDays: number]>> = {
  "ondo-global-markets": ["2025-09-03", 150],
  xstocks: ["2025-06-30", 20],
  backed: ["2023-02-01", 900],
  dinari: ["2023-09-05", 700],
  wisdomtree: ["2023-12-12", 420],
  spiko: ["2024-05-03", 600],
  etherfuse: ["2024-07-01", 600],
  midas: ["2024-06-10", 600],
  kaio: ["2024-10-01", 450],
  theo: ["2025-07-15", 200],
  libeara: ["2024-08-01", 500],
  kinexys: ["2025-12-15", 120],
  superstate: ["2023-12-05", 300],
  securitize: ["2022-06-01", 1200],
  centrifuge: ["2021-06-01", 700],
  realt: ["2020-06-01", 1500],
  figure: ["2021-01-01", 500],
  maple: ["2024-06-20", 400],
  huma: ["2025-04-10", 100],
  goldfinch: ["2021-01-15", 100],
};

/** Events of well-known assets. The date of a loan default makes one loan of the first pool default on it. */
export const eventsBySlug: Readonly<Record<string, AssetEventDraft & { loanDefault?: string }>> = {
  fdusd: { depeg: { date: "2025-04-02", depth: 0.125, recoveryDays: 6 } },
  usdf: { depeg: { date: "2025-07-08", depth: 0.045, recoveryDays: 4 } },
  lusd: { depeg: { date: "2026-09-14", depth: 0.06, recoveryDays: 9 } },
  eurt: { windDown: { first: "2024-11-27", last: "2025-11-25" } },
  "bling-series-1": { windDown: { first: "2024-10-01", last: "2025-03-31" } },
  "cauris-fintech-1": { windDown: { first: "2026-03-02", last: "2026-07-31" } },
  fidu: { loanDefault: "2025-04-14" },
  "harbor-trade-2": { loanDefault: "2024-09-16" },
  pst: { loanDefault: "2026-08-24" },
  mtbill: { gaps: [{ first: "2025-08-04", last: "2025-08-19", scope: "all" }] },
  cetes: { gaps: [{ first: "2025-11-03", last: "2025-11-17", scope: "value" }] },
  "realtoken-4061-grand": { gaps: [{ first: "2025-02-10", last: "2025-03-07", scope: "all" }] },
  spice: { discount: 0.34, gaps: [{ first: "2026-02-01", last: "2026-03-03", scope: "value" }] },
  bcap: { discount: 0.18 },
  // A platform that has closed.
  ...Object.fromEntries(
    ["crclr", "mstrr", "nvdar", "spyr", "tslar"].map((slug) => [slug, { idleFrom: "2026-06-01" }]),
  ),
  cosx: { discount: 0.22 },
  hlscope: { discount: 0.04 },
  home: { isUnpriced: true },
  prts: { isUnpriced: true },
  "databased-finance-1": { isUnpriced: true },
};
