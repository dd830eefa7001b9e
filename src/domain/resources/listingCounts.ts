import type { CatalogIndex, Listing } from "./catalogIndex";
import { distinctIds } from "./commonFields";
import { type EntityKind, entityOf, prefixOf, refersTo } from "./entities";
import { catalogField } from "./resource";

/**
 * How many assets and tokens something has, and which classes, issuers,
 * platforms they belong to. `listingsOf` gives its listings.
 */
export function countFields<Row extends object>(
  findListings: (row: Row, catalog: CatalogIndex) => readonly Listing[],
) {
  // Computed once for a row, not for each of its fields: for a thousand firms that is most of the time of
  // reading the catalog.
  const found = new WeakMap<CatalogIndex, WeakMap<Row, readonly Listing[]>>();
  const listingsOf = (row: Row, catalog: CatalogIndex) => {
    const known = found.get(catalog) ?? new WeakMap<Row, readonly Listing[]>();
    found.set(catalog, known);
    const listings = known.get(row) ?? findListings(row, catalog);
    known.set(row, listings);
    return listings;
  };
  const ids = <Kind extends EntityKind>(
    kind: Kind,
    label: string,
    pick: (listing: Listing, catalog: CatalogIndex) => { id: number } | null | undefined,
  ) => {
    const { prefixAliases } = entityOf(kind);
    const name = `${prefixOf(kind)}_ids` as const;
    return catalogField<Row, typeof name>({
      name,
      aliases: prefixAliases.map((alias) => `${alias}_ids`),
      type: "ids",
      label,
      doc: `Ids of its ${label.toLowerCase()}.`,
      refersTo: refersTo(kind, "id"),
      policy: { overListings: { distinct: `${prefixOf(kind)}_id`, of: "listings" } },
      read: (row, c) => distinctIds(listingsOf(row, c).map((listing) => pick(listing, c))),
    });
  };
  return [
    catalogField<Row, "asset_count">({
      name: "asset_count",
      type: "number",
      unit: "count",
      label: "Assets",
      doc: "Assets in the catalog.",
      policy: { overListings: { count: "assets" } },
      read: (row, c) => new Set(listingsOf(row, c).map(({ asset }) => asset.id)).size,
    }),
    catalogField<Row, "token_count">({
      name: "token_count",
      type: "number",
      unit: "count",
      label: "Tokens",
      doc: "Tokens in the catalog.",
      policy: { overListings: { count: "tokens" } },
      read: (row, c) => listingsOf(row, c).filter(({ token }) => token !== null).length,
    }),
    ids("asset_class", "Asset classes", ({ asset }, c) => c.partyOf("asset_class", asset)),
    ids("issuer", "Issuers", ({ asset }, c) => c.partyOf("issuer", asset)),
    ids("platform", "Platforms", ({ asset }, c) => c.partyOf("platform", asset)),
    ids("network", "Networks", ({ token }, c) => (token ? c.networkBySlug.get(token.network) : null)),
  ];
}
