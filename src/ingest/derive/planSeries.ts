import { ASSET_LISTING_OFFSET, type Metric, metricById } from "#domain";

/** One observed series: an asset, a listing, a metric, and whether its rows are sample data. */
export interface ObservedSeries {
  assetId: number;
  listingId: number;
  metricId: number;
  isSample: boolean;
  /** First observed day, as days since 1970; earlier ones are negative. */
  firstDay: number;
  rows: number;
}

export interface TokenOfAsset {
  id: number;
  /** Days since 1970; null where unknown. */
  deployedDay: number | null;
}

/** One observed series that is served, and on which listing. */
export interface ServedSeries {
  assetId: number;
  metricId: number;
  isSample: boolean;
  /** Where it was observed. */
  fromListing: number;
  /** Where it is served. */
  toListing: number;
  /** Days before this one are left out. */
  fromDay: number;
}

/** 1900-01-01, the first day that the store can hold, as days since 1970. */
const FIRST_DAY = -25_567;

export interface AssetPlan {
  assetId: number;
  isSample: boolean;
  /** Metrics that were observed on tokens: the asset as a whole never carries a value of these. */
  tokenMetrics: readonly number[];
  served: readonly ServedSeries[];
  /** Whether amounts of the asset are known both as a whole and by token, so that each day has to be settled. */
  bothLevels: boolean;
  /** Observed rows behind the plan, once per listing they are served on. */
  rows: number;
}

/**
 * Decides which observed series of an asset are served, and where.
 *
 * - One real series, and no sample series of the asset is served.
 * - A metric observed on any token of the asset is served on tokens; what was observed of it for the asset as
 *   a whole is kept but not served, since the two would count the same thing twice.
 * - A metric observed for the asset as a whole is served on the asset's own listing. Where it applies to
 *   tokens (a price, a yield), it also stands for each token that has no series of its own, from the day the
 *   token was deployed. Such metrics are combined as means, never summed, so nothing is counted twice.
 */
export function planSeries(
  observed: readonly ObservedSeries[],
  tokensOf: (assetId: number) => readonly TokenOfAsset[],
): AssetPlan[] {
  const byAsset = new Map<number, ObservedSeries[]>();
  for (const series of observed) {
    const list = byAsset.get(series.assetId);
    if (list) list.push(series);
    else byAsset.set(series.assetId, [series]);
  }
  return [...byAsset].map(([assetId, all]) => {
    const isSample = all.every((series) => series.isSample);
    const candidates = all.filter((series) => series.isSample === isSample && metricById(series.metricId));
    return planAsset({ assetId, isSample, candidates, tokens: tokensOf(assetId) });
  });
}

function planAsset({
  assetId,
  isSample,
  candidates,
  tokens,
}: {
  assetId: number;
  isSample: boolean;
  candidates: readonly ObservedSeries[];
  tokens: readonly TokenOfAsset[];
}): AssetPlan {
  const isToken = (series: ObservedSeries) => series.listingId < ASSET_LISTING_OFFSET;
  const tokenMetrics = new Set(candidates.filter(isToken).map((series) => series.metricId));
  const own = new Set(candidates.map(({ listingId, metricId }) => `${listingId}/${metricId}`));
  const firstDayOf = new Map<number, number>();
  for (const { listingId, firstDay } of candidates) {
    firstDayOf.set(listingId, Math.min(firstDay, firstDayOf.get(listingId) ?? firstDay));
  }
  const served: ServedSeries[] = [];
  let rows = 0;
  for (const series of candidates) {
    const { listingId, metricId } = series;
    const serve = (toListing: number, fromDay: number) => {
      served.push({ assetId, metricId, isSample, fromListing: listingId, toListing, fromDay });
      rows += series.rows;
    };
    if (isToken(series)) {
      serve(listingId, FIRST_DAY);
      continue;
    }
    if (!tokenMetrics.has(metricId)) serve(listingId, FIRST_DAY);
    if (!appliesToTokens(metricId)) continue;
    for (const { id, deployedDay } of tokens) {
      if (own.has(`${id}/${metricId}`)) continue;
      // Observations made of a token before its stated day of deployment prove the statement wrong.
      serve(id, deployedDay === null ? FIRST_DAY : Math.min(deployedDay, firstDayOf.get(id) ?? deployedDay));
    }
  }
  // Prices alone do not put an asset on a level: they are needed where the amounts are.
  const wholeAmounts = served.some(
    (s) => s.toListing >= ASSET_LISTING_OFFSET && !appliesToTokens(s.metricId),
  );
  const bothLevels = wholeAmounts && tokenMetrics.size > 0;
  return { assetId, isSample, tokenMetrics: [...tokenMetrics], served, bothLevels, rows };
}

const appliesToTokens = (metricId: number) =>
  (metricById(metricId) as Metric | undefined)?.appliesToTokens === true;
