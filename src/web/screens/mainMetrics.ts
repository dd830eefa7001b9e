import type { MetricSlug } from "#domain";

/** The metrics that lists and breakdowns show of whatever they list: value, holders and volume. */
export const mainMetrics = [
  "bridged_token_value_dollar",
  "holding_addresses_count",
  "trailing_30_day_transfer_volume_dollar",
] as const satisfies readonly MetricSlug[];

/** What one unit is worth: of an asset, beside each other; of many assets no headline, since the mean says nothing. */
export const unitValues = ["net_asset_value_dollar", "price_dollar"] as const satisfies readonly MetricSlug[];
