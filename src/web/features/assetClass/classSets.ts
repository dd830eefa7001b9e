/** The initial tiles, chart and columns of each class page. All other metrics are in the pickers. */

import type { MetricSlug } from "#domain/metrics";
import type { ColumnName, FieldName } from "#domain/resources";
import type { AssetClassSlug } from "#domain/vocabulary";
import type { ChartDefaults } from "../chartView/chartSearch";
import type { PremiumOptions } from "../premium/premiumOptions";

export interface ClassSet {
  /** Metrics of the tiles, in order. */
  tiles: readonly MetricSlug[];
  chart: ChartDefaults;
  /** Metric of the breakdowns by network, platform and distribution. */
  breakdown: MetricSlug;
  /** Columns of the assets table. */
  columns: readonly ColumnName<"assets">[];
  /** Yield metric of the yield and maturity comparison. */
  yields?: MetricSlug;
  /** True if the page shows the loans of its assets. */
  lends?: boolean;
  /** Deviation of prices from their reference. */
  premium?: PremiumOptions;
  /** Breakdown by a field of tokens, in addition to networks, platforms and jurisdictions. */
  split?: { groupBy: FieldName<"tokens">; title: string; description: string };
  /** True if the assets represent listed shares and funds. */
  hasListings?: boolean;
  /** True if the page shows eligibility, minimums and fees. */
  hasTerms?: boolean;
  /** Notes on interpreting the figures of this class. */
  notes: readonly string[];
}

/** Groupings of a class chart; `none` is one line. */
export const classGroups = [
  "asset",
  "network",
  "platform",
  "issuer",
  "manager",
  "platform_group",
  "issuer_group",
  "manager_group",
  "jurisdiction_country",
  "distribution",
  "none",
] as const satisfies readonly ChartDefaults["group"][];

const chart: ChartDefaults = {
  metric: "bridged_token_value_dollar",
  group: "asset",
  mode: "stacked",
  range: "2y",
};

const usualColumns = [
  "name",
  "protocol_name",
  "bridged_token_value_dollar",
  "holding_addresses_count",
  "trailing_30_day_transfer_volume_dollar",
] as const;

const activity = [
  "holding_addresses_count",
  "trailing_30_day_transfer_volume_dollar",
  "trailing_30_day_active_addresses_count",
] as const;

const usual: ClassSet = {
  tiles: ["bridged_token_value_dollar", ...activity],
  chart,
  breakdown: "bridged_token_value_dollar",
  columns: usualColumns,
  notes: [],
};

/** `usualColumns`, with more columns after the value. */
const columnsWith = (...more: ColumnName<"assets">[]) => [
  ...usualColumns.slice(0, 3),
  ...more,
  ...usualColumns.slice(3),
];

