/** How an asset of a class behaves where nothing more is known about it. */

/** Where the value of one unit comes from. */
export type Valuation = "peg" | "fund" | "goods" | "share" | "property" | "venture";

export interface ClassProfile {
  valuation: Valuation;
  /** Dollar size at the end of 2026: median, and spread in logarithms. */
  medianSize: number;
  sizeSpread: number;
  /** Size at the end of 2026 divided by size at the start of 2023. */
  growth: readonly [low: number, high: number];
  /** Yield above the policy rate, in percent a year. */
  yieldSpread: readonly [low: number, high: number];
  /** Average maturity of the holdings, in days; null if not applicable. */
  maturityDays: readonly [low: number, high: number] | null;
  /** Part of the supply that changes hands on a weekday. */
  turnover: readonly [low: number, high: number];
  /** Activity on a weekend day against a weekday. */
  weekend: number;
  /** Part of the supply created and destroyed on an average day of business. */
  churn: number;
  /** Chance that units are created or destroyed at all on a weekday. */
  issuesOnDay: number;
  holdersPerMillion: number;
  /** Dollars of an average transfer. */
  transferSize: number;
  topTenShare: readonly [low: number, high: number];
}

const profiles: Readonly<Record<string, ClassProfile>> = {
  stablecoins: {
    valuation: "peg",
    medianSize: 25e6,
    sizeSpread: 1.5,
    growth: [0.6, 6],
    yieldSpread: [0, 0],
    maturityDays: null,
    turnover: [0.02, 0.18],
    weekend: 0.68,
    churn: 0.004,
    issuesOnDay: 0.95,
    holdersPerMillion: 600,
    transferSize: 3_000,
    topTenShare: [28, 75],
  },
  treasuries: {
    valuation: "fund",
    medianSize: 16e6,
    sizeSpread: 1.2,
    growth: [2, 20],
    yieldSpread: [-0.5, 0.1],
    maturityDays: [18, 95],
    turnover: [0.0005, 0.012],
    weekend: 0.15,
    churn: 0.004,
    issuesOnDay: 0.6,
    holdersPerMillion: 4,
    transferSize: 180_000,
    topTenShare: [62, 97],
  },
  "government-bonds": {
    valuation: "fund",
    medianSize: 14e6,
    sizeSpread: 1.1,
    growth: [1.2, 12],
    yieldSpread: [-0.3, 1.2],
    maturityDays: [60, 1800],
    turnover: [0.0003, 0.006],
    weekend: 0.12,
    churn: 0.002,
    issuesOnDay: 0.4,
    holdersPerMillion: 5,
    transferSize: 90_000,
    topTenShare: [60, 98],
  },
  "corporate-bonds": {
    valuation: "fund",
    medianSize: 14e6,
    sizeSpread: 1.4,
    growth: [1, 8],
    yieldSpread: [0.5, 3.5],
    maturityDays: [300, 2600],
    turnover: [0.0003, 0.005],
    weekend: 0.15,
    churn: 0.0015,
    issuesOnDay: 0.25,
    holdersPerMillion: 8,
    transferSize: 60_000,
    topTenShare: [65, 99],
  },
  "private-credit": {
    valuation: "fund",
    medianSize: 20e6,
    sizeSpread: 1.2,
    growth: [1.5, 9],
    yieldSpread: [3.5, 8.5],
    maturityDays: [150, 1400],
    turnover: [0.001, 0.02],
    weekend: 0.45,
    churn: 0.003,
    issuesOnDay: 0.5,
    holdersPerMillion: 9,
    transferSize: 45_000,
    topTenShare: [55, 96],
  },
  commodities: {
    valuation: "goods",
    medianSize: 5e6,
    sizeSpread: 1.1,
    growth: [1.5, 7],
    yieldSpread: [0, 0],
    maturityDays: null,
    turnover: [0.003, 0.05],
    weekend: 0.5,
    churn: 0.002,
    issuesOnDay: 0.55,
    holdersPerMillion: 70,
    transferSize: 6_000,
    topTenShare: [30, 88],
  },
  "institutional-funds": {
    valuation: "fund",
    medianSize: 25e6,
    sizeSpread: 1.1,
    growth: [1.5, 10],
    yieldSpread: [1, 7],
    maturityDays: null,
    turnover: [0.0002, 0.006],
    weekend: 0.2,
    churn: 0.0015,
    issuesOnDay: 0.3,
    holdersPerMillion: 4,
    transferSize: 120_000,
    topTenShare: [66, 99],
  },
  stocks: {
    valuation: "share",
    medianSize: 1.3e6,
    sizeSpread: 1.2,
    growth: [3, 20],
    yieldSpread: [0, 0],
    maturityDays: null,
    turnover: [0.01, 0.12],
    weekend: 0.35,
    churn: 0.008,
    issuesOnDay: 0.75,
    holdersPerMillion: 400,
    transferSize: 900,
    topTenShare: [40, 92],
  },
  "real-estate": {
    valuation: "property",
    medianSize: 0.5e6,
    sizeSpread: 1.1,
    growth: [1, 3],
    yieldSpread: [2, 6],
    maturityDays: null,
    turnover: [0.0002, 0.004],
    weekend: 0.7,
    churn: 0.0004,
    issuesOnDay: 0.08,
    holdersPerMillion: 160,
    transferSize: 900,
    topTenShare: [25, 85],
  },
  "private-equity": {
    valuation: "venture",
    medianSize: 16e6,
    sizeSpread: 1.3,
    growth: [1, 4],
    yieldSpread: [0, 0],
    maturityDays: null,
    turnover: [0.0003, 0.01],
    weekend: 0.3,
    churn: 0.0006,
    issuesOnDay: 0.1,
    holdersPerMillion: 30,
    transferSize: 7_000,
    topTenShare: [45, 95],
  },
  "structured-credit": {
    valuation: "fund",
    medianSize: 50e6,
    sizeSpread: 1,
    growth: [2, 12],
    yieldSpread: [1, 3],
    maturityDays: [700, 3200],
    turnover: [0.0004, 0.01],
    weekend: 0.25,
    churn: 0.002,
    issuesOnDay: 0.4,
    holdersPerMillion: 3,
    transferSize: 250_000,
    topTenShare: [75, 99],
  },
};

/** The profile of a class; an unknown class behaves as a fund. */
export function classProfile(assetClass: string): ClassProfile {
  const profile = profiles[assetClass] ?? profiles["institutional-funds"];
  if (profile === undefined) throw new Error("The class profiles lack their default.");
  return profile;
}
