import { type Filter, metrics, type QueryInput } from "#domain";
import type { RouterContext } from "../../routes/__root";
import { isEqual } from "../chartView/seriesQuery";
import type { TableSpec } from "../table/tableQuery";
import { networkAssetColumns, networkListColumns } from "./networkSet";

const facts = [
  "slug",
  "name",
  "color_hex",
  "chain_id",
  "explorer_url",
  "explorer_name",
  "layer_description",
  "architecture_type_description",
  "virtual_machine_type",
  "parent_network_id",
  "founded_date",
  "asset_count",
  "token_count",
  "website",
  "description",
  "source_url",
] as const;

export const onNetwork = (slug: string): Filter => isEqual("network_slug", slug);

const one = (filter: Filter, fields: readonly string[]): QueryInput => ({
  filter,
  pagination: { page: 1, perPage: 1 },
  fields,
});

/** A network with its facts, its figures and its totals by class. Other slugs that mean it find it too. */
export const networkOptions = (trpc: RouterContext["trpc"], slug: string) =>
  trpc.market.table.queryOptions({
    resource: "networks",
    query: one(isEqual("slug", slug), [
      ...facts,
      "asset_class_stats",
      ...metrics.map((metric) => metric.slug),
    ]),
  });

/** The network that a network settles on. */
export const parentOptions = (trpc: RouterContext["trpc"], id: number) =>
  trpc.market.table.queryOptions({
    resource: "networks",
    query: one(isEqual("id", id), ["slug", "name"]),
  });

/** The table of what is deployed on a network. */
export const networkTable = (slug: string): TableSpec => ({
  resource: "tokens",
  columns: networkAssetColumns,
  filter: onNetwork(slug),
  perPage: 25,
});

/** The list of networks. */
export const networksTable: TableSpec = {
  resource: "networks",
  columns: networkListColumns,
  perPage: 50,
};

/** Every metric over the whole market. */
export const marketTotalOptions = (trpc: RouterContext["trpc"]) =>
  trpc.market.aggregates.queryOptions({ resource: "tokens", query: {} });
