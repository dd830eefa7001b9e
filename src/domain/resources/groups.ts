/**
 * What series and aggregates can be grouped by. Each grouping names the
 * columns of the `tokens` table that hold its id, slug and name, and the
 * table that holds its colour.
 */
export interface Grouping {
  /** Wire value of `groupBy`, and `group.type` in responses. */
  name: string;
  aliases: readonly string[];
  label: string;
  idColumn: string;
  slugColumn: string;
  nameColumn: string;
  /** Table with `id` and `color_hex`; null where groups have no colour of their own. */
  colorTable: string | null;
  /** Shown where a listing has none (an asset that is on no known network, say). */
  noneLabel: string;
}

const grouping = (
  name: string,
  label: string,
  prefix: string,
  extra: Partial<Pick<Grouping, "aliases" | "colorTable" | "noneLabel">> = {},
): Grouping => ({
  name,
  aliases: [],
  label,
  idColumn: `${prefix}_id`,
  slugColumn: `${prefix}_slug`,
  nameColumn: `${prefix}_name`,
  colorTable: null,
  noneLabel: `No ${label.toLowerCase()}`,
  ...extra,
});

/** Label of what is kept in an issuer's books and on no network. */
export const OFF_CHAIN_LABEL = "Off-Chain";
/** Value that stands for a holding in an issuer's books. */
export const BOOK_ENTRY_VALUE = "book-entry";

export const groupings: readonly Grouping[] = [
  grouping("asset", "Asset", "asset"),
  { ...grouping("token", "Token", "token"), idColumn: "id", slugColumn: "slug", nameColumn: "name" },
  grouping("asset_class", "Asset class", "asset_class", {
    aliases: ["assetClass"],
    colorTable: "dim_asset_classes",
  }),
  grouping("network", "Network", "network", { colorTable: "dim_networks", noneLabel: OFF_CHAIN_LABEL }),
  grouping("platform", "Platform", "protocol", { aliases: ["protocol"], colorTable: "dim_platforms" }),
  grouping("issuer", "Issuer", "issuer"),
  grouping("manager", "Asset manager", "manager"),
  grouping("jurisdiction_country", "Jurisdiction", "jurisdiction_country", { aliases: ["jurisdiction"] }),
  {
    ...grouping("distribution", "Distribution", "distribution"),
    idColumn: "distribution",
    slugColumn: "distribution",
    nameColumn: "distribution",
  },
];

export const groupingByName = (name: string): Grouping | undefined =>
  groupings.find((g) => g.name === name || g.aliases.includes(name));
