/** What an asset page shows first. Everything else is in the pickers. */
import type { AssetClassSlug, MetricSlug, ResourceRow } from "#domain";
import { classSet } from "../assetClass/classSets";
import type { ChartDefaults } from "../chartView/chartSearch";
import { firstKnown } from "../chartView/firstKnown";

/** Ways to split an asset; `none` is one line. */
export const assetGroups = ["network", "token", "none"] as const satisfies readonly ChartDefaults["group"][];

/** What one unit is worth: of an asset, beside each other; of many assets no headline, since the mean says nothing. */
export const unitValues = ["net_asset_value_dollar", "price_dollar"] as const satisfies readonly MetricSlug[];

/**
 * The chart of a class, for one of its assets; where nothing is known of the metric of the class, with the first tile of
 * which something is.
 *
 * @param row its figures now; undefined where they have ended
 */
export function assetChart(assetClass: AssetClassSlug | null, row?: ResourceRow): ChartDefaults {
  const ofClass: MetricSlug =
    assetClass === null ? "bridged_token_value_dollar" : classSet(assetClass).chart.metric;
  const metric = firstKnown(row, [ofClass, ...assetTiles(assetClass)]);
  // What one unit is worth may be known of the asset as a whole, and of no network.
  const isOfUnit = metric !== ofClass && unitValues.some((one) => one === metric);
  return { metric, group: isOfUnit ? "none" : "network", mode: "stacked", range: "1y" };
}

/** Metrics of the tiles: those of its class, then the value of one unit and how it is held. */
export function assetTiles(assetClass: AssetClassSlug | null): MetricSlug[] {
  const ofClass: readonly MetricSlug[] =
    assetClass === null ? ["bridged_token_value_dollar"] : classSet(assetClass).tiles;
  return [
    ...new Set<MetricSlug>([
      ...ofClass,
      ...unitValues,
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
