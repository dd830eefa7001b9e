import type { QueryInput } from "#domain";
import type { RouterContext } from "../../routes/__root";
import { classColumns, MOVER_MINIMUM, overviewTiles, RANKED_ASSETS, rankingMetric } from "./overviewSet";

/** Groups shown in a breakdown. */
const BREAKDOWN_GROUPS = 8;

const breakdown = (groupBy: string): QueryInput => ({
  aggregate: { groupBy },
  sort: { field: rankingMetric, direction: "desc" },
  pagination: { page: 1, perPage: BREAKDOWN_GROUPS },
  fields: [rankingMetric, "holding_addresses_count"],
});

const ranking = (sort: { field: string; direction: "asc" | "desc" }, onlyLarge: boolean): QueryInput => ({
  filter: onlyLarge ? { operator: "gte", field: rankingMetric, value: MOVER_MINIMUM } : null,
  sort,
  pagination: { page: 1, perPage: RANKED_ASSETS },
  fields: ["slug", "name", "ticker", "asset_class_name", "asset_class_slug", rankingMetric],
});

const tileMetrics = [...new Set([...overviewTiles.map((tile) => tile.metric), ...classColumns])];

/** Everything the overview shows besides its chart. */
export function overviewQueries(trpc: RouterContext["trpc"]) {
  const { table, aggregates } = trpc.market;
  const change = `${rankingMetric}.chg_30d_pct`;
  return {
    // Every metric: the picker offers those that are known.
    total: aggregates.queryOptions({ resource: "tokens", query: {} }),
    withoutStablecoins: aggregates.queryOptions({
      resource: "tokens",
      query: {
        filter: { operator: "notEquals", field: "asset_class_slug", value: "stablecoins" },
        fields: [rankingMetric],
      },
    }),
    classes: table.queryOptions({
      resource: "asset_classes",
      query: {
        sort: { field: rankingMetric, direction: "desc" },
        pagination: { page: 1, perPage: 100 },
        fields: ["slug", "name", "color_hex", "asset_count", ...tileMetrics],
      },
    }),
    byNetwork: aggregates.queryOptions({ resource: "tokens", query: breakdown("network") }),
    byPlatform: aggregates.queryOptions({ resource: "tokens", query: breakdown("platform") }),
    byDistribution: aggregates.queryOptions({ resource: "tokens", query: breakdown("distribution") }),
    networksInUse: table.queryOptions({
      resource: "networks",
      query: {
        filter: { operator: "gt", field: "token_count", value: 0 },
        pagination: { page: 1, perPage: 1 },
        fields: ["id"],
      },
    }),
    largest: table.queryOptions({
      resource: "assets",
      query: ranking({ field: rankingMetric, direction: "desc" }, false),
    }),
    rising: table.queryOptions({
      resource: "assets",
      query: ranking({ field: change, direction: "desc" }, true),
    }),
    falling: table.queryOptions({
      resource: "assets",
      query: ranking({ field: change, direction: "asc" }, true),
    }),
  };
}

/** Fetches what the overview reads, for its loader. */
export async function loadOverview({
  queryClient,
  trpc,
}: Pick<RouterContext, "queryClient" | "trpc">): Promise<void> {
  const queries = overviewQueries(trpc);
  const lists = [queries.classes, queries.networksInUse, queries.largest, queries.rising, queries.falling];
  const totals = [
    queries.total,
    queries.withoutStablecoins,
    queries.byNetwork,
    queries.byPlatform,
    queries.byDistribution,
  ];
  await Promise.all([
    ...lists.map((options) => queryClient.query({ ...options, staleTime: "static" })),
    ...totals.map((options) => queryClient.query({ ...options, staleTime: "static" })),
  ]);
}
