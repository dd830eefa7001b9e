import type { Asset, Catalog, FirmRow, Network, Platform, ServiceProvider, Token } from "../catalog/schema";
import { evidenceByAsset } from "../evidence/assetEvidence";
import type { Evidence } from "../evidence/evidence";
import { assetClasses } from "../vocabulary/assetClasses";
import { type FirmKind, partyKinds } from "../vocabulary/firms";
import { type EntityKind, entities, entityOf } from "./entities";

/** The kinds to which an asset refers once: its class and its parties. */
export type AssetParty = EntityKind & keyof Asset;

const isParty = (kind: EntityKind): kind is AssetParty =>
  kind !== "asset" && entityOf(kind).grouping?.splitsAssets === false;
export const assetParties: readonly AssetParty[] = entities.map(({ kind }) => kind).filter(isParty);

/** What every entity has. */
export interface Named {
  id: number;
  slug: string;
  name: string;
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
  /** The class, platform, issuer … that an asset names, or whatever names it as an asset does; null where none is known. */
  partyOf: (kind: AssetParty, row: Partial<Pick<Asset, AssetParty>>) => Named | null;
  /** The platform or firm of a kind that an asset names; null where none is known. */
  memberOf: (kind: "platform" | FirmKind, row: Asset) => Platform | FirmRow | null;
  networkBySlug: ReadonlyMap<string, Network>;
  providerBySlug: ReadonlyMap<string, ServiceProvider>;
  assetBySlug: ReadonlyMap<string, Asset>;
  tokensByAsset: ReadonlyMap<string, readonly Token[]>;
  /** The evidence about an asset, oldest first. */
  evidenceByAsset: ReadonlyMap<string, readonly Evidence[]>;
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
  const rows = { ...catalog, asset_classes: assetClasses };
  const parties = new Map(
    assetParties.map((kind) => [
      kind,
      new Map<string, Named>(
        rows[entityOf(kind).resource].map((row) => [
          "country_code" in row ? row.country_code : row.slug,
          row,
        ]),
      ),
    ]),
  );
  const members = new Map(
    partyKinds.map((kind) => [kind, bySlug<Platform | FirmRow>(catalog[entityOf(kind).resource])]),
  );
  return {
    ...catalog,
    memberOf: (kind, row) => members.get(kind)?.get(row[kind] ?? "") ?? null,
    partyOf: (kind, row) => parties.get(kind)?.get(row[kind] ?? "") ?? null,
    networkBySlug,
    providerBySlug: bySlug(catalog.service_providers),
    assetBySlug,
    evidenceByAsset: evidenceByAsset(catalog.evidence),
    tokensByAsset: groupBy(catalog.tokens, (token) => token.asset),
    listings,
  };
}
