import type { Source, SourceFreshness } from "#domain/api";
import type { Market } from "../market";
import { sourceIdOf } from "./sourceGroups";

/** What one source reports of one metric of one asset. */
export interface AssetSource {
  asset_id: number;
  metric_id: number;
  /** As `Source` has it. */
  source: string;
  is_sample: boolean;
  /** Newest day observed, `YYYY-MM-DD`. */
  newest_date: string;
  observations: string;
  /** False where other sources report the same and are preferred. */
  is_used: boolean;
}

/** What every source reports of every asset, used or not: one pass over all observations for each data version. */
export function assetSources(market: Market): Promise<readonly AssetSource[]> {
  return market.remember({
    kind: "asset sources",
    key: null,
    sizeOf: (rows) => rows.length * 170,
    make: () => readAssetSources(market),
  });
}

async function readAssetSources({ store }: Market): Promise<AssetSource[]> {
  const rows = await store.rows<Omit<AssetSource, "is_used" | "source"> & { provider: string }>(
    `SELECT asset_id, metric_id, is_sample, provider, max(date) AS newest_date, count() AS observations
     FROM observations FINAL GROUP BY asset_id, metric_id, is_sample, provider`,
  );
  const providers = new Map<number, Set<string>>();
  for (const { asset_id, is_sample, provider } of rows) {
    if (!is_sample) providers.set(asset_id, (providers.get(asset_id) ?? new Set()).add(provider));
  }
  const contested = [...providers].filter(([, all]) => all.size > 1).map(([id]) => id);
  // Only what several sources report can be unused as a whole.
  const used =
    contested.length === 0
      ? []
      : await store.compactRows<[asset: number, metric: number, provider: string]>(
          `SELECT DISTINCT d.asset_id, d.metric_id, s.provider
           FROM (SELECT DISTINCT asset_id, metric_id, source_id FROM daily_metrics
             WHERE asset_id IN {contested:Array(UInt32)} AND NOT derived) AS d
           JOIN (SELECT id, provider FROM sources FINAL) AS s ON s.id = d.source_id`,
          { contested },
        );
  const isContested = new Set(contested);
  const isUsed = new Set(used.map((key) => key.join()));
  return rows.map(({ provider, ...row }) => ({
    ...row,
    source: sourceIdOf({ is_sample: row.is_sample, provider }),
    is_used: !isContested.has(row.asset_id) || isUsed.has([row.asset_id, row.metric_id, provider].join()),
  }));
}

/** Sources with the newest day and the number of observations that `rows` have from each. */
export function withFreshness(sources: readonly Source[], rows: readonly AssetSource[]): SourceFreshness[] {
  const totals = new Map<string, { newest: string; observations: number }>();
  for (const { source, newest_date, observations } of rows) {
    const known = totals.get(source);
    totals.set(source, {
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
