/** What an asset page shows first. Everything else is in the pickers. */
import type { AssetClassSlug, MetricSlug } from "#domain";
import { classSet } from "../assetClass/classSets";
import type { ChartDefaults } from "../chartView/chartSearch";

/** Ways to split an asset; `none` is one line. */
export const assetGroups = ["network", "token", "none"] as const satisfies readonly ChartDefaults["group"][];

export const assetChart = (assetClass: AssetClassSlug | null): ChartDefaults => ({
  metric: assetClass === null ? "bridged_token_value_dollar" : classSet(assetClass).chart.metric,
  group: "network",
  mode: "stacked",
  range: "1y",
});

/** Metrics of the tiles: those of its class, then the value of one unit and how it is held. */
export function assetTiles(assetClass: AssetClassSlug | null): MetricSlug[] {
  const ofClass: readonly MetricSlug[] =
    assetClass === null ? ["bridged_token_value_dollar"] : classSet(assetClass).tiles;
  return [
    ...new Set<MetricSlug>([
      ...ofClass,
      "net_asset_value_dollar",
      "price_dollar",
      // Circulating supply × price is no market cap where units have bridged copies: it counts them twice.
      "bridged_token_supply_token",
      "top_10_holders_share_percent",
    ]),
  ];
}

/** Columns of its deployments. */
export const deploymentMetrics = [
  "bridged_token_supply_token",
  "holding_addresses_count",
  "bridged_token_value_dollar",
] as const satisfies readonly MetricSlug[];
