import type { Network } from "../catalog/schema";
import type { MetricSlug } from "../metrics/catalogue";
import type { CatalogIndex } from "./catalogIndex";
import { distinctIds, factFields, iconField, identityFields } from "./commonFields";
import { type EntityKind, refersTo } from "./entities";
import { countFields } from "./listingCounts";
import { catalogField, catalogResource } from "./resource";

const listingsOn = (network: Network, c: CatalogIndex) =>
  c.listings.filter(({ token }) => token !== null && c.networkBySlug.get(token.network)?.id === network.id);

/** Metrics that existing clients read in each nested total. */
const nestedMetrics: readonly MetricSlug[] = [
  "bridged_token_value_dollar",
  "bridged_token_market_cap_dollar",
  "circulating_asset_value_dollar",
  "daily_mints_token",
  "daily_mints_dollar",
  "holding_addresses_count",
  "trailing_30_day_transfer_volume_dollar",
  "trailing_30_day_active_addresses_count",
];
const nestedTotals = (name: string, by: EntityKind) => ({ name, by, metrics: nestedMetrics, brief: null });
/** Lists that are long: a page of networks has the largest of each by value. */
const longTotals = (name: string, by: EntityKind) => ({
  ...nestedTotals(name, by),
  brief: { items: 5, metrics: ["bridged_token_value_dollar"] as const },
});

export const networksResource = catalogResource<Network>()({
  slug: "networks",
  singular: "network",
  label: "Networks",
  doc: "Blockchain networks with tokenized assets.",
  slugField: "slug",
  defaultSort: { field: "bridged_token_value_dollar", direction: "desc" },
  searchFields: ["name", "slug"],
  nestedStats: [
    nestedTotals("asset_class_stats", "asset_class"),
    longTotals("issuer_stats", "issuer"),
    longTotals("protocol_stats", "platform"),
    longTotals("jurisdiction_country_stats", "jurisdiction"),
  ],
  nested: [{ kind: "copy", name: "network_id", doc: "Same as the id.", of: "id", isNumber: false }],
  maxPerPage: 50,
  metricAliases: ["trailing_30_day_transfer_volume"],
  rows: (catalog) => catalog.networks,
  fields: [
    ...identityFields<Network>("network"),
    iconField(),
    catalogField({
      name: "color_hex",
      type: "color",
      label: "Colour",
      doc: "Chart colour of the network.",
      read: (row) => row.color,
    }),
    catalogField({
      name: "slug_aliases",
      type: "strings",
      label: "Other slugs",
      policy: { reveals: ["slug"] },
      doc: "Aliases accepted for the network.",
      hint: "Other names of the network in URLs.",
      read: (row) => row.aliases,
    }),
    catalogField({
      name: "chain_id",
      type: "number",
      label: "Chain id",
      doc: "EIP-155 chain id.",
      whenNull: "for non-EVM networks",
      nullable: true,
      read: (row) => row.chain_id,
    }),
    catalogField({
      name: "explorer_url",
      type: "url",
      label: "Explorer",
      doc: "Base URL of its block explorer.",
      nullable: true,
      read: (row) => row.explorer_url,
    }),
    catalogField({
      name: "explorer_name",
      type: "string",
      label: "Explorer name",
      doc: "Name of its block explorer.",
      nullable: true,
      read: (row) => row.explorer_name,
    }),
    catalogField({
      name: "layer_description",
      type: "enum",
      values: ["L1", "L2"],
      label: "Layer",
      doc: "Whether it settles on itself (L1) or on another network (L2).",
      nullable: true,
      read: (row) => row.layer,
    }),
    catalogField({
      name: "architecture_type_description",
      type: "string",
      label: "Architecture",
      doc: "Network architecture.",
      nullable: true,
      groupable: true,
      read: (row) => row.architecture,
    }),
    catalogField({
      name: "virtual_machine_type",
      type: "string",
      label: "Virtual machine",
      doc: "Virtual machine that runs its contracts.",
      nullable: true,
      groupable: true,
      read: (row) => row.virtual_machine,
    }),
    catalogField({
      name: "parent_network_id",
      type: "id",
      refersTo: refersTo("network", "id", "parent_network"),
      label: "Settles on",
      doc: "Id of the network it settles on.",
      nullable: true,
      read: (row, c) => (row.parent === null ? null : (c.networkBySlug.get(row.parent)?.id ?? null)),
    }),
    catalogField({
      name: "token_id",
      type: "id",
      refersTo: refersTo("token", "id"),
      label: "Native token",
      doc: "Catalog id of its native token, if in the catalog.",
      nullable: true,
      read: () => null,
    }),
    catalogField({
      name: "founded_date",
      type: "date",
      label: "Launched",
      doc: "Mainnet launch date.",
      nullable: true,
      read: (row) => row.founded_date,
    }),
    ...countFields<Network>(listingsOn),
    catalogField({
      name: "jurisdiction_country_ids",
      type: "ids",
      refersTo: refersTo("jurisdiction", "id"),
      label: "Jurisdictions",
      doc: "Ids of the jurisdictions of its assets.",
      policy: { overListings: { distinct: "jurisdiction_country_id", of: "listings" } },
      read: (row, c) => distinctIds(listingsOn(row, c).map(({ asset }) => c.partyOf("jurisdiction", asset))),
    }),
    ...factFields<Network>(),
  ],
});
