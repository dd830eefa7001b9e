import { type ColumnName, type Filter, type ResourceSlug, resourceByName } from "#domain";

/** What each generic list shows first. Other columns are in its column picker. */
const value = "bridged_token_value_dollar";
const holders = "holding_addresses_count";
const volume = "trailing_30_day_transfer_volume_dollar";

export type ListSet = {
  [Slug in ResourceSlug]: {
    /** Resource whose rows are listed. */
    resource: Slug;
    columns: readonly ColumnName<Slug>[];
    /** What the page says it lists; without it, what the resource says of itself. */
    description?: string;
    /** Rows that the page is not about. */
    filter?: Filter;
  };
}[ResourceSlug];

export const listSets = {
  assets: {
    resource: "assets",
    columns: ["name", "asset_class_name", "protocol_name", "issuer_name", value, holders, volume],
  },
  tokens: {
    resource: "tokens",
    description: "Tokens by asset and network: value, holders and transfers.",
    // A reader looks for deployments; what is known of an asset as a whole is on the asset's page.
    filter: { operator: "equals", field: "is_asset_level", value: false },
    columns: ["asset_name", "symbol", "network_name", "asset_class_name", "standard", value, holders, volume],
  },
  platforms: {
    resource: "platforms",
    columns: ["name", "asset_count", value, holders, volume, "jurisdiction_country_code", "founded_date"],
  },
  issuers: {
    resource: "issuers",
    columns: ["name", "asset_count", value, holders, volume, "jurisdiction_country_code", "founded_date"],
  },
  managers: {
    resource: "managers",
    columns: ["name", "asset_count", value, holders, volume, "jurisdiction_country_code", "founded_date"],
  },
  asset_classes: {
    resource: "asset_classes",
    columns: ["name", "asset_count", "token_count", value, holders, volume],
  },
  transactions: {
    resource: "transactions",
    columns: [
      "timestamp",
      "kind",
      "asset_name",
      "network_name",
      "amount_token",
      "symbol",
      "amount_dollar",
      "from_address",
      "to_address",
      "transaction_hash",
    ],
  },
  pools: {
    resource: "pools",
    columns: [
      "name",
      "protocol_name",
      "network_name",
      "status",
      "collateral_type",
      "outstanding_capital_dollar",
      "cumulative_issued_amount_dollar",
      "defaulted_loans_amount_dollar",
      "average_interest_rate_percent",
      "active_loans_count",
    ],
  },
  loans: {
    resource: "loans",
    columns: [
      "name",
      "protocol_name",
      "status",
      "sector",
      "collateral_type",
      "principal_dollar",
      "outstanding_dollar",
      "interest_rate_percent",
      "issued_date",
      "maturity_date",
    ],
  },
} as const satisfies Record<string, ListSet>;

/** What the page of a list says it lists. */
export const listDescription = (name: ListName): string => {
  const { description, resource }: ListSet = listSets[name];
  return description ?? resourceByName(resource)?.doc ?? "";
};

export type ListName = keyof typeof listSets;
