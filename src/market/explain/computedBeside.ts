/**
 * What a figure would be if it were computed, beside the reported value that is served. A reported value goes before a
 * computed one; both stay visible here.
 */
import type { ComputedFigure } from "#domain/api";
import { DAY_MS, isoDay } from "#domain/days";
import {
  addsUp,
  type Derivation,
  inputsOf,
  isSigned,
  LARGEST_PLAUSIBLE,
  type Metric,
  type MetricSlug,
  metricById,
  metricOfSlug,
} from "#domain/metrics";
import { ASSET_LISTING_OFFSET } from "#domain/resources";
import { PEG_CLASS, PEG_DENOMINATION } from "#domain/watches";
import type { Market } from "../market";
import { measureOf } from "../metricSeries";
import { SqlBinder } from "../sql/sqlBinder";
import { narrowsTotals, sinceOf } from "../visible/sinceOf";
import { inSet, type ListingSet } from "./figureAt";

/** Maximum number of listings of one asset that are compared. */
const LISTINGS = 1_000;
/** Maximum number of computed values that are listed, the largest first. */
const SHOWN = 20;

interface Listing {
  asset_id: number;
  id: number;
  is_bridged: boolean;
  deployed_date: string | null;
  is_dollar_coin: boolean;
}

interface Served {
  value: number;
  derived: boolean;
}

interface Computed {
  value: number;
  inputs: ComputedFigure["inputs"];
}

export interface ComputedRequest {
  metric: Metric;
  /** Listings of one asset, or one token. */
  listings: ListingSet;
  date: string;
  /** Values that need one of them as an input are left out. */
  hidden: ReadonlySet<number>;
}

/**
 * The computed values of the listings whose reported value is served on a day, and those of the level that is not served
 * because the other one is reported. Served values are the inputs, as in the derivation.
 */
export async function computedBeside(market: Market, request: ComputedRequest): Promise<ComputedFigure[]> {
  const { metric, listings, date } = request;
  if (metric.derive.length === 0) return [];
  const all = await listingsOfAsset(market, listings);
  const own = new Set(all.filter(({ is_own }) => is_own).map(({ id }) => id));
  const served = await servedValues(market, { metric, assetIds: all.map((one) => one.asset_id), date });
  const reportedOf = (id: number): number | null => {
    const cell = served.at(metric.slug, id, date);
    return cell === undefined || cell.derived ? null : cell.value;
  };
  // Without some of the tokens, sums over them are not those of the asset.
  const hasAllTokens = market.scope === null || !narrowsTotals(market.scope, "asset");
  const since = sinceOf(market.scope, ["assets", "tokens"]);
  const asset: AssetDay = { all, served, hasAllTokens, since, ...request };
  const found = all.flatMap(({ id }): ComputedFigure[] => {
    const reported = own.has(id) ? reportedOf(id) : null;
    const computed = reported === null ? undefined : computeFor(id, asset);
    return computed === undefined || reported === null ? [] : [describe({ ...computed, id, reported })];
  });
  const tokens = all.filter(({ id }) => !isWhole(id));
  const whole = all.find(({ id }) => isWhole(id));
  if (hasAllTokens && whole !== undefined && own.has(whole.id) && addsUp(metric) && tokens.length > 0) {
    const ofWhole = reportedOf(whole.id);
    const known = tokens.filter(({ id }) => served.at(metric.slug, id, date) !== undefined);
    if (ofWhole !== null) {
      const sum = sumOfTokens(tokens, asset);
      if (sum !== undefined)
        found.push({ ...describe({ ...sum, id: whole.id, reported: ofWhole }), level: "tokens" });
    } else if (known.length > 0 && known.every(({ id }) => reportedOf(id) !== null)) {
      const reported = known.reduce((total, { id }) => total + (reportedOf(id) ?? 0), 0);
      const computed = computeFor(whole.id, asset);
      if (computed !== undefined) found.push(describe({ ...computed, id: whole.id, reported }));
    }
  }
  return found.sort((one, other) => Math.abs(other.reported) - Math.abs(one.reported)).slice(0, SHOWN);
}

const isWhole = (id: number) => id >= ASSET_LISTING_OFFSET;

