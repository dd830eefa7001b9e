import { type Metric, metricById, metricOfSlug } from "#domain/metrics";
import { ASSET_LISTING_OFFSET } from "#domain/resources";

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
  /** Whether it represents units that are locked on another network. */
  isBridged: boolean;
}

/** One observed series, and a listing on which it can be served. */
export interface ServedSeries {
  assetId: number;
  metricId: number;
  isSample: boolean;
  /** Observed listing. */
  fromListing: number;
  /** Served listing. */
  toListing: number;
  /** Days before this one are left out. */
  fromDay: number;
  /** Whether the metric was observed both for the asset as a whole and on tokens, so that each day is settled. */
  isContested: boolean;
}

/** A token of the catalog, counted as part of its asset from a day on. */
export interface ExpectedToken {
  id: number;
  /** Days since 1970. */
  fromDay: number;
}

/** 1900-01-01, the first day that the store can hold, as days since 1970. */
export const FIRST_DAY = -25_567;

export interface AssetPlan {
  assetId: number;
  isSample: boolean;
  /** Tokens that together cover the asset. */
  tokens: readonly ExpectedToken[];
  /** Native tokens of an asset that has bridged ones too, whose units may be locked; empty for other assets. */
  nativeTokens: readonly number[];
  served: readonly ServedSeries[];
  /**
   * Whether amounts of the asset are known both as a whole and by token, so that each day has to be settled. The net
   * supply of an asset with native and bridged tokens is, unless native ones report theirs from the first day of their supply on.
   */
  bothLevels: boolean;
  /** Number of observed rows in the plan, once per listing on which they are served. */
  rows: number;
}

/**
 * Lists the observed series of each asset and the listings on which they can be served.
 *
 * - One real series, and no sample series of the asset is served.
 * - A series is served on the listing it was observed on. Where the metric was observed at both levels,
 *   `wholeIsServedSql` decides day by day.
 * - Where a metric applies to tokens (a price, a yield), a series of the asset as a whole also stands for each of its
 *   tokens, on days without a value of the token's own, from the day the token was deployed. Such metrics are combined
 *   as means, never summed, so nothing is counted twice.
 * - Observations of tokens that are not in the catalog are left out.
 *
 * @param tokensOf tokens of an asset in the catalog; null before one is loaded
 */
export function planSeries(
  observed: readonly ObservedSeries[],
  tokensOf: ((assetId: number) => readonly TokenOfAsset[]) | null,
): AssetPlan[] {
  const byAsset = new Map<number, ObservedSeries[]>();
  for (const series of observed) {
    const list = byAsset.get(series.assetId);
    if (list) list.push(series);
    else byAsset.set(series.assetId, [series]);
  }
  return [...byAsset].map(([assetId, all]) => {
    const isSample = all.every((series) => series.isSample);
    const tokens = tokensOf?.(assetId) ?? [];
    const listed = new Set(tokens.map(({ id }) => id));
    const isServed = ({ listingId, metricId, isSample: ofSample }: ObservedSeries) =>
      ofSample === isSample &&
      metricById(metricId) !== undefined &&
      (tokensOf === null || listingId >= ASSET_LISTING_OFFSET || listed.has(listingId));
    return planAsset({ assetId, isSample, candidates: all.filter(isServed), tokens });
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
  const metricsAt = (level: readonly ObservedSeries[]) => new Set(level.map(({ metricId }) => metricId));
  const tokenMetrics = metricsAt(candidates.filter(isToken));
  const wholeMetrics = metricsAt(candidates.filter((series) => !isToken(series)));
  const firstDayOf = new Map<number, number>();
  for (const { listingId, firstDay } of candidates) {
    firstDayOf.set(listingId, Math.min(firstDay, firstDayOf.get(listingId) ?? firstDay));
  }
  // Observations made of a token before its stated day of deployment prove the statement wrong.
  const expected = tokens.map(({ id, deployedDay }): ExpectedToken => {
    const fromDay =
      deployedDay === null ? FIRST_DAY : Math.min(deployedDay, firstDayOf.get(id) ?? deployedDay);
    return { id, fromDay };
  });
  const served: ServedSeries[] = [];
  let rows = 0;
  for (const series of candidates) {
    const { listingId, metricId } = series;
    const isContested = tokenMetrics.has(metricId) && wholeMetrics.has(metricId);
    const serve = (toListing: number, fromDay: number) => {
      served.push({ assetId, metricId, isSample, fromListing: listingId, toListing, fromDay, isContested });
      rows += series.rows;
    };
    serve(listingId, FIRST_DAY);
    if (isToken(series) || !appliesToTokens(metricId)) continue;
    for (const { id, fromDay } of expected) serve(id, fromDay);
  }
  // Prices alone do not put an asset on a level: they are needed where the amounts are.
  const wholeAmounts = [...wholeMetrics].some((metricId) => !appliesToTokens(metricId));
  const nativeTokens = lockableTokens(tokens);
  const firstDayAt = (id: number, metricIds: readonly number[]) =>
    Math.min(
      ...candidates.flatMap((one) =>
        one.listingId === id && metricIds.includes(one.metricId) ? [one.firstDay] : [],
      ),
    );
  const hasNetSupply = (id: number) =>
    Number.isFinite(firstDayAt(id, NET_SUPPLY)) && firstDayAt(id, NET_SUPPLY) <= firstDayAt(id, SUPPLIES);
  const bothLevels = (wholeAmounts || !nativeTokens.every(hasNetSupply)) && tokenMetrics.size > 0;
  return { assetId, isSample, tokens: expected, nativeTokens, served, bothLevels, rows };
}

const NET_SUPPLY = [metricOfSlug("bridged_token_supply_token").id];
const SUPPLIES = [metricOfSlug("total_supply_token").id, metricOfSlug("circulating_supply_token").id];

function lockableTokens(tokens: readonly TokenOfAsset[]): number[] {
  const native = tokens.filter(({ isBridged }) => !isBridged);
  return native.length === tokens.length ? [] : native.map(({ id }) => id);
}

const appliesToTokens = (metricId: number) =>
  (metricById(metricId) as Metric | undefined)?.appliesToTokens === true;
