/** Small catalogs for tests, which state only relevant fields. */
import {
  type Asset,
  assetSchema,
  type Catalog,
  emptyCatalog,
  networkSchema,
  type Token,
  tokenSchema,
} from "#domain/catalog";
import { bareAsset, bareNetwork, bareToken } from "../testRows/bareRows";

export const network = (
  id: number,
  slug: string,
  extra: { chain_id?: number | null; aliases?: string[]; explorer_url?: string } = {},
) =>
  networkSchema.parse({
    ...bareNetwork,
    id,
    slug,
    name: slug[0]?.toUpperCase() + slug.slice(1),
    color: "#123456",
    ...extra,
  });

export const asset = (id: number, slug: string, extra: Partial<Asset> = {}): Asset =>
  assetSchema.parse({
    ...bareAsset,
    id,
    slug,
    name: `${slug.toUpperCase()} Fund`,
    ticker: slug.toUpperCase(),
    asset_class: "treasuries",
    ...extra,
  });

export const token = (id: number, of: string, on: string, extra: Partial<Token> = {}): Token =>
  tokenSchema.parse({ ...bareToken, id, asset: of, network: on, symbol: of.toUpperCase(), ...extra });

export const catalogOf = (parts: Partial<Catalog>): Catalog => ({ ...emptyCatalog, ...parts });
