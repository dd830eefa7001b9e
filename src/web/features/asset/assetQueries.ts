import type { ResourceRow } from "#domain/api";
import { evidenceDetails, evidenceFlagNames } from "#domain/evidence";
import { allOf, isEqual } from "#domain/query";
import type { FieldName } from "#domain/resources";
import type { RowsQuery } from "../../rpc/marketQueries";
import { assetFacts, partyPrefixes } from "./assetFacts";
import { deploymentMetrics } from "./assetSet";

/** Fields that the page of an asset shows or queries by: facts, and the slugs for links. */
export const assetFields: readonly FieldName<"assets">[] = [
  ...assetFacts,
  "slug",
  "name",
  "ticker",
  "description",
  "website",
  "source_url",
  "ended_date",
  ...partyPrefixes.map((prefix) => `${prefix}_slug` as const),
  "management_fee_terms",
  "network_slugs",
  "service_provider_ids",
  "service_provider_roles",
  "service_provider_sources",
  ...evidenceFlagNames,
  "attestation_date",
  "attestation_by",
  "attestation_frequency",
  "attestation_percent",
  "attestation_due_date",
  "is_attestation_overdue",
];

const ofAsset = (slug: string) => isEqual("asset_slug", slug);

/** Limit of deployments; no asset has nearly as many. */
const MOST_DEPLOYMENTS = 100;

export const deploymentsOf = (slug: string): RowsQuery => ({
  rowsOf: "tokens",
  filter: allOf(ofAsset(slug), isEqual("is_asset_level", false)),
  pagination: { page: 1, perPage: MOST_DEPLOYMENTS },
  fields: [
    "slug",
    "symbol",
    "address",
    "decimals",
    "standard",
    "is_bridged",
    "appeared_date",
    "appeared_basis",
    "network_slug",
    "network_name",
    ...deploymentMetrics,
  ],
});

const RECENT_TRANSACTIONS = 8;

export const transactionsOf = (slug: string): RowsQuery => ({
  rowsOf: "transactions",
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
    "is_pending",
    "is_sample",
  ],
});

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Exceeds the number of networks or providers of any asset. */
const everyOne = { page: 1, perPage: 100 };

/** Query for explorers and colours of an asset's networks; undefined if it has none. */
export function networksOf(asset: ResourceRow): RowsQuery | undefined {
  const slugs = listOf(asset.network_slugs).map(String);
  if (slugs.length === 0) return undefined;
  return {
    rowsOf: "networks",
    filter: { operator: "in", field: "slug", value: slugs },
    pagination: everyOne,
    fields: ["slug", "name", "color_hex", "explorer_url", "explorer_name"],
  };
}

/** Query for the service providers of an asset; undefined if none is published. */
export function providersOf(asset: ResourceRow): RowsQuery | undefined {
  const ids = listOf(asset.service_provider_ids).map(Number);
  if (ids.length === 0) return undefined;
  return {
    rowsOf: "service_providers",
    filter: { operator: "in", field: "id", value: ids },
    pagination: everyOne,
    fields: ["name", "website"],
  };
}

/** Limit of facts; the evidence list shows all. */
const MOST_FACTS = 100;

export const evidenceOf = (slug: string): RowsQuery => ({
  rowsOf: "evidence",
  filter: ofAsset(slug),
  sort: { field: "date", direction: "desc" },
  pagination: { page: 1, perPage: MOST_FACTS },
  fields: [
    "kind",
    "state",
    "date",
    "stated",
    "period_start",
    "period_end",
    "summary",
    "document",
    "publisher",
    "third_party",
    "source_url",
    ...evidenceDetails.map(({ name }) => name),
  ],
});

const RELATED_ASSETS = 6;

/** Query for the largest other assets with a shared attribute; undefined if the asset has none. */
export const relatedTo = (
  asset: ResourceRow,
  shared: "asset_class_slug" | "issuer_slug",
): RowsQuery | undefined =>
  asset[shared] === null
    ? undefined
    : {
        rowsOf: "assets",
        filter: allOf(isEqual(shared, String(asset[shared])), {
          operator: "notEquals",
          field: "id",
          value: Number(asset.id),
        }),
        sort: { field: "bridged_token_value_dollar", direction: "desc" },
        pagination: { page: 1, perPage: RELATED_ASSETS },
        fields: ["slug", "name", "ticker", "issuer_name", "bridged_token_value_dollar"],
      };

/** Query for assets with names similar to an unknown slug. */
export const suggestionsFor = (words: string): RowsQuery => ({
  rowsOf: "assets",
  search: words,
  pagination: { page: 1, perPage: 8 },
  fields: ["slug", "name", "ticker", "asset_class_name"],
});
