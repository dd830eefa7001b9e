/** What the network pages show first. Everything else is in the pickers. */
import type { ColumnName, FieldName, MetricSlug } from "#domain";
import type { ChartDefaults } from "../chartView/chartSearch";

export const networkTiles = [
  "bridged_token_value_dollar",
  "bridged_token_market_cap_dollar",
  "holding_addresses_count",
  "trailing_30_day_transfer_volume_dollar",
  "trailing_30_day_active_addresses_count",
] as const satisfies readonly MetricSlug[];

export const networkChart: ChartDefaults = {
  metric: "bridged_token_value_dollar",
  group: "asset_class",
  mode: "stacked",
  range: "2y",
};

/** Ways to split one network; `none` is one line. */
export const networkGroups = [
  "asset_class",
  "asset",
  "platform",
  "issuer",
  "none",
] as const satisfies readonly ChartDefaults["group"][];

/** Metrics of the table of its classes. */
export const networkClassColumns = [
  "bridged_token_value_dollar",
  "holding_addresses_count",
  "trailing_30_day_transfer_volume_dollar",
] as const satisfies readonly MetricSlug[];

/** Columns of the assets on a network: one row is one deployment. */
export const networkAssetColumns = [
  "asset_name",
  "symbol",
  "asset_class_name",
  "bridged_token_value_dollar",
  "holding_addresses_count",
  "trailing_30_day_transfer_volume_dollar",
] as const satisfies readonly ColumnName<"tokens">[];

/** The chart over all networks. */
export const networksChart: ChartDefaults = {
  metric: "bridged_token_value_dollar",
  group: "network",
  mode: "stacked",
  range: "2y",
};
export const networksGroups = [
  "network",
  "asset_class",
  "none",
] as const satisfies readonly ChartDefaults["group"][];

/** Columns of the list of networks. */
export const networkListColumns = [
  "name",
  "bridged_token_value_dollar",
  "bridged_token_market_cap_dollar",
  "holding_addresses_count",
  "trailing_30_day_transfer_volume_dollar",
  "trailing_30_day_active_addresses_count",
  "asset_count",
] as const satisfies readonly ColumnName<"networks">[];

/** Facts of a network, in order. */
export const networkFacts = [
  "layer_description",
  "architecture_type_description",
  "virtual_machine_type",
  "chain_id",
  "founded_date",
  "explorer_url",
  "source_url",
] as const satisfies readonly FieldName<"networks">[];
