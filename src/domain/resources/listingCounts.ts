import type { CatalogIndex, Listing } from "./catalogIndex";
import { distinctIds } from "./commonFields";
import { type CatalogField, catalogField } from "./resource";

/**
 * How many assets and tokens something has, and which classes, issuers,
 * platforms they belong to. `listingsOf` gives its listings.
 */
export function countFields<Row>(
  listingsOf: (row: Row, catalog: CatalogIndex) => readonly Listing[],
): CatalogField<Row>[] {
  const ids = (
    name: string,
    label: string,
    pick: (listing: Listing, catalog: CatalogIndex) => { id: number } | null | undefined,
    aliases: string[] = [],
  ) =>
    catalogField<Row>({
      name,
      aliases,
      type: "ids",
      label,
      doc: `Ids of its ${label.toLowerCase()}.`,
      read: (row, c) => distinctIds(listingsOf(row, c).map((listing) => pick(listing, c))),
    });
  return [
    catalogField({
      name: "asset_count",
      type: "number",
      unit: "count",
      label: "Assets",
      doc: "Assets known to the catalog.",
      read: (row, c) => new Set(listingsOf(row, c).map(({ asset }) => asset.id)).size,
    }),
    catalogField({
      name: "token_count",
      type: "number",
      unit: "count",
      label: "Tokens",
      doc: "Deployments known to the catalog.",
      read: (row, c) => listingsOf(row, c).filter(({ token }) => token !== null).length,
    }),
    ids("asset_class_ids", "Asset classes", ({ asset }, c) => c.classes.get(asset.asset_class)),
    ids("issuer_ids", "Issuers", ({ asset }, c) =>
      asset.issuer === null ? null : c.issuerBySlug.get(asset.issuer),
    ),
    ids(
      "protocol_ids",
      "Platforms",
      ({ asset }, c) => (asset.platform === null ? null : c.platformBySlug.get(asset.platform)),
      ["platform_ids"],
    ),
    ids("network_ids", "Networks", ({ token }, c) => (token ? c.networkBySlug.get(token.network) : null)),
  ];
}
