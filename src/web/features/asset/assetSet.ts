/** The initial chart, tiles and columns of an asset page. All other metrics are in the pickers. */

import { metricOf, type ResourceRow } from "#domain/api";
import type { MetricSlug } from "#domain/metrics";
import type { AssetClassSlug } from "#domain/vocabulary";
import { classSet } from "../assetClass/classSets";
import { firstKnown } from "../chartView/availableMetrics";
import type { ChartDefaults } from "../chartView/chartSearch";

/** Groupings of an asset's chart; `none` is one line. */
export const assetGroups = ["network", "token", "none"] as const satisfies readonly ChartDefaults["group"][];

/**
 * Values of one unit. An asset shows them together; lists of assets do not headline them, because their mean
 * is meaningless.
 */
export const unitValues = ["net_asset_value_dollar", "price_dollar"] as const satisfies readonly MetricSlug[];

/**
 * The chart of the asset's class. If its metric is unknown for this asset, the metric of the first tile with
 * a figure.
 *
 * @param row current figures of the asset; undefined if they have ended
 */
export function assetChart(assetClass: AssetClassSlug | null, row?: ResourceRow): ChartDefaults {
  const ofClass: MetricSlug =
    assetClass === null ? "bridged_token_value_dollar" : classSet(assetClass).chart.metric;
  const metric = firstKnown(row, [ofClass, ...assetTiles(assetClass)]);
  // Unit values can be known for the asset but for none of its networks.
  const isOfUnit = metric !== ofClass && unitValues.some((one) => one === metric);
  return { metric, group: isOfUnit ? "none" : "network", mode: "stacked", range: "1y" };
}

/** Metrics of the tiles: those of the class, then unit values and holders. */
export function assetTiles(assetClass: AssetClassSlug | null): MetricSlug[] {
  const ofClass: readonly MetricSlug[] =
    assetClass === null ? ["bridged_token_value_dollar"] : classSet(assetClass).tiles;
  return [
    ...new Set<MetricSlug>([
      ...ofClass,
      ...unitValues,
      // Circulating supply × price would count bridged copies twice.
      "bridged_token_supply_token",
      "top_10_holders_share_percent",
    ]),
  ];
}

/** Columns of the deployments table. */
export const deploymentMetrics = [
  "bridged_token_supply_token",
  "holding_addresses_count",
  "bridged_token_value_dollar",
] as const satisfies readonly MetricSlug[];

/**
 * Whether the net supply of an asset is known as a whole only: units of its native tokens can be locked to back bridged
 * ones, and the tokens report no net supply.
 */
export function lacksNetSupplyByToken(asset: ResourceRow, deployments: readonly ResourceRow[]): boolean {
  if (netSupplyOf(asset) === null) return false;
  const native = deployments.filter((row) => row.is_bridged !== true);
  const isBridged = native.length > 0 && native.length < deployments.length;
  return isBridged && native.some((row) => netSupplyOf(row) === null);
}

const netSupplyOf = (row: ResourceRow): number | null =>
  metricOf(row, "bridged_token_supply_token")?.val ?? null;
