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
}

/** What every source says of every asset, served or not: the one pass over all observations, made once for each data version. */
export function assetSources(market: Market): Promise<readonly AssetSource[]> {
  return market.remember({
    kind: "asset sources",
    key: null,
    sizeOf: (rows) => rows.length * 150,
    make: () =>
      market.store.rows<AssetSource>(
        `SELECT asset_id, source_id, is_sample, max(date) AS newest_date, count() AS observations
         FROM observations FINAL GROUP BY asset_id, source_id, is_sample`,
      ),
  });
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
