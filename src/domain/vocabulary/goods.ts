/** Commodities underlying tokens, and the units of their amounts. */

export const underlyingGoods = ["gold", "silver", "platinum", "uranium", "carbon_credits"] as const;
export type UnderlyingGoods = (typeof underlyingGoods)[number];

export const goodsUnits = ["gram", "troy_ounce", "pound", "tonne"] as const;
export type GoodsUnit = (typeof goodsUnits)[number];

/** NIST Handbook 44, appendix C. */
export const gramsIn: Readonly<Record<GoodsUnit, number>> = {
  gram: 1,
  troy_ounce: 31.103_476_8,
  pound: 453.592_37,
  tonne: 1_000_000,
};

/** `1 troy ounce`, `0.01 gram`, `10 grams`. */
export const formatAmount = (amount: number, unit: GoodsUnit): string =>
  `${amount} ${unit.replace("_", " ")}${amount > 1 ? "s" : ""}`;
