import type { MetricSlug } from "../metrics/catalogue";

/** The metrics of all lists and breakdowns: value, holders and volume. */
export const mainMetrics = [
  "bridged_token_value_dollar",
  "holding_addresses_count",
  "trailing_30_day_transfer_volume_dollar",
] as const satisfies readonly MetricSlug[];
