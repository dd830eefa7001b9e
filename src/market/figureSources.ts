import type { FigureSources, Filter, Source } from "#domain";
import { type AssetSource, assetSources, withFreshness } from "./explain/assetSources";
import { sourceColumns } from "./explain/sourceColumns";
import type { Market } from "./market";
import { compileFilter } from "./query/compileFilter";
import { ListingSource } from "./query/listingSource";
import { SqlBinder } from "./sql/sqlBinder";

/**
 * Where the figures of a part of the market come from: the sources of its assets, newest first, and whether any
 * of those figures is sample data.
 * @param filter over tokens, as series take it; null for the whole market
 * @throws InvalidError naming the part of the filter that does not fit
 */
export async function figureSources(
  market: Market,
  { filter }: { filter: Filter | null },
): Promise<FigureSources> {
  return market.remember({
    kind: "figure sources",
    key: filter,
    sizeOf: ({ sources }) => 200 + sources.length * 400,
    make: () => readFigureSources(market, filter),
  });
}

async function readFigureSources(market: Market, filter: Filter | null): Promise<FigureSources> {
  const binder = new SqlBinder();
  const listings = new ListingSource("tokens", false);
  const condition = compileFilter(filter, {
    binder,
    resolve: listings.resolve,
    names: await market.names(),
    of: "tokens",
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

/** An asset with a real figure shows real figures alone: its sample observations are not served. */
function served(rows: readonly AssetSource[]): AssetSource[] {
  const real = new Set(rows.filter((row) => !row.is_sample).map((row) => row.asset_id));
  return rows.filter((row) => !row.is_sample || !real.has(row.asset_id));
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
