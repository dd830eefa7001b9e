/**
 * Reference prices that several assets share: currencies, metals and other
 * goods in dollars per unit, listed shares, and policy rates. Anchors are
 * rounded month-start levels of the public markets (gold: World Bank commodity
 * markets, PDDL); between and after them the sample wanders.
 */

import type { Asset } from "#domain/catalog";
import { type GoodsUnit, gramsIn, type UnderlyingGoods } from "#domain/vocabulary";
import type { Anchor } from "../facts/anchors";
import type { DayRange } from "../primitives/days";
import { randomStream } from "../primitives/randomStream";
import { anchoredPath, levelAt } from "./anchoredPath";

const halfYears = [
  "2023-01-01",
  "2024-01-01",
  "2024-07-01",
  "2025-01-01",
  "2025-07-01",
  "2026-01-01",
] as const;
const along = (...levels: number[]): Anchor[] =>
  levels.map((level, i): Anchor => [halfYears[i] ?? "2026-01-01", level]);

interface Reference {
  anchors: readonly Anchor[];
  dailySpread: number;
  growth?: number;
}
const currency = (...levels: number[]): Reference => ({ anchors: along(...levels), dailySpread: 0.0025 });
const goods = (spread: number, ...levels: number[]): Reference => ({
  anchors: along(...levels),
  dailySpread: spread,
  growth: 0.02,
});

/** Dollars per unit of currency, per troy ounce of metal, per coin, barrel or pound. */
const references: Readonly<Record<string, Reference>> = {
  EUR: currency(1.07, 1.105, 1.075, 1.035, 1.175, 1.174),
  GBP: currency(1.21, 1.27, 1.265, 1.25, 1.37, 1.345),
  CHF: currency(1.08, 1.19, 1.11, 1.1, 1.255, 1.26),
  JPY: currency(0.0076, 0.0071, 0.0062, 0.00637, 0.00695, 0.00638),
  SGD: currency(0.746, 0.758, 0.737, 0.732, 0.786, 0.778),
  AUD: currency(0.68, 0.682, 0.667, 0.62, 0.656, 0.667),
  NZD: currency(0.634, 0.632, 0.609, 0.56, 0.609, 0.576),
  CAD: currency(0.738, 0.755, 0.731, 0.695, 0.734, 0.729),
  HKD: { anchors: along(0.128, 0.128, 0.128, 0.1287, 0.1274, 0.1285), dailySpread: 0.0002 },
  CNY: currency(0.145, 0.141, 0.1375, 0.137, 0.1396, 0.143),
  BRL: currency(0.189, 0.206, 0.18, 0.162, 0.183, 0.181),
  MXN: currency(0.0513, 0.059, 0.0546, 0.0481, 0.0533, 0.0556),
  COP: currency(0.000206, 0.000258, 0.000242, 0.000227, 0.000248, 0.000264),
  ARS: currency(0.0056, 0.00124, 0.0011, 0.00097, 0.00083, 0.00069),
  PEN: currency(0.263, 0.27, 0.261, 0.267, 0.282, 0.297),
  CLP: currency(0.00118, 0.00114, 0.00106, 0.001, 0.00107, 0.0011),
  TRY: currency(0.0534, 0.0339, 0.0305, 0.0283, 0.0251, 0.0233),
  ZAR: currency(0.0588, 0.0545, 0.0548, 0.053, 0.0563, 0.0603),
  NGN: currency(0.0022, 0.0011, 0.00066, 0.00065, 0.00065, 0.00069),
  KES: currency(0.0081, 0.0064, 0.0077, 0.0077, 0.0077, 0.00775),
  GHS: currency(0.098, 0.083, 0.065, 0.068, 0.096, 0.095),
  INR: currency(0.0121, 0.012, 0.012, 0.0117, 0.0117, 0.0111),
  IDR: currency(0.0000642, 0.0000649, 0.0000612, 0.0000617, 0.0000616, 0.0000599),
  PHP: currency(0.0179, 0.018, 0.0171, 0.0172, 0.0177, 0.017),
  VND: currency(0.0000424, 0.0000412, 0.0000393, 0.0000392, 0.0000382, 0.000038),
  THB: currency(0.0289, 0.0292, 0.0273, 0.0292, 0.0307, 0.0317),
  KRW: currency(0.00079, 0.00077, 0.000724, 0.00068, 0.000738, 0.000693),
  TWD: currency(0.0325, 0.0326, 0.0308, 0.0305, 0.034, 0.0318),
  PLN: currency(0.228, 0.254, 0.249, 0.242, 0.277, 0.278),
  SEK: currency(0.096, 0.0992, 0.0945, 0.0904, 0.1053, 0.1085),
  NOK: currency(0.102, 0.0984, 0.0938, 0.0879, 0.0991, 0.0992),
  DKK: currency(0.1437, 0.148, 0.1441, 0.1388, 0.1575, 0.1572),
  CZK: currency(0.0443, 0.0447, 0.0428, 0.0411, 0.0476, 0.0485),
  UAH: currency(0.0272, 0.0263, 0.0247, 0.0238, 0.024, 0.0236),
  RUB: currency(0.0137, 0.0111, 0.0116, 0.0088, 0.0127, 0.0126),
  KZT: currency(0.00216, 0.0022, 0.00211, 0.00191, 0.00192, 0.00198),
  KGS: currency(0.01167, 0.01122, 0.0116, 0.0115, 0.01144, 0.01144),
  ILS: currency(0.284, 0.277, 0.266, 0.274, 0.297, 0.314),
  AED: { anchors: along(0.27229), dailySpread: 0.00001 },
  SAR: { anchors: along(0.2666), dailySpread: 0.00001 },
  QAR: { anchors: along(0.2747), dailySpread: 0.00001 },

  XAU: {
    anchors: [
      ["2023-01-01", 1826],
      ["2023-07-01", 1920],
      ["2024-01-01", 2063],
      ["2024-04-01", 2240],
      ["2024-07-01", 2330],
      ["2024-10-01", 2640],
      ["2025-01-01", 2625],
      ["2025-04-01", 3120],
      ["2025-07-01", 3310],
      ["2025-09-01", 3450],
      ["2025-10-15", 4150],
      ["2026-01-01", 4350],
      ["2026-02-01", 4950],
      ["2026-04-01", 4780],
      ["2026-07-01", 4230],
    ],
    dailySpread: 0.005,
    growth: 0.04,
  },
  XAG: goods(0.01, 23.9, 23.8, 29.3, 28.9, 36.3, 71),
  XPT: goods(0.009, 1070, 990, 1000, 905, 1350, 2040),
  XPD: goods(0.011, 1790, 1100, 960, 910, 1100, 1620),
  XRH: goods(0.012, 12250, 4450, 4650, 4575, 5400, 8200),
  COPPER_LB: goods(0.009, 3.8, 3.9, 4.4, 4.0, 5.05, 5.65),
  OIL_BARREL: goods(0.013, 80, 72, 82, 72, 66, 58),
  URANIUM_LB: goods(0.01, 48, 91, 84, 73, 76, 82),
  CARBON_TONNE: goods(0.015, 9, 6, 5, 4.5, 4.8, 5.2),
  SOY_BUSHEL: goods(0.009, 15.2, 12.9, 11.5, 10.1, 10.4, 10.3),
  CORN_BUSHEL: goods(0.01, 6.7, 4.6, 4.1, 4.55, 4.1, 4.4),
  WHEAT_BUSHEL: goods(0.011, 7.7, 6.2, 5.6, 5.5, 5.3, 5.1),
  BTC: goods(0.022, 16600, 42500, 63000, 94000, 107000, 88000),
  ETH: goods(0.028, 1200, 2300, 3400, 3350, 2500, 2970),
  SOL: goods(0.035, 10, 101, 146, 192, 152, 125),
};