function describe({
  id,
  value,
  inputs,
  reported,
}: Computed & { id: number; reported: number }): ComputedFigure {
  const difference = reported - value;
  return {
    level: isWhole(id) ? "asset" : "token",
    token_id: isWhole(id) ? null : id,
    value,
    reported,
    difference,
    difference_percent: value === 0 ? null : (100 * difference) / Math.abs(value),
    inputs,
  };
}

interface AssetDay extends ComputedRequest {
  all: readonly Listing[];
  served: ServedValues;
  /** Whether the caller may see every token of the asset. */
  hasAllTokens: boolean;
  /** First day that the caller may see, `YYYY-MM-DD`; null for every day. */
  since: string | null;
}

/** The sum over the tokens that there are on the day, known if each of them is. */
function sumOfTokens(tokens: readonly Listing[], asset: AssetDay): Computed | undefined {
  const there = tokens.filter((token) => isThere(token, asset));
  const values = there.flatMap(({ id }) => computeFor(id, asset)?.value ?? []);
  if (there.length === 0 || values.length < there.length) return undefined;
  return { value: values.reduce((sum, value) => sum + value, 0), inputs: [] };
}

/** Whether a token is deployed by the day, or has figures on it all the same. */
const isThere = ({ id, deployed_date }: Listing, { date, served }: AssetDay): boolean =>
  deployed_date === null || deployed_date <= date || served.hasAny(id, date);

/** The first alternative of the formula with all inputs known, as the derivation computes it. */
function computeFor(id: number, asset: AssetDay): Computed | undefined {
  const { metric, hidden } = asset;
  for (const way of metric.derive) {
    const inputs = inputsFor(way, id, asset);
    if (inputs === undefined || inputs.some(({ slug }) => hidden.has(metricOfSlug(slug).id))) continue;
    const value = resultOf(
      way,
      inputs.map((input) => input.value),
    );
    const isPlausible = Number.isFinite(value) && Math.abs(value) <= LARGEST_PLAUSIBLE;
    if (!isPlausible || (metric.most !== null && value > metric.most)) continue;
    return {
      value,
      inputs: inputs.map((input) => ({ measure: measureOf(metricOfSlug(input.slug)), value: input.value })),
    };
  }
  return undefined;
}

interface Input {
  slug: MetricSlug;
  value: number;
}

/** @returns undefined if the way gives no value for the listing */
function inputsFor(way: Derivation, id: number, asset: AssetDay): Input[] | undefined {
  const { all, served, date, hasAllTokens, since } = asset;
  if (!hasAllTokens && (way.op === "sumOfNative" || way.op === "trailingSum" || "unlessLocked" in way))
    return undefined;
  const native = all.some((one) => one.is_bridged)
    ? all.filter((one) => !isWhole(one.id) && !one.is_bridged)
    : [];
  if ("unlessLocked" in way && native.some((one) => one.id === id)) return undefined;
  switch (way.op) {
    case "sumOfNative": {
      const there = native.filter((one) => isThere(one, asset));
      const cells = there.flatMap((one) => served.at(way.of, one.id, date) ?? []);
      if (!isWhole(id) || there.length === 0 || cells.length < there.length) return undefined;
      return [{ slug: way.of, value: cells.reduce((sum, { value }) => sum + value, 0) }];
    }
    case "trailingSum": {
      const days = Array.from({ length: way.days }, (_, i) => isoDay(Date.parse(date) - i * DAY_MS));
      if (since !== null && days.some((day) => day < since)) return undefined;
      const hasWhole = all.some(
        (one) => isWhole(one.id) && days.some((day) => served.at(way.of, one.id, day)),
      );
      // Days of both levels add up for the asset as a whole only.
      if (hasWhole !== isWhole(id)) return undefined;
      const summed = hasWhole ? all.map((one) => one.id) : [id];
      if (summed.every((one) => served.at(way.of, one, date) === undefined)) return undefined;
      const amounts = days.flatMap((day) =>
        summed.flatMap((one) => served.at(way.of, one, day)?.value ?? []),
      );
      const sum = amounts.reduce((total, amount) => total + amount, 0);
      return [{ slug: way.of, value: isSigned(metricOfSlug(way.of)) ? carriedDigits(sum, amounts) : sum }];
    }
    case "copyReported":
      if (served.at(way.of, id, date)?.derived !== false) return undefined;
      break;
    case "excessOverDollar":
      if (!all.some((one) => one.id === id && one.is_dollar_coin)) return undefined;
  }
  const known = inputsOf(way).map(
    (slugs) =>
      slugs.flatMap((slug) => {
        const cell = served.at(slug, id, date);
        return cell === undefined ? [] : [{ slug, value: cell.value }];
      })[0],
  );
  return known.every((input) => input !== undefined) ? known : undefined;
}

