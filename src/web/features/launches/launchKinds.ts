import { isEqual } from "#domain/query";
import type { FieldName } from "#domain/resources";
import type { TableSpec } from "../table/query/tableQuery";

export type LaunchKind = "asset" | "token";

interface Launches {
  label: string;
  /** Title of the chart. */
  perMonth: string;
  /** Field with the network of a row. */
  networkField: FieldName<"assets"> | FieldName<"tokens">;
  networkOperator: "equals" | "includes";
  rows: TableSpec & { resource: "assets" | "tokens" };
}

const newestFirst = { sort: { field: "appeared_date", direction: "desc" }, perPage: 25 } as const;
const value = "bridged_token_value_dollar";

/** The kinds of new arrivals lists. */
export const launchKinds: Readonly<Record<LaunchKind, Launches>> = {
  asset: {
    label: "Assets",
    perMonth: "New assets per month",
    networkField: "network_slugs",
    networkOperator: "includes",
    rows: {
      resource: "assets",
      columns: [
        "name",
        "appeared_date",
        "appeared_basis",
        "asset_class_name",
        "protocol_name",
        "token_count",
        value,
      ],
      ...newestFirst,
    },
  },
  token: {
    label: "Tokens",
    perMonth: "New tokens per month",
    networkField: "network_slug",
    networkOperator: "equals",
    rows: {
      resource: "tokens",
      // Excludes listings for an asset as a whole, which are not tokens.
      filter: isEqual<FieldName<"tokens">>("is_asset_level", false),
      columns: [
        "asset_name",
        "appeared_date",
        "appeared_basis",
        "symbol",
        "network_name",
        "asset_class_name",
        value,
      ],
      ...newestFirst,
    },
  },
};