const sets: Partial<Record<AssetClassSlug, Partial<ClassSet>>> = {
  stablecoins: {
    tiles: ["bridged_token_market_cap_dollar", ...activity, "daily_mints_dollar", "daily_burns_dollar"],
    chart: { ...chart, metric: "bridged_token_market_cap_dollar" },
    breakdown: "bridged_token_market_cap_dollar",
    columns: [
      "name",
      "denomination",
      "issuer_name",
      "bridged_token_market_cap_dollar",
      "price_dollar",
      "peg_deviation_percent",
      "holding_addresses_count",
      "trailing_30_day_transfer_volume_dollar",
    ],
    premium: {
      metric: "peg_deviation_percent",
      against: "denomination",
      size: "bridged_token_market_cap_dollar",
      title: "Deviation from peg: largest coins",
      furthest: "Furthest from their peg",
    },
    split: {
      groupBy: "denomination",
      title: "By peg currency",
      description: "Currency to which coins are pegged.",
    },
    notes: [
      "Market cap is net supply at market price: a coin that moved to another network is counted only there.",
      "Coins pegged to other currencies are valued at their US dollar price.",
    ],
  },
  treasuries: {
    hasTerms: true,
    tiles: ["bridged_token_value_dollar", "apy_7_day_percent", "weighted_average_maturity_days", ...activity],
    // Volume has a tile; the yield spread over the benchmark is more informative for treasury funds.
    columns: [
      "name",
      "protocol_name",
      "bridged_token_value_dollar",
      "apy_7_day_percent",
      "yield_spread_percent",
      "weighted_average_maturity_days",
      "holding_addresses_count",
    ],
    yields: "apy_7_day_percent",
    notes: [
      "APY and average maturity are means across assets, weighted by total asset value. Assets that do not publish them are excluded.",
    ],
  },
  "government-bonds": {
    hasTerms: true,
    tiles: [
      "bridged_token_value_dollar",
      "yield_to_maturity_percent",
      "weighted_average_maturity_days",
      ...activity,
    ],
    columns: columnsWith("yield_to_maturity_percent", "weighted_average_maturity_days"),
    yields: "yield_to_maturity_percent",
    notes: ["Values in other currencies are converted at the US dollar price of one unit."],
  },
  "corporate-bonds": {
    hasTerms: true,
    tiles: ["bridged_token_value_dollar", "yield_to_maturity_percent", "apy_30_day_percent", ...activity],
    columns: columnsWith("yield_to_maturity_percent", "apy_30_day_percent"),
    yields: "yield_to_maturity_percent",
  },
  "private-credit": {
    hasTerms: true,
    tiles: [
      "outstanding_capital_dollar",
      "cumulative_issued_amount_dollar",
      "late_rate_percent",
      "default_rate_percent",
      "average_interest_rate_percent",
      "active_loans_count",
      "bridged_token_value_dollar",
    ],
    lends: true,
    chart: { ...chart, metric: "outstanding_capital_dollar", group: "platform" },
    columns: [
      "name",
      "protocol_name",
      "outstanding_capital_dollar",
      "cumulative_issued_amount_dollar",
      "late_rate_percent",
      "default_rate_percent",
      "average_interest_rate_percent",
      "active_loans_count",
      "bridged_token_value_dollar",
    ],
    notes: [
      "Outstanding capital is the principal of active and late loans. It differs from token value, which also includes the cash and receivables held by pools.",
      "The interest rate is the mean across loans, weighted by outstanding principal.",
      "To protect borrowers, groups of fewer than three loans are combined, and late and defaulted amounts may be withheld.",
    ],
  },
  commodities: {
    tiles: [
      "bridged_token_value_dollar",
      "spot_premium_percent",
      "top_10_holders_share_percent",
      ...activity,
    ],
    columns: [
      "name",
      "protocol_name",
      "bridged_token_value_dollar",
      "underlying_goods",
      "weight_per_token",
      "spot_premium_percent",
      "custodians",
      "trailing_30_day_transfer_volume_dollar",
    ],
    premium: {
      metric: "spot_premium_percent",
      against: "spot_price_dollar",
      size: "bridged_token_value_dollar",
      title: "Premium to spot: largest tokens",
      furthest: "Furthest from spot",
    },
    split: {
      groupBy: "underlying_goods",
      title: "By commodity",
      description: "Commodity underlying the tokens.",
    },
    notes: [
      "The premium compares a token's market price with the spot price of its underlying commodity, by weight. It is unknown for tokens whose weight is not fixed or not published.",
      "Value is based on the published value of the underlying commodity or, if there is none, on the tokens' market price.",
    ],
  },
  "institutional-funds": {
    hasTerms: true,
    tiles: ["bridged_token_value_dollar", "apy_30_day_percent", ...activity],
    columns: columnsWith("net_asset_value_dollar", "apy_30_day_percent"),
    notes: ["Net asset values are as published by the funds, often monthly or quarterly."],
  },
  stocks: {
    tiles: [
      "bridged_token_value_dollar",
      "listed_premium_percent",
      "top_10_holders_share_percent",
      ...activity,
    ],
    columns: columnsWith("underlying_symbol", "price_dollar", "listed_premium_percent"),
    premium: {
      metric: "listed_premium_percent",
      against: "listed_price_dollar",
      size: "bridged_token_value_dollar",
      title: "Premium to listed share: largest tokens",
      furthest: "Furthest from their listed share",
    },
    hasListings: true,
    notes: [
      "Value is the number of tokens multiplied by the value of the underlying per token.",
      "The premium compares a token's market price with the exchange price of its underlying. One token is not always one share: tokens that reinvest dividends come to represent more.",
    ],
  },
  "real-estate": {
    hasTerms: true,
    tiles: ["bridged_token_value_dollar", "top_10_holders_share_percent", ...activity],
    columns: columnsWith("net_asset_value_dollar"),
    notes: ["Appraisals are infrequent; the latest one applies until the next."],
  },
  "private-equity": {
    hasTerms: true,
    tiles: ["bridged_token_value_dollar", "top_10_holders_share_percent", ...activity],
    columns: columnsWith("price_dollar", "net_asset_value_dollar"),
    notes: [
      "Value is the number of tokens multiplied by the published value of one unit or, if there is none, by its market price. Companies that are not listed publish values rarely.",
    ],
  },
  "structured-credit": {
    hasTerms: true,
    tiles: ["bridged_token_value_dollar", "yield_to_maturity_percent", "apy_30_day_percent", ...activity],
    columns: columnsWith("yield_to_maturity_percent", "apy_30_day_percent"),
    notes: ["Value is that of the tokens, not of the whole securitization."],
  },
};

export const classSet = (slug: AssetClassSlug): ClassSet => ({ ...usual, ...sets[slug] });
