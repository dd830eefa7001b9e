import {
  type FigureSources,
  type Filter,
  isLent,
  type LentResource,
  loansResource,
  poolsResource,
  type Source,
  type SplitResource,
} from "#domain";
import { type AssetSource, assetSources, withFreshness } from "./explain/assetSources";
import { sourceColumns } from "./explain/sourceColumns";
import type { Market } from "./market";
import { compileFilter } from "./query/compileFilter";
import { ListingSource, type TotalledResource } from "./query/listingSource";
import { RowSource } from "./query/rowSource";
import { SqlBinder } from "./sql/sqlBinder";

/** A part of the market. */
export interface FigureSourcesRequest {
  /** What the filter speaks of. Default: tokens. */
  resource?: SplitResource;
  /** As series take it, without metrics and dates; null for all. */
  filter: Filter | null;
}

/**
 * Where the figures of a part of the market come from: the sources of its assets, newest first, and whether any
 * of those figures is sample data. What is lent says of itself whether it is sample data, and names no source.
 * @throws InvalidError naming the part of the filter that does not fit
 */
export async function figureSources(
  market: Market,
  { filter, resource = "tokens" }: FigureSourcesRequest,
): Promise<FigureSources> {
  return market.remember({
    kind: "figure sources",
    key: [resource, filter],
    sizeOf: ({ sources }) => 200 + sources.length * 400,
    make: () =>
      isLent(resource)
        ? readLentSources(market, { resource, filter })
        : readFigureSources(market, { resource, filter }),
  });
}

async function readLentSources(
  market: Market,
  { resource, filter }: { resource: LentResource; filter: Filter | null },
): Promise<FigureSources> {
  const binder = new SqlBinder();
  const rows = new RowSource(resource === "pools" ? poolsResource : loansResource);
  const names = await market.names();
  const condition = compileFilter(filter, { binder, resolve: rows.resolve, names, of: rows.resource.label });
  const [counted] = await market.store.compactRows<[string]>(
    `SELECT countIf(t.is_sample) FROM ${rows.from()} WHERE ${condition}`,
    binder.parameters,
  );
  return { has_sample: Number(counted?.[0] ?? 0) > 0, sources: [] };
}

async function readFigureSources(
  market: Market,
  { resource, filter }: { resource: TotalledResource; filter: Filter | null },
): Promise<FigureSources> {
  const binder = new SqlBinder();
  const listings = new ListingSource(resource, false);
  const condition = compileFilter(filter, {
    binder,
    resolve: listings.resolve,
    names: await market.names(),
    of: resource,
  });
  const [assets, rows] = await Promise.all([
    market.store.compactRows<[number]>(
      `SELECT DISTINCT t.asset_id FROM ${listings.from()} WHERE ${condition}`,
      binder.parameters,
    ),
    assetSources(market),
  ]);
  const ids = new Set(assets.map(([id]) => id));
  const used = served(rows).filter((row) => ids.has(row.asset_id));
  return {
    has_sample: used.some((row) => row.is_sample),
    sources: await describe(market, used),
  };
}

/**
 * An asset with a real figure shows real figures alone: its sample observations are not served. Nor are those of a
 * source that others prevail over.
 */
function served(rows: readonly AssetSource[]): AssetSource[] {
  const real = new Set(rows.filter((row) => !row.is_sample).map((row) => row.asset_id));
  return rows.filter((row) => row.is_used && (!row.is_sample || !real.has(row.asset_id)));
}

async function describe({ store }: Market, used: readonly AssetSource[]): Promise<FigureSources["sources"]> {
  if (used.length === 0) return [];
  const binder = new SqlBinder();
  const ids = binder.bind("Array(UInt32)", [...new Set(used.map((row) => row.source_id))]);
  const sources = await store.rows<Source>(
    `SELECT ${sourceColumns} FROM sources AS s FINAL WHERE s.id IN ${ids}
     ORDER BY s.ingested_at DESC, s.id SETTINGS date_time_output_format = 'iso'`,
    binder.parameters,
  );
  return withFreshness(sources, used);
}