/** Listed shares and funds, in dollars: start of 2024, 2025 and 2026, splits undone. */
const shares: Readonly<Record<string, readonly [number, number, number]>> = {
  AAPL: [185, 244, 271],
  ABNB: [134, 131, 136],
  ABT: [110, 113, 125],
  AMC: [6.1, 4, 1.6],
  AMD: [139, 121, 214],
  AMZN: [150, 220, 231],
  APLD: [6.6, 7.7, 25],
  AVGO: [108, 232, 346],
  AZN: [67, 66, 92],
  BIL: [91.4, 91.4, 91.4],
  CLOA: [51.5, 51.9, 51.8],
  CLOI: [52.6, 52.9, 52.9],
  CSPX: [500, 620, 728],
  FLHY: [23.6, 24, 24.6],
  HYG: [77.5, 78.7, 80.7],
  HYS: [93, 94, 95],
  IEF: [96.4, 92.5, 96.3],
  IEI: [117, 115.6, 119.5],
  IGEB: [45, 45, 46],
  JAAA: [50.3, 50.7, 50.6],
  LEMB: [36.5, 34.8, 41],
  NIU: [2.2, 1.8, 3.4],
  QLTA: [48, 47, 48.4],
  SGOV: [100.3, 100.3, 100.4],
  SHY: [82, 82, 82.9],
  TIP: [107.5, 106.6, 110],
  USFR: [50.3, 50.3, 50.4],
  BA: [260, 172, 217],
  BABA: [77, 85, 147],
  BAC: [34, 44, 55],
  BLK: [810, 1020, 1070],
  "BRK.B": [359, 452, 502],
  C: [52, 70, 117],
  CMCSA: [44, 37, 30],
  COIN: [157, 257, 226],
  COST: [656, 910, 862],
  CRCL: [31, 31, 80],
  CRM: [256, 335, 265],
  CRWD: [247, 347, 469],
  CSCO: [50, 59, 77],
  CVX: [150, 146, 152],
  DFDV: [1, 1.5, 6],
  DIS: [90, 111, 114],
  EXOD: [3, 44, 15],
  GLD: [191, 243, 396],
  GLXY: [8, 18, 22],
  GME: [16.5, 31, 20],
  GOOGL: [139, 190, 313],
  GS: [383, 573, 879],
  HD: [342, 388, 344],
  HON: [206, 226, 195],
  HOOD: [12.2, 39, 113],
  IBM: [162, 220, 296],
  IBIT: [25, 54, 50],
  IEMG: [50, 53, 67],
  IJR: [106, 115, 120],
  INTC: [47, 20, 37],
  IVV: [475, 588, 685],
  IWM: [198, 221, 246],
  JNJ: [157, 145, 207],
  JPM: [170, 240, 322],
  KO: [59, 62, 70],
  LIN: [405, 419, 426],
  LLY: [590, 775, 1075],
  MA: [424, 525, 571],
  MCD: [293, 290, 306],
  MDT: [83, 80, 96],
  META: [350, 589, 660],
  MRK: [110, 99, 105],
  MRVL: [58, 112, 85],
  MSFT: [373, 419, 484],
  MSTR: [65, 300, 152],
  NFLX: [47, 89, 94],
  NKE: [107, 75, 64],
  NVDA: [49, 136, 187],
  NVO: [104, 87, 51],
  OPEN: [4.1, 1.6, 5.8],
  ORCL: [104, 167, 195],
  PEP: [170, 151, 143],
  PFE: [29, 26.6, 25],
  PG: [146, 166, 143],
  PLTR: [16.6, 76, 178],
  PM: [95, 121, 160],
  PYPL: [61, 86, 58],
  QQQ: [405, 513, 615],
  RBLX: [44, 59, 81],
  SBET: [1, 0.9, 9],
  SHOP: [75, 107, 161],
  SLV: [21.7, 26.7, 64],
  SNOW: [195, 157, 219],
  SPCX: [90, 120, 200],
  SPOT: [192, 458, 580],
  SPY: [474, 586, 682],
  TBLL: [105, 105.5, 105.6],
  TLT: [98, 87.5, 87],
  TMO: [530, 525, 579],
  TONX: [2, 1.6, 3],
  TQQQ: [25, 40, 53],
  TSLA: [248, 390, 450],
  TSM: [103, 201, 304],
  UBER: [60, 62, 82],
  UNH: [522, 508, 330],
  V: [258, 316, 351],
  VT: [102, 118, 141],
  VTI: [236, 291, 335],
  WBD: [11, 10.6, 28.8],
  WMT: [52, 90, 111],
  XOM: [101, 108, 120],
};

