import type { ExplainedFigure } from "#domain/api";
import {
  type Derivation,
  inputsOf,
  isSigned,
  type Metric,
  type MetricSlug,
  metricOfSlug,
  ownCombination,
  weightOf,
} from "#domain/metrics";
import { ASSET_LISTING_OFFSET } from "#domain/resources";
import { combinedSql, weighedSql } from "#stores";
import type { Market } from "../market";
import { measureOf } from "../metricSeries";
import { SqlBinder } from "../sql/sqlBinder";

/** The listings whose figures are explained: those with a value in a column of the tokens table. */
export interface ListingSet {
  column: string;
  id: number;
  /** Whether they belong to one asset, whose tokens share its values. */
  isWithinAsset: boolean;
  /** Selects the tokens of the listings' asset instead. */
  tokensOfAsset?: boolean;
  /** Restricts to the listed ones, or to all but those. */
  only?: readonly number[];
  except?: readonly number[];
}

/** Condition on rows of the tokens table for a set. */
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

/**
 * Condition on daily rows `d`: one metric of the listings of a set on one day. By asset first, in the order
 * of the table.
 */
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
  /** The listings whose figure was computed. */
  computed: number[];
  /** Latest day of the inputs. */
  newest: string;
}

export interface FigureRequest {
  metric: Metric;
  listings: ListingSet;
  date: string;
  /** Number of days up to the date that are summed; only the date by default. */
  days?: number;
}

/** A figure on a day, combined over its listings by the metric's rule, with its inputs. */
export async function figureAt(market: Market, request: FigureRequest): Promise<ExplainedFigure> {
  const { metric, listings, days = 1 } = request;
  const combined = await combineAt(market, request);
  const value = combined?.value ?? null;
  // Totals over several assets have no inputs: their members explain them, and inputs summed over assets
  // (such as numbers of units) would be meaningless.
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
    FROM daily_metrics AS d
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
 * The parts of a computed figure. If it was reported for some tokens and computed for the others, these are
 * the reported value and the inputs of the others: together they add up to the figure.
 */
async function partsAt(
  market: Market,
  request: FigureRequest,
  { reported, computed, newest }: Combined,
): Promise<ExplainedFigure[]> {
  // Of several days the latest shows how each was computed.
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
 * The inputs of listings that were computed by the same formula from the same metrics, and separately those
 * of other listings: a supply times a NAV that only part of it has would not equal the figure.
 */
async function inputsOfAlike(
  market: Market,
  request: FigureRequest,
  computed: readonly number[],
): Promise<ExplainedFigure[]> {
  const ways = request.metric.derive.map(inputsOf);
  const hasChoice = ways.length > 1 || ways.some((way) => way.some((slugs) => slugs.length > 1));
  if (computed.length < 2 || !hasChoice) return inputsAt(market, request, { computed });
  const known = await knownListings(market, request, ways.flat(2));
  const alike = new Map<string, number[]>();
  for (const id of computed.toSorted((one, other) => one - other)) {
    const choices = ways.map((way) => way.map((slugs) => slugs.find((slug) => known.get(slug)?.has(id))));
    const place = choices.findIndex((choice) => choice.every((slug) => slug !== undefined));
    const way = place === -1 ? "" : `${place} ${choices[place]?.join(" ")}`;
    alike.set(way, [...(alike.get(way) ?? []), id]);
  }
  if (alike.size < 2) return inputsAt(market, request, { computed, known });
  const parts = await Promise.all(
    [...alike].map(([way, ids]) =>
      way === ""
        ? []
        : inputsAt(
            market,
            { ...request, listings: { ...request.listings, only: ids } },
            { computed: ids, known },
          ),
    ),
  );
  return parts.flat();
}

/** The listings with known values of metrics on a day. */
async function knownListings(
  market: Market,
  { listings, date }: FigureRequest,
  slugs: readonly MetricSlug[],
): Promise<KnownListings> {
  const metrics = [...new Set(slugs)].map(metricOfSlug);
  const binder = new SqlBinder();
  const rows = await market.store.compactRows<[metric: number, ids: number[]]>(
    `SELECT d.metric_id, groupUniqArray(d.token_id) FROM daily_metrics AS d
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
 * The inputs of the first alternative of a formula with all inputs known, as in the derivation, each with its
 * own inputs. A price of the asset as a whole that was not reported is the mean of those of its tokens.
 *
 * @param computed the listings whose figure was computed
 * @param known listings with a figure of the day, including at least the requested ones; if omitted, all
 * inputs are read
 */
async function inputsAt(
  market: Market,
  request: FigureRequest,
  { computed, known = null }: { computed: readonly number[]; known?: KnownListings | null },
): Promise<ExplainedFigure[]> {
  for (const way of request.metric.derive) {
    const listings = await inputListings(market, { request, way, computed });
    if (listings === null) continue;
    const mayBeKnown = (slug: MetricSlug) =>
      known === null || way.op === "trailingSum" || known.get(slug)?.size !== 0;
    const wanted = inputsOf(way).map((slugs) => slugs.filter(mayBeKnown));
    const ofInputs = { ...request, listings };
    const inputRequest = way.op === "trailingSum" ? { ...ofInputs, days: way.days } : ofInputs;
    const figures = await Promise.all(wanted.map((input) => firstKnown(market, input, inputRequest)));
    if (figures.every((figure) => figure !== null)) return figures;
  }
  if (!request.metric.appliesToTokens || request.listings.tokensOfAsset === true) return [];
  const ofTokens = await figureAt(market, {
    ...request,
    listings: { ...request.listings, tokensOfAsset: true },
  });
  return ofTokens.value === null ? [] : [ofTokens];
}

/** The listings that a way reads its inputs from; null if it computes none of the listings. */
async function inputListings(
  market: Market,
  { request, way, computed }: { request: FigureRequest; way: Derivation; computed: readonly number[] },
): Promise<ListingSet | null> {
  const { listings } = request;
  if ("unlessLocked" in way) return { ...listings, only: computed };
  if (way.op !== "sumOfNative") return listings;
  if (!computed.some((id) => id >= ASSET_LISTING_OFFSET)) return null;
  const binder = new SqlBinder();
  const native = await market.store.compactRows<[id: number]>(
    `SELECT id FROM dim_tokens WHERE NOT is_bridged AND ${inSet({ ...listings, tokensOfAsset: true, only: undefined }, binder)}`,
    binder.parameters,
  );
  return { ...listings, tokensOfAsset: true, only: native.map(([id]) => id) };
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
