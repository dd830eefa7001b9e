import {
  type ExplainedFigure,
  inputsOf,
  isSigned,
  type Metric,
  type MetricSlug,
  metricOfSlug,
  ownCombination,
  weightOf,
} from "#domain";
import { combinedSql, weighedSql } from "#stores";
import type { Market } from "../market";
import { measureOf } from "../metricSeries";
import { SqlBinder } from "../sql/sqlBinder";

/** The listings whose figures are explained: those with a value in a column of the tokens table. */
export interface ListingSet {
  column: string;
  id: number;
  /** Whether they are of one asset, whose tokens share what is known of it. */
  isWithinAsset: boolean;
  /** Instead of these listings, the tokens of their asset. */
  tokensOfAsset?: boolean;
  /** Of these listings the ones named, or all but the ones named. */
  only?: readonly number[];
  except?: readonly number[];
}

/** Condition on rows of the tokens table: those of a set. */
export function inSet({ column, id, tokensOfAsset, only, except }: ListingSet, binder: SqlBinder): string {
  const own = `ifNull(${column} = ${binder.bind("UInt32", id)}, 0)`;
  const ids = (list: readonly number[]) => binder.bind("Array(UInt32)", list);
  return [
    tokensOfAsset === true
      ? `NOT is_asset_level AND asset_id IN (SELECT asset_id FROM dim_tokens WHERE ${own})`
      : own,
    ...(only === undefined ? [] : [`id IN ${ids(only)}`]),
    ...(except === undefined ? [] : [`id NOT IN ${ids(except)}`]),
  ].join(" AND ");
}

/** Condition on daily rows `d`: one metric of the listings of a set on one day. By asset first, as the table is sorted. */
export function dailyOf(metricIds: readonly number[], listings: ListingSet, binder: SqlBinder): string {
  const set = inSet(listings, binder);
  return `d.metric_id IN (${metricIds.join(", ")})
    AND d.asset_id IN (SELECT asset_id FROM dim_tokens WHERE ${set})
    AND d.token_id IN (SELECT id FROM dim_tokens WHERE ${set})`;
}

interface Combined {
  value: number | null;
  members: string;
  carried: boolean;
  derived: boolean;
  is_sample: boolean;
  /** The listings whose figure was observed, not computed. */
  reported: number[];
  /** Those whose figure was computed. */
  computed: number[];
  /** The newest day that went in. */
  newest: string;
}

export interface FigureRequest {
  metric: Metric;
  listings: ListingSet;
  date: string;
  /** Days up to the date that are added up; the date alone without it. */
  days?: number;
}

/** A figure on a day, combined over its listings by the metric's rule, with what it was computed from. */
export async function figureAt(market: Market, request: FigureRequest): Promise<ExplainedFigure> {
  const { metric, listings, days = 1 } = request;
  const combined = await combineAt(market, request);
  const value = combined?.value ?? null;
  // Totals over several assets have no inputs: their members explain them, and inputs added up over assets (a
  // number of units, say) would mean nothing.
  const inputs =
    listings.isWithinAsset && combined?.derived === true ? await partsAt(market, request, combined) : [];
  return {
    measure: measureOf(metric),
    value,
    date: value === null ? null : (combined?.newest ?? null),
    ...(days > 1 ? { over_days: days } : {}),
    carried: combined?.carried ?? false,
    derived: combined?.derived ?? false,
    is_sample: combined?.is_sample ?? false,
    formula: metric.formula,
    doc: metric.doc,
    inputs,
  };
}

async function combineAt(
  market: Market,
  { metric, listings, date, days = 1 }: FigureRequest,
): Promise<Combined | undefined> {
  const binder = new SqlBinder();
  const weight = weightOf(metric);
  const ids = weight === undefined ? [metric.id] : [metric.id, weight.id];
  const day = binder.bind("Date32", date);
  const own = `d.metric_id = ${metric.id}`;
  const hasPlainMean = listings.isWithinAsset ? "uniqExact(asset_id) = 1" : undefined;
  const { by } = ownCombination(metric);
  const areWeighed = by === "weighted mean";
  const combined = combinedSql(by, {
    value: "value",
    weight: "weight",
    hasPlainMean,
    areWeighed,
    areSigned: isSigned(metric),
  });
  const members = `SELECT d.token_id AS token_id, d.date AS day, any(d.asset_id) AS asset_id, anyIf(toNullable(d.value), ${own}) AS value,
      anyIf(toNullable(d.value), d.metric_id = ${weight?.id ?? 0}) AS weight,
      maxIf(d.carried, ${own}) AS is_carried, maxIf(d.derived, ${own}) AS is_derived, maxIf(d.is_sample, ${own}) AS sample
    FROM daily_metrics AS d FINAL
    WHERE ${dailyOf(ids, listings, binder)} AND d.date <= ${day} AND d.date > ${day} - ${days}
    GROUP BY token_id, day HAVING value IS NOT NULL`;
  const sql = `SELECT
      ${combined} AS value,
      count() AS members, max(is_carried) AS carried, max(is_derived) AS derived, max(sample) AS is_sample,
      groupArrayIf(token_id, NOT is_derived) AS reported, groupArrayIf(token_id, is_derived) AS computed,
      max(day) AS newest
    FROM (${areWeighed ? weighedSql(members) : members}) HAVING members > 0`;
  return (await market.store.rows<Combined>(sql, binder.parameters))[0];
}