const indexFunds = new Set(["CSPX", "GLD", "IEMG", "IJR", "IVV", "IWM", "QQQ", "SPY", "TLT", "VT", "VTI"]);
const bondFunds = new Set(
  "BIL CLOA CLOI FLHY HYG HYS IEF IEI IGEB JAAA LEMB QLTA SGOV SHY TBLL TIP USFR".split(" "),
);

/** Central-bank rates in percent a year. */
const rates: Readonly<Record<string, readonly Anchor[]>> = {
  USD: [
    ["2023-01-01", 4.4],
    ["2023-08-01", 5.35],
    ["2024-08-15", 5.3],
    ["2025-01-01", 4.4],
    ["2025-09-01", 4.25],
    ["2026-01-01", 3.65],
    ["2026-07-01", 3.45],
  ],
  EUR: [
    ["2023-01-01", 2.0],
    ["2023-10-01", 3.9],
    ["2024-06-01", 3.85],
    ["2025-06-15", 2.0],
    ["2026-06-01", 1.95],
  ],
  GBP: [
    ["2023-01-01", 3.5],
    ["2023-09-01", 5.2],
    ["2024-08-01", 5.1],
    ["2025-08-01", 4.1],
    ["2026-06-01", 3.6],
  ],
  CHF: [
    ["2023-01-01", 1.0],
    ["2024-01-01", 1.7],
    ["2025-07-01", 0.1],
  ],
  BRL: [
    ["2023-01-01", 13.7],
    ["2024-06-01", 10.5],
    ["2025-07-01", 14.9],
    ["2026-07-01", 13.6],
  ],
  MXN: [
    ["2023-01-01", 10.5],
    ["2024-06-01", 11],
    ["2026-01-01", 7.2],
  ],
};

