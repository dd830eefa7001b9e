/** What the market overview shows first. Everything else is in the pickers. */
import type { AssetClassSlug, MetricSlug } from "#domain";
import type { ChartDefaults } from "../chartView/chartSearch";

export interface OverviewTile {
  metric: MetricSlug;
  /** Where the metric's own label would not say what is meant. */
  label?: string;
  /** What it is about: a class, or everything but stablecoins; everything where nothing is named. */
  about?: AssetClassSlug | "without_stablecoins";
}

export const overviewTiles: readonly OverviewTile[] = [
  { metric: "bridged_token_value_dollar", label: "Total value" },
  { metric: "bridged_token_value_dollar", label: "Without stablecoins", about: "without_stablecoins" },
  { metric: "bridged_token_market_cap_dollar", label: "Stablecoin market cap", about: "stablecoins" },
  { metric: "holding_addresses_count" },
  { metric: "trailing_30_day_transfer_volume_dollar" },
  { metric: "trailing_30_day_active_addresses_count" },
];

export const overviewChart: ChartDefaults = {
  metric: "bridged_token_value_dollar",
  group: "asset_class",
  mode: "stacked",
  range: "2y",
};

/** Ways to split the market; `none` is one line. */
export const overviewGroups = [
  "asset_class",
  "network",
  "platform",
  "issuer",
  "manager",
  "none",
] as const satisfies readonly ChartDefaults["group"][];

/** Metrics of the table of classes. */
export const classColumns = [
  "bridged_token_value_dollar",
  "holding_addresses_count",
  "trailing_30_day_transfer_volume_dollar",
] as const satisfies readonly MetricSlug[];

/** Metric by which the largest assets and the movers are found. */
export const rankingMetric: MetricSlug = "bridged_token_value_dollar";
export const RANKED_ASSETS = 8;
/** Assets below this move by chance, not for a reason. In dollars. */
export const MOVER_MINIMUM = 10_000_000;