function resultOf(way: Derivation, values: readonly number[]): number {
  const [first = Number.NaN, second = Number.NaN] = values;
  switch (way.op) {
    case "product":
      return values.reduce((product, value) => product * value, 1);
    case "copy":
    case "copyReported":
    case "sumOfNative":
    case "trailingSum":
      return first;
    case "difference":
      return carriedDigits(first - second, values);
    case "ratio":
      return first / second;
    case "share":
      return first === second && second !== 0 ? 100 : (100 * first) / second;
    case "excess":
      return (100 * (first - second)) / second;
    case "excessOverDollar":
      return 100 * (first - 1);
  }
}

/** A difference of amounts, to the 15 digits of the largest, as derived rows have it. */
function carriedDigits(amount: number, parts: readonly number[]): number {
  const largest = parts.reduce((most, part) => Math.max(most, Math.abs(part)), 1e-3);
  const decimals = 15 - Math.ceil(Math.log10(Math.min(largest, LARGEST_PLAUSIBLE)));
  return decimals >= 0
    ? Number(amount.toFixed(decimals))
    : Math.round(amount * 10 ** decimals) / 10 ** decimals;
}

/** Every listing of the asset of a set, and whether it is in the set. */
async function listingsOfAsset(
  market: Market,
  listings: ListingSet,
): Promise<(Listing & { is_own: boolean })[]> {
  const binder = new SqlBinder();
  const set = inSet(listings, binder);
  return market.store.rows<Listing & { is_own: boolean }>(
    `SELECT asset_id, id, is_bridged, toString(deployed_date) AS deployed_date, ${set} AS is_own,
       asset_id IN (SELECT id FROM dim_assets WHERE asset_class_slug = '${PEG_CLASS}' AND denomination = '${PEG_DENOMINATION}') AS is_dollar_coin
     FROM dim_tokens WHERE asset_id IN (SELECT asset_id FROM dim_tokens WHERE ${set}) ORDER BY id LIMIT ${LISTINGS}`,
    binder.parameters,
  );
}

interface ServedValues {
  at: (slug: MetricSlug, id: number, day: string) => Served | undefined;
  hasAny: (id: number, day: string) => boolean;
}

/** The served values of a metric and of its inputs. */
async function servedValues(
  market: Market,
  { metric, assetIds, date }: { metric: Metric; assetIds: readonly number[]; date: string },
): Promise<ServedValues> {
  const binder = new SqlBinder();
  const day = binder.bind("Date32", date);
  const ofDay = metric.derive
    .flatMap(inputsOf)
    .flat()
    .map((slug) => metricOfSlug(slug).id);
  const summed = metric.derive.flatMap((way) => (way.op === "trailingSum" ? [way] : []));
  const earlier = summed.map(
    ({ of, days }) =>
      `OR (metric_id = ${metricOfSlug(of).id} AND date > ${day} - ${days} AND date <= ${day})`,
  );
  const rows = await market.store.compactRows<[number, number, string, number, boolean]>(
    `SELECT token_id, metric_id, toString(date), value, derived FROM daily_metrics
     WHERE asset_id IN ${binder.bind("Array(UInt32)", [...new Set(assetIds)])}
       AND ((metric_id IN (${[metric.id, ...ofDay].join(", ")}) AND date = ${day}) ${earlier.join(" ")})`,
    binder.parameters,
  );
  const cells = new Map(
    rows.map(([id, metricId, on, value, derived]) => [
      `${metricById(metricId)?.slug} ${id} ${on}`,
      { value, derived: Boolean(derived) },
    ]),
  );
  const present = new Set(rows.map(([id, , on]) => `${id} ${on}`));
  return {
    at: (slug, id, on) => cells.get(`${slug} ${id} ${on}`),
    hasAny: (id, on) => present.has(`${id} ${on}`),
  };
}
