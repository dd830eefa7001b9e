import type { FigureSources, Filter, Source } from "#domain";
import { sourceColumns } from "./explain/sourceColumns";
import type { Market } from "./market";
import { compileFilter } from "./query/compileFilter";
import { ListingSource } from "./query/listingSource";
import { SqlBinder } from "./sql/sqlBinder";

/** What one source says of one asset. */
interface AssetSource {
  asset_id: number;
  source_id: number;
  is_sample: boolean;
  newest_date: string;
  observations: string;
}

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
  const [assets, { rows }] = await Promise.all([
    market.store.compactRows<[number]>(
      `SELECT DISTINCT t.asset_id FROM ${listings.from()} WHERE ${condition}`,
      binder.parameters,
    ),
    market.remember({
      kind: "asset sources",
      key: null,
      sizeOf: (known) => known.rows.length * 150,
      make: () => readAssetSources(market),
    }),
  ]);
  const ids = new Set(assets.map(([id]) => id));
  const used = rows.filter((row) => ids.has(row.asset_id));
  return {
    has_sample: used.some((row) => row.is_sample),
    sources: await describe(market, used),
  };
}

/** An asset with a real figure shows real figures alone: its sample observations are not served. */
async function readAssetSources({ store }: Market): Promise<{ rows: AssetSource[] }> {
  const rows = await store.rows<AssetSource>(
    `SELECT asset_id, source_id, is_sample, max(date) AS newest_date, count() AS observations
     FROM observations FINAL GROUP BY asset_id, source_id, is_sample`,
  );
  const real = new Set(rows.filter((row) => !row.is_sample).map((row) => row.asset_id));
  return { rows: rows.filter((row) => !row.is_sample || !real.has(row.asset_id)) };
}

async function describe({ store }: Market, used: readonly AssetSource[]): Promise<FigureSources["sources"]> {
  const totals = new Map<number, { newest: string; observations: number }>();
  for (const { source_id, newest_date, observations } of used) {
    const known = totals.get(source_id);
    totals.set(source_id, {
      newest: known !== undefined && known.newest > newest_date ? known.newest : newest_date,
      observations: (known?.observations ?? 0) + Number(observations),
    });
  }
  if (totals.size === 0) return [];
  const binder = new SqlBinder();
  const sources = await store.rows<Source>(
    `SELECT ${sourceColumns} FROM sources AS s FINAL WHERE s.id IN ${binder.bind("Array(UInt32)", [...totals.keys()])}
     ORDER BY s.ingested_at DESC, s.id SETTINGS date_time_output_format = 'iso'`,
    binder.parameters,
  );
  return sources.map((source) => ({
    ...source,
    newest_date: totals.get(source.id)?.newest ?? null,
    observations: totals.get(source.id)?.observations ?? 0,
  }));
}
