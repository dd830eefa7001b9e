import { assetsResource, type Filter, metrics, type ResourceRow } from "#domain";
import type { RouterContext } from "../../routes/__root";
import { allOf, isEqual } from "../chartView/seriesQuery";
import { deploymentMetrics } from "./assetSet";

type Trpc = RouterContext["trpc"];

export const ofAsset = (slug: string): Filter => isEqual("asset_slug", slug);

/** An asset with every fact and figure; at most one row. */
export const assetOptions = (trpc: Trpc, slug: string) =>
  trpc.market.table.queryOptions({
    resource: "assets",
    query: {
      filter: isEqual("slug", slug),
      pagination: { page: 1, perPage: 1 },
      fields: [
        ...assetsResource.fields.filter((field) => field.exposed).map((field) => field.name),
        ...metrics.map((metric) => metric.slug),
      ],
    },
  });

/** Deployments shown; no asset comes near the bound. */
const MOST_DEPLOYMENTS = 100;

export const deploymentsOptions = (trpc: Trpc, slug: string) =>
  trpc.market.table.queryOptions({
    resource: "tokens",
    query: {
      filter: { operator: "and", filters: [ofAsset(slug), isEqual("is_asset_level", false)] },
      pagination: { page: 1, perPage: MOST_DEPLOYMENTS },
      fields: [
        "symbol",
        "address",
        "decimals",
        "standard",
        "is_bridged",
        "deployed_date",
        "network_slug",
        "network_name",
        ...deploymentMetrics,
      ],
    },
  });

/** Explorers and colours of the networks that an asset is on. */
export const explorersOptions = (trpc: Trpc, networkSlugs: readonly string[]) =>
  trpc.market.table.queryOptions({
    resource: "networks",
    query: {
      filter: { operator: "in", field: "slug", value: networkSlugs },
      pagination: { page: 1, perPage: 100 },
      fields: ["slug", "name", "color_hex", "explorer_url", "explorer_name"],
    },
  });

export const providersOptions = (trpc: Trpc, ids: readonly number[]) =>
  trpc.market.table.queryOptions({
    resource: "service_providers",
    query: {
      filter: { operator: "in", field: "id", value: ids },
      pagination: { page: 1, perPage: 100 },
      fields: ["name", "roles", "website"],
    },
  });

const RECENT_TRANSACTIONS = 8;

export const transactionsOptions = (trpc: Trpc, slug: string) =>
  trpc.market.table.queryOptions({
    resource: "transactions",
    query: {
      filter: ofAsset(slug),
      sort: { field: "timestamp", direction: "desc" },
      pagination: { page: 1, perPage: RECENT_TRANSACTIONS },
      fields: [
        "timestamp",
        "kind",
        "network_slug",
        "network_name",
        "symbol",
        "amount_token",
        "amount_dollar",
        "token_address",
        "is_bridged",
        "transaction_hash",
        "is_sample",
      ],
    },
  });

const RELATED_ASSETS = 6;

/** The largest other assets that share something with an asset. */
export const relatedOptions = (trpc: Trpc, asset: ResourceRow, shared: "asset_class_slug" | "issuer_slug") =>
  trpc.market.table.queryOptions({
    resource: "assets",
    query: {
      filter: allOf(isEqual(shared, String(asset[shared])), {
        operator: "notEquals",
        field: "id",
        value: Number(asset.id),
      }),
      sort: { field: "bridged_token_value_dollar", direction: "desc" },
      pagination: { page: 1, perPage: RELATED_ASSETS },
      fields: ["slug", "name", "ticker", "issuer_name", "bridged_token_value_dollar"],
    },
  });

/** Assets whose name comes near a slug that no asset has. */
export const suggestionsOptions = (trpc: Trpc, words: string) =>
  trpc.market.table.queryOptions({
    resource: "assets",
    query: {
      search: words,
      pagination: { page: 1, perPage: 8 },
      fields: ["slug", "name", "ticker", "asset_class_name"],
    },
  });