/** Units of the quotes of the references above. */
const quotedPer: Readonly<Record<UnderlyingGoods, GoodsUnit>> = {
  gold: "troy_ounce",
  silver: "troy_ounce",
  platinum: "troy_ounce",
  uranium: "pound",
  carbon_credits: "tonne",
};

/** How many of the units in which its goods are quoted one unit of an asset stands for; null where that is unknown. */
export function quotedUnitsOf({
  underlying_goods: goods,
  underlying_amount: amount,
  underlying_unit: unit,
}: Pick<Asset, "underlying_goods" | "underlying_amount" | "underlying_unit">): number | null {
  if (goods === null || amount === null || unit === null) return null;
  return (amount * gramsIn[unit]) / gramsIn[quotedPer[goods]];
}

/** Words for a unit of goods that catalog rows use, and the reference each follows with units per reference unit. */
const denominationAliases: Readonly<Record<string, readonly [reference: string, units: number]>> = {
  CNH: ["CNY", 1],
  XAUG: ["XAU", 1 / gramsIn.troy_ounce],
  XAGG: ["XAG", 1 / gramsIn.troy_ounce],
  GOLD: ["XAU", 1],
  SILVER: ["XAG", 1],
  XCU: ["COPPER_LB", 1],
  WTI: ["OIL_BARREL", 1],
  OIL: ["OIL_BARREL", 1],
  U3O8: ["URANIUM_LB", 1],
  XU3O8: ["URANIUM_LB", 1],
  CARBON: ["CARBON_TONNE", 1],
  TCO2: ["CARBON_TONNE", 1],
  CO2: ["CARBON_TONNE", 1],
  SOY: ["SOY_BUSHEL", 1],
  CORN: ["CORN_BUSHEL", 1],
  WHEAT: ["WHEAT_BUSHEL", 1],
};

/** A level per day with noise, and the smooth level under it, which sizes are measured with. */
export interface MarketPath {
  values: Float64Array;
  smoothAt(day: number): number;
}

/** The reference of a denomination (`EUR`, `XAU` …): dollars per unit. Null where none is known. */
export function denominationPath(range: DayRange, seed: number, denomination: string): MarketPath | null {
  const wanted = denomination.toUpperCase();
  if (wanted === "USD")
    return { values: new Float64Array(range.last - range.first + 1).fill(1), smoothAt: () => 1 };
  const [name, units] = denominationAliases[wanted] ?? ([wanted, 1] as const);
  const reference = references[name];
  if (reference === undefined) return null;
  const values = anchoredPath(range, {
    anchors: reference.anchors,
    stream: randomStream(seed, "market", name),
    dailySpread: reference.dailySpread,
    halfLifeDays: 25,
    growthPerYearAfter: reference.growth,
  });
  if (units !== 1) for (let i = 0; i < values.length; i++) values[i] = (values[i] ?? 0) * units;
  return { values, smoothAt: (day) => levelAt(reference.anchors, day, reference.growth) * units };
}

/** The price of a listed share: every token on the same share sees the same path. */
export function sharePath(range: DayRange, seed: number, symbol: string): MarketPath {
  const stream = randomStream(seed, "share", symbol);
  const drawn = 20 * Math.exp(1.1 * Math.abs(stream.normal()));
  const [a, b, c] = shares[symbol] ?? [
    drawn * stream.between(0.5, 1.1),
    drawn * stream.between(0.7, 1.2),
    drawn,
  ];
  const anchors: Anchor[] = [
    ["2023-01-01", a * 0.8],
    ["2024-01-01", a],
    ["2025-01-01", b],
    ["2026-01-01", c],
  ];
  const dailySpread = bondFunds.has(symbol) ? 0.003 : indexFunds.has(symbol) ? 0.009 : 0.02;
  return {
    values: anchoredPath(range, { anchors, stream, dailySpread, halfLifeDays: 45, growthPerYearAfter: 0.08 }),
    smoothAt: (day) => levelAt(anchors, day, 0.08),
  };
}

/** The policy rate of a currency in percent a year; the dollar's where the currency has none here. */
export function ratePath(range: DayRange, seed: number, currencyCode: string): Float64Array {
  const code = currencyCode in rates ? currencyCode : "USD";
  return anchoredPath(range, {
    anchors: rates[code] ?? [["2023-01-01", 4]],
    stream: randomStream(seed, "rate", code),
    dailySpread: 0.002,
    halfLifeDays: 40,
  });
}
