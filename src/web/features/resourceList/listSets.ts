/** What each generic list shows first. Other columns are in its column picker. */
const value = "bridged_token_value_dollar";
const holders = "holding_addresses_count";
const volume = "trailing_30_day_transfer_volume_dollar";

export interface ListSet {
  /** Resource whose rows are listed. */
  resource: string;
  columns: readonly string[];
  /** Fields with a filter of their own above the table; the others are behind "More filters". */
  filters: readonly string[];
  /** Where the page stands in the menu. */
  section: string;
}

export const listSets = {
  assets: {
    resource: "assets",
    columns: ["name", "ticker", "asset_class_name", "protocol_name", "issuer_name", value, holders, volume],
    filters: ["asset_class_slug", "network_slugs", "protocol_slug", "distribution"],
    section: "Tools",
  },
  tokens: {
    resource: "tokens",
    columns: ["name", "symbol", "network_name", "asset_class_name", "standard", value, holders, volume],
    filters: ["asset_class_slug", "network_slug", "standard", "is_bridged"],
    section: "Tools",
  },
  platforms: {
    resource: "platforms",
    columns: ["name", "asset_count", value, holders, volume, "jurisdiction_country_code", "founded_date"],
    filters: ["jurisdiction_country_code"],
    section: "Participants",
  },
  issuers: {
    resource: "issuers",
    columns: ["name", "asset_count", value, holders, volume, "jurisdiction_country_code", "founded_date"],
    filters: ["jurisdiction_country_code"],
    section: "Participants",
  },
  managers: {
    resource: "managers",
    columns: ["name", "asset_count", value, holders, volume, "jurisdiction_country_code", "founded_date"],
    filters: ["jurisdiction_country_code"],
    section: "Participants",
  },
  asset_classes: {
    resource: "asset_classes",
    columns: ["name", "asset_count", "token_count", value, holders, volume],
    filters: [],
    section: "Internal Tools",
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
    filters: ["kind", "network_slug", "asset_class_slug"],
    section: "Tools",
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
    filters: ["status", "collateral_type"],
    section: "Internal Tools",
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
    filters: ["status", "sector", "collateral_type"],
    section: "Internal Tools",
  },
} as const satisfies Record<string, ListSet>;

export type ListName = keyof typeof listSets;
