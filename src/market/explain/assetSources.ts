import type { Source, SourceFreshness } from "#domain";
import type { Market } from "../market";

/** What one source says of one asset. */
export interface AssetSource {
  asset_id: number;
  source_id: number;
  is_sample: boolean;
  /** Newest day observed, `YYYY-MM-DD`. */
  newest_date: string;
  observations: string;
  /** False where other sources say the same of the asset, and prevail. */
  is_used: boolean;
}

/** What every source says of every asset, used or not: the one pass over all observations, made once for each data version. */
export function assetSources(market: Market): Promise<readonly AssetSource[]> {
  return market.remember({
    kind: "asset sources",
    key: null,
    sizeOf: (rows) => rows.length * 150,
    make: () => readAssetSources(market),
  });
}

async function readAssetSources({ store }: Market): Promise<AssetSource[]> {
  const rows = await store.rows<Omit<AssetSource, "is_used"> & { provider: string }>(
    `SELECT asset_id, source_id, is_sample, any(provider) AS provider, max(date) AS newest_date, count() AS observations
     FROM observations FINAL GROUP BY asset_id, source_id, is_sample`,
  );
  const providers = new Map<number, Set<string>>();
  for (const { asset_id, is_sample, provider } of rows) {
    if (!is_sample) providers.set(asset_id, (providers.get(asset_id) ?? new Set()).add(provider));
  }
  const contested = [...providers].filter(([, all]) => all.size > 1).map(([id]) => id);
  // Only what several providers report can go unused as a whole: for all else, nothing more is read.
  const used =
    contested.length === 0
      ? []
      : await store.compactRows<[asset: number, source: number]>(
          `SELECT DISTINCT asset_id, source_id FROM daily_metrics FINAL
           WHERE asset_id IN {contested:Array(UInt32)} AND NOT derived`,
          { contested },
        );
  const isContested = new Set(contested);
  const isUsed = new Set(used.map((pair) => pair.join()));
  return rows.map(({ provider: _, ...row }) => ({
    ...row,
    is_used: !isContested.has(row.asset_id) || isUsed.has([row.asset_id, row.source_id].join()),
  }));
}

/** Sources with the newest day and the number of observations that `rows` have from each. */
export function withFreshness(sources: readonly Source[], rows: readonly AssetSource[]): SourceFreshness[] {
  const totals = new Map<number, { newest: string; observations: number }>();
  for (const { source_id, newest_date, observations } of rows) {
    const known = totals.get(source_id);
    totals.set(source_id, {
      newest: known !== undefined && known.newest > newest_date ? known.newest : newest_date,
      observations: (known?.observations ?? 0) + Number(observations),
    });
  }
  return sources.map((source) => ({
    ...source,
    newest_date: totals.get(source.id)?.newest ?? null,
    observations: totals.get(source.id)?.observations ?? 0,
  }));
}