/**
 * What a computed figure was made of. Where it was reported of some tokens and computed for the others, that is what
 * was reported, and the inputs of the others: together they give the figure.
 */
async function partsAt(
  market: Market,
  request: FigureRequest,
  { reported, computed, newest }: Combined,
): Promise<ExplainedFigure[]> {
  // Of many days the newest shows how each was computed.
  if (request.days !== undefined)
    return [await figureAt(market, { ...request, date: newest, days: undefined })];
  if (reported.length === 0) return inputsOfAlike(market, request, computed);
  const part = (of: Pick<ListingSet, "only" | "except">): FigureRequest => ({
    ...request,
    listings: { ...request.listings, ...of },
  });
  const inputs = await inputsOfAlike(market, part({ except: reported }), computed);
  return [await figureAt(market, part({ only: reported })), ...inputs];
}

/**
 * The inputs of listings that were computed in the same way from the same metrics, and of each other such listings apart
 * from them: a supply times a NAV that only part of it has would not give the figure.
 */
async function inputsOfAlike(
  market: Market,
  request: FigureRequest,
  computed: readonly number[],
): Promise<ExplainedFigure[]> {
  const ways = request.metric.derive.map(inputsOf);
  const hasChoice = ways.length > 1 || ways.some((way) => way.some((slugs) => slugs.length > 1));
  if (computed.length < 2 || !hasChoice) return inputsAt(market, request);
  const known = await knownListings(market, request, ways.flat(2));
  const alike = new Map<string, number[]>();
  for (const id of computed.toSorted((one, other) => one - other)) {
    const choices = ways.map((way) => way.map((slugs) => slugs.find((slug) => known.get(slug)?.has(id))));
    const place = choices.findIndex((choice) => choice.every((slug) => slug !== undefined));
    const way = place === -1 ? "" : `${place} ${choices[place]?.join(" ")}`;
    alike.set(way, [...(alike.get(way) ?? []), id]);
  }
  if (alike.size < 2) return inputsAt(market, request, known);
  const parts = await Promise.all(
    [...alike].map(([way, ids]) =>
      way === "" ? [] : inputsAt(market, { ...request, listings: { ...request.listings, only: ids } }, known),
    ),
  );
  return parts.flat();
}

/** The listings of which metrics are known on a day. */
async function knownListings(
  market: Market,
  { listings, date }: FigureRequest,
  slugs: readonly MetricSlug[],
): Promise<KnownListings> {
  const metrics = [...new Set(slugs)].map(metricOfSlug);
  const binder = new SqlBinder();
  const rows = await market.store.compactRows<[metric: number, ids: number[]]>(
    `SELECT d.metric_id, groupUniqArray(d.token_id) FROM daily_metrics AS d FINAL
     WHERE ${dailyOf(
       metrics.map(({ id }) => id),
       listings,
       binder,
     )} AND d.date = ${binder.bind("Date32", date)}
     GROUP BY d.metric_id`,
    binder.parameters,
  );
  const byId = new Map(rows.map(([id, ids]) => [id, new Set(ids)]));
  return new Map(metrics.map(({ id, slug }) => [slug, byId.get(id) ?? new Set()]));
}

type KnownListings = ReadonlyMap<MetricSlug, ReadonlySet<number>>;

/**
 * The inputs of the first way of deriving a metric of which all are known, as the derivation chooses, each with its
 * own. A price of the asset as a whole that was not reported is the mean of those of its tokens.
 *
 * @param known listings with a figure of the day, of at least those that are asked for; left out, all inputs are read
 */
async function inputsAt(
  market: Market,
  request: FigureRequest,
  known: KnownListings | null = null,
): Promise<ExplainedFigure[]> {
  for (const way of request.metric.derive) {
    const mayBeKnown = (slug: MetricSlug) =>
      known === null || way.op === "trailingSum" || known.get(slug)?.size !== 0;
    const wanted = inputsOf(way).map((slugs) => slugs.filter(mayBeKnown));
    const asked = way.op === "trailingSum" ? { ...request, days: way.days } : request;
    const figures = await Promise.all(wanted.map((input) => firstKnown(market, input, asked)));
    if (figures.every((figure) => figure !== null)) return figures;
  }
  if (!request.metric.appliesToTokens || request.listings.tokensOfAsset === true) return [];
  const ofTokens = await figureAt(market, {
    ...request,
    listings: { ...request.listings, tokensOfAsset: true },
  });
  return ofTokens.value === null ? [] : [ofTokens];
}

async function firstKnown(
  market: Market,
  input: readonly MetricSlug[],
  request: FigureRequest,
): Promise<ExplainedFigure | null> {
  for (const slug of input) {
    const figure = await figureAt(market, { ...request, metric: metricOfSlug(slug) });
    if (figure.value !== null) return figure;
  }
  return null;
}
