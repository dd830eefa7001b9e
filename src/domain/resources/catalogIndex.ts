import type {
  Asset,
  Issuer,
  Jurisdiction,
  Manager,
  Network,
  Platform,
  ServiceProvider,
  Token,
} from "../catalog/schema";
import { type AssetClass, assetClasses } from "../vocabulary/assetClasses";

/** Every catalog row by kind. */
export interface Catalog {
  networks: readonly Network[];
  jurisdictions: readonly Jurisdiction[];
  platforms: readonly Platform[];
  issuers: readonly Issuer[];
  managers: readonly Manager[];
  service_providers: readonly ServiceProvider[];
  assets: readonly Asset[];
  tokens: readonly Token[];
}

/**
 * One row of the `tokens` table: a deployment, or (token null) the part of an
 * asset that is observed for the asset as a whole and on no network.
 */
export interface Listing {
  asset: Asset;
  token: Token | null;
}

/** The catalog with the look-ups that fields need. Built once per load. */
export interface CatalogIndex extends Catalog {
  classes: ReadonlyMap<string, AssetClass>;
  networkBySlug: ReadonlyMap<string, Network>;
  platformBySlug: ReadonlyMap<string, Platform>;
  issuerBySlug: ReadonlyMap<string, Issuer>;
  managerBySlug: ReadonlyMap<string, Manager>;
  providerBySlug: ReadonlyMap<string, ServiceProvider>;
  jurisdictionByCode: ReadonlyMap<string, Jurisdiction>;
  assetBySlug: ReadonlyMap<string, Asset>;
  tokensByAsset: ReadonlyMap<string, readonly Token[]>;
  listings: readonly Listing[];
}

/** Ids of asset-level listings start here, above every catalog id. */
export const ASSET_LISTING_OFFSET = 2_000_000_000;

/** Id of a row of the `tokens` table: the token's, or the asset's shifted out of the way. */
export const listingId = ({ asset, token }: Listing): number => token?.id ?? ASSET_LISTING_OFFSET + asset.id;

function groupBy<T>(rows: readonly T[], key: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(key(row));
    if (group) group.push(row);
    else groups.set(key(row), [row]);
  }
  return groups;
}

export function indexCatalog(catalog: Catalog): CatalogIndex {
  const bySlug = <T extends { slug: string }>(rows: readonly T[]) =>
    new Map(rows.map((row) => [row.slug, row]));
  const assetBySlug = bySlug(catalog.assets);
  const networkBySlug = bySlug(catalog.networks);
  for (const network of catalog.networks) {
    for (const alias of network.aliases) if (!networkBySlug.has(alias)) networkBySlug.set(alias, network);
  }
  const listings: Listing[] = catalog.assets.map((asset) => ({ asset, token: null }));
  for (const token of catalog.tokens) {
    const asset = assetBySlug.get(token.asset);
    if (asset) listings.push({ asset, token });
  }
  return {
    ...catalog,
    classes: new Map(assetClasses.map((c): [string, AssetClass] => [c.slug, c])),
    networkBySlug,
    platformBySlug: bySlug(catalog.platforms),
    issuerBySlug: bySlug(catalog.issuers),
    managerBySlug: bySlug(catalog.managers),
    providerBySlug: bySlug(catalog.service_providers),
    jurisdictionByCode: new Map(catalog.jurisdictions.map((j) => [j.country_code, j])),
    assetBySlug,
    tokensByAsset: groupBy(catalog.tokens, (token) => token.asset),
    listings,
  };
}
