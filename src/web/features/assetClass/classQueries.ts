import { type Filter, metrics, type QueryInput } from "#domain";
import type { RouterContext } from "../../routes/__root";
import { isEqual } from "../chartView/seriesQuery";
import type { TableSpec } from "../table/tableQuery";
import type { DescribedClass } from "./classBySlug";
import { classSet } from "./classSets";

/** Groups shown in the breakdowns of a class; the two tables stand beside each other. */
const NETWORKS = 10;
const PLATFORMS = 6;

export const inClass = (assetClass: DescribedClass): Filter => isEqual("asset_class_slug", assetClass.slug);

/** The table of the assets of a class. */
export const classTable = (assetClass: DescribedClass): TableSpec => {
  const { columns, chart } = classSet(assetClass.slug);
  return {
    resource: "assets",
    columns,
    filter: inClass(assetClass),
    sort: { field: chart.metric, direction: "desc" },
    perPage: 25,
  };
};

/** Everything a class page shows besides its chart and its table. */
export function classQueries(trpc: RouterContext["trpc"], assetClass: DescribedClass) {
  const { breakdown: value } = classSet(assetClass.slug);
  const breakdown = (groupBy: string, perPage: number): QueryInput => ({
    filter: inClass(assetClass),
    aggregate: { groupBy },
    sort: { field: value, direction: "desc" },
    pagination: { page: 1, perPage },
    fields: [value, "holding_addresses_count"],
  });
  return {
    // Every metric: the picker offers those that the class has.
    row: trpc.market.table.queryOptions({
      resource: "asset_classes",
      query: {
        filter: isEqual("slug", assetClass.slug),
        pagination: { page: 1, perPage: 1 },
        fields: ["slug", "name", "asset_count", "token_count", ...metrics.map((metric) => metric.slug)],
      },
    }),
    byNetwork: trpc.market.aggregates.queryOptions({
      resource: "tokens",
      query: breakdown("network", NETWORKS),
    }),
    byPlatform: trpc.market.aggregates.queryOptions({
      resource: "tokens",
      query: breakdown("platform", PLATFORMS),
    }),
    byDistribution: trpc.market.aggregates.queryOptions({
      resource: "tokens",
      query: breakdown("distribution", 10),
    }),
  };
}
