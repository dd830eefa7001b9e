import { addsUp, type Metric, metricById } from "#domain/metrics";
import { ASSET_LISTING_OFFSET } from "#domain/resources";
import { formatCount } from "#domain/text";
import type { StatementReader } from "#stores";

/** `level`: the other level of the asset is served. `source`: another source's figure is. */
export type UnservedReason = "level" | "source";

/** Real observations of one series and source that are stored and not served, for one reason. */
export interface UnservedValues {
  /** Slug of the asset. */
  asset: string;
  /** Slug of the token; null for the asset as a whole. */
  token: string | null;
  /** Slug of the metric. */
  metric: string;
  /** Label of the source, such as a file name. */
  source: string;
  sourceId: number;
  assetId: number;
  reason: UnservedReason;
  values: number;
  /** `YYYY-MM-DD`, as are the last day. */
  firstDay: string;
  lastDay: string;
}

export interface UnservedList {
  series: UnservedValues[];
  /** Number of series, including those beyond the limit. */
  total: number;
}

/** The reason why values of a series are not served, as text. */
export const unservedReason = ({ reason, token }: Pick<UnservedValues, "reason" | "token">): string => {
  if (reason === "source") return "another source is preferred";
  return token === null
    ? "the figures of its tokens cover the whole asset"
    : "the figure for the whole asset covers more of it";
};

/** `11 values of total_supply_token of acme (whole asset) from issuer.csv, 2024-01-01 to 2024-01-11: …`. */
export const unservedLine = (series: UnservedValues): string => {
  const entity = series.token === null ? `${series.asset} (whole asset)` : series.token;
  const { values, metric, source, firstDay, lastDay } = series;
  const days = firstDay === lastDay ? firstDay : `${firstDay} to ${lastDay}`;
  return `${formatCount(values, "value")} of ${metric} of ${entity} from ${source}, ${days}: ${unservedReason(series)}`;
};

const tokenIds = `token_id < ${ASSET_LISTING_OFFSET}`;

/**
 * Real observations that are stored and not served, by series, the longest first. A value is served if the row of its
 * listing, metric and day has its source and is neither carried nor derived.
 * @param assetIds only these assets; all without it
 * @param file only values of files of this name; all without it
 */
export async function listUnserved(
  store: StatementReader,
  {
    assetIds = null,
    file = null,
    limit,
  }: { assetIds?: readonly number[] | null; file?: string | null; limit: number },
): Promise<UnservedList> {
  const contested = await contestedMetrics(store, assetIds);
  if (contested.size === 0) return { series: [], total: 0 };
  const assets = [...contested.keys()];
  const metrics = [...new Set([...contested.values()].flat())];
  const parameters = { assets, metrics, limit, file: file ?? "" };
  const within = "asset_id IN {assets:Array(UInt32)} AND metric_id IN {metrics:Array(UInt32)}";
  const rows = await store.compactRows<
    [number, string, string, number, number, string, UnservedReason, string, string, string, string]
  >(
    `SELECT asset_id, asset_slug, token_slug, metric_id, source_id, label, reason, values, first_day, last_day, count() OVER () AS total
     FROM (
       SELECT asset_id, token_id, metric_id, source_id, count() AS values, toString(min(date)) AS first_day,
         toString(max(date)) AS last_day, if(served = 0, 'level', 'source') AS reason
       FROM (
         SELECT asset_id, token_id, metric_id, date, source_id FROM observations FINAL WHERE ${within} AND NOT is_sample
       ) AS observed
       LEFT JOIN (
         SELECT asset_id, token_id, metric_id, date, source_id AS served FROM daily_metrics
         WHERE ${within} AND NOT carried AND NOT derived AND NOT is_sample
       ) AS daily USING (asset_id, token_id, metric_id, date)
       WHERE served != source_id
       GROUP BY asset_id, token_id, metric_id, source_id, reason
     ) AS unserved
     LEFT JOIN (SELECT id AS source_id, label, file_name FROM sources FINAL) AS s USING (source_id)
     LEFT JOIN (
       SELECT id AS token_id, asset_slug, if(is_asset_level, '', slug) AS token_slug FROM dim_tokens
     ) AS t USING (token_id)
     WHERE {file:String} = '' OR file_name = {file:String}
     ORDER BY values DESC, asset_id, token_id, metric_id, source_id LIMIT {limit:UInt64}`,
    parameters,
  );
  const series = rows.map(
    ([
      assetId,
      asset,
      token,
      metricId,
      sourceId,
      source,
      reason,
      values,
      firstDay,
      lastDay,
    ]): UnservedValues => ({
      asset: asset === "" ? String(assetId) : asset,
      token: token === "" ? null : token,
      metric: metricById(metricId)?.slug ?? String(metricId),
      source,
      sourceId,
      assetId,
      reason,
      values: Number(values),
      firstDay,
      lastDay,
    }),
  );
  return { series, total: Number(rows[0]?.[10] ?? 0) };
}

/**
 * The metrics of each asset with values that may not be served: reported by several sources or at both levels, or reported
 * on tokens where amounts of the asset as a whole can give a derived value.
 */
async function contestedMetrics(
  store: StatementReader,
  assetIds: readonly number[] | null,
): Promise<ReadonlyMap<number, number[]>> {
  const rows = await store.compactRows<[number, number, boolean, boolean, string]>(
    `SELECT asset_id, metric_id, max(NOT ${tokenIds}) AS on_whole, max(${tokenIds}) AS on_tokens, uniqExact(provider)
     FROM observations WHERE NOT is_sample ${assetIds === null ? "" : "AND asset_id IN {assetIds:Array(UInt32)}"}
     GROUP BY asset_id, metric_id`,
    { assetIds: assetIds ?? [] },
  );
  const known = rows.flatMap(([asset, id, onWhole, onTokens, providers]) => {
    const metric: Metric | undefined = metricById(id);
    return metric === undefined
      ? []
      : [
          {
            asset,
            metric,
            onWhole: Boolean(onWhole),
            onTokens: Boolean(onTokens),
            providers: Number(providers),
          },
        ];
  });
  const haveWholeAmounts = new Set(
    known.flatMap(({ asset, metric, onWhole }) => (onWhole && !metric.appliesToTokens ? [asset] : [])),
  );
  const contested = new Map<number, number[]>();
  for (const { asset, metric, onWhole, onTokens, providers } of known) {
    const canBeDerived = addsUp(metric) && metric.derive.length > 0 && haveWholeAmounts.has(asset);
    if (providers < 2 && !(onTokens && (onWhole || canBeDerived))) continue;
    contested.set(asset, [...(contested.get(asset) ?? []), metric.id]);
  }
  return contested;
}
