/** Small catalogs for tests: only what a test is about is spelled out. */
import {
  type Asset,
  assetSchema,
  type Catalog,
  emptyCatalog,
  networkSchema,
  type Token,
  tokenSchema,
} from "#domain";

const source = "https://example.org/facts";

export const network = (
  id: number,
  slug: string,
  extra: { chain_id?: number | null; aliases?: string[] } = {},
) =>
  networkSchema.parse({
    id,
    slug,
    name: slug[0]?.toUpperCase() + slug.slice(1),
    explorer_url: null,
    explorer_name: null,
    color: "#123456",
    chain_id: null,
    layer: null,
    parent: null,
    virtual_machine: null,
    architecture: null,
    website: null,
    founded_date: null,
    description: null,
    source,
    ...extra,
  });

export const asset = (id: number, slug: string, extra: Partial<Asset> = {}): Asset =>
  assetSchema.parse({
    id,
    slug,
    name: `${slug.toUpperCase()} Fund`,
    ticker: slug.toUpperCase(),
    asset_class: "treasuries",
    platform: null,
    issuer: null,
    manager: null,
    jurisdiction: null,
    description: null,
    website: null,
    inception_date: null,
    denomination: "USD",
    distribution: "distributed",
    is_investable: null,
    source,
    ...extra,
  });

export const token = (id: number, of: string, on: string, extra: Partial<Token> = {}): Token =>
  tokenSchema.parse({
    id,
    asset: of,
    network: on,
    address: null,
    symbol: of.toUpperCase(),
    decimals: null,
    standard: null,
    source,
    ...extra,
  });

export const catalogOf = (parts: Partial<Catalog>): Catalog => ({ ...emptyCatalog, ...parts });
