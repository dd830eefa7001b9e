/**
 * Simulates observations of every asset of the catalog. Deterministic: a value depends only on the seed, the
 * asset (with its tokens) and the date, so that a later run appends days and rewrites none, and other catalog
 * rows have no effect.
 */

import type { Asset, Token } from "#domain/catalog";
import { type Metric, metricByName } from "#domain/metrics";
import { ASSET_LISTING_OFFSET, type CatalogIndex } from "#domain/resources";
import { anchorsBySlug } from "../facts/anchors";
import { type AssetEvents, eventsOf, isHidden } from "../facts/namedEvents";
import { type DayRange, dayOf, EPOCH } from "../primitives/days";
import { simulateActivity, type TokenActivity } from "./activity";
import { sizeOf } from "./assetSize";
import { type Coverage, coverageOf } from "./coverage";
import { averageRate, creditTotalsOn, type SamplePool, simulatePools } from "./credit";
import { simulateHolders } from "./holders";
import { type AssetLife, lifetimesOf } from "./lifetimes";
import { homeTokenOf, networkShares } from "./networkShares";
import { simulateSupplies, type TokenSupply } from "./supply";
import { type AssetValuation, valuationOf } from "./valuation";

export interface SimulateOptions {
  seed: number;
  /** Last day, `YYYY-MM-DD`: yesterday in UTC. */
  endDate: string;
  /** Number of observed days, including the last. Nothing is observed before 2023-02-01. */
  days: number;
}

/** One metric of one listing: a value per day of the asset's window, NaN for days without an observation. */
export interface SampleSeries {
  listingId: number;
  metric: Metric;
  values: Float64Array;
}

/** History of one deployment since the epoch, from which transactions are simulated. */
export interface TokenHistory {
  token: Token;
  supply: TokenSupply;
  /** Null for units that cannot move between wallets. */
  activity: TokenActivity | null;
  coverage: Coverage;
}

export interface SimulatedAsset {
  asset: Asset;
  /** Days of `series`. */
  window: DayRange;
  series: readonly SampleSeries[];
  /** Days of `tokens`, `unit` and `units`; starts at the epoch. */
  range: DayRange;
  tokens: readonly TokenHistory[];
  /** Amounts of `tokens` are whole numbers of 10^-digits units. */
  digits: number;
  /** Dollars per unit; NaN where unknown on the day, null where never known. */
  unit: Float64Array | null;
  life: AssetLife;
  events: AssetEvents;
  pools: readonly SamplePool[];
}

/** Windows of 30 days need a month before them. */
const FIRST_OBSERVED = EPOCH + 31;

/** The observed days of a run. */
export function windowOf({ endDate, days }: Pick<SimulateOptions, "endDate" | "days">): DayRange {
  const last = dayOf(endDate);
  return { first: Math.max(FIRST_OBSERVED, last - days + 1), last };
}

/** Simulates the catalog asset by asset; only one asset is in memory at a time. */
export function* simulate(catalog: CatalogIndex, options: SimulateOptions): Generator<SimulatedAsset> {
  for (const asset of catalog.assets) {
    yield simulateAsset(asset, catalog.tokensByAsset.get(asset.slug) ?? [], options);
  }
}

export function simulateAsset(
  asset: Asset,
  tokens: readonly Token[],
  { seed, endDate, days }: SimulateOptions,
): SimulatedAsset {
  const window = windowOf({ endDate, days });
  const range = { first: EPOCH, last: Math.max(EPOCH, window.last) };
  const events = eventsOf(asset, seed);
  const home = homeTokenOf(asset, tokens, seed);
  const life = lifetimesOf(asset, { tokens, home, seed });
  const valuation = valuationOf(asset, { range, seed, events });
  const size = sizeOf(asset, { range, seed, life, valuation, events });
  const shares = networkShares(asset, { life, range, seed });
  const supplies = simulateSupplies(asset, { range, seed, life, shares, size, events });
  const unitAt = (i: number) => valuation.unit?.[i] ?? valuation.smoothUnitAt(range.first + i);

  const isCredit = asset.asset_class === "private-credit";
  const pools = isCredit
    ? simulatePools(asset, {
        range,
        seed,
        launch: life.launch,
        dollarsAt: (i) => (size.units[i] ?? 0) * unitAt(i),
        events,
      })
    : [];

  const collect = new SeriesCollector({ asset, range, window, life, events });
  collectValuation(collect, valuation);
  if (isCredit) collectCredit(collect, { pools, range, home: supplies[0]?.token ?? null });

  const settlesOnLedger = anchorsBySlug[asset.slug]?.settlesOnLedger === true;
  const canMove = asset.distribution === "distributed" || settlesOnLedger;
  const histories: TokenHistory[] = [];
  const scale = 10 ** size.digits;
  for (const [index, supply] of supplies.entries()) {
    const { token } = supply;
    const coverage = coverageOf(asset, token, { isHome: index === 0, seed });
    const shared = { range, seed, supply, digits: size.digits, unitAt, events };
    collectSupply(collect, supply, { scale, coverage });
    const activity = canMove ? simulateActivity(asset, shared) : null;
    if (activity !== null && settlesOnLedger) collectSettlements(collect, token, { activity, scale });
    else if (activity !== null && coverage.activity) collectActivity(collect, token, { activity, scale });
    if (coverage.holders) {
      const holders = simulateHolders(asset, shared);
      collect.token(token, "holding_addresses_count", holders.count);
      if (coverage.concentration) {
        collect.token(token, "top_10_holders_share_percent", holders.topTenPercent);
        collect.token(token, "top_5_holders_share_percent", holders.topFivePercent);
        collect.token(token, "top_holder_share_percent", holders.topPercent);
        collect.token(token, "holder_concentration_hhi", holders.concentration);
      }
    }
    if (token !== null) histories.push({ token, supply, activity, coverage });
  }
  if (valuation.unit !== null) {
    const followed = supplies.filter(
      ({ token }, i) => i === 0 || coverageOf(asset, token, { isHome: false, seed }).bridges,
    );
    collectBridges(collect, followed, { unit: valuation.unit, scale });
  }

  return {
    asset,
    window,
    series: collect.series,
    range,
    tokens: histories,
    digits: size.digits,
    unit: valuation.unit,
    life,
    events,
    pools,
  };
}

/** Cuts series to the window and removes days hidden by a gap or the asset's life. */
class SeriesCollector {
  readonly series: SampleSeries[] = [];
  constructor(
    readonly context: {
      asset: Asset;
      range: DayRange;
      window: DayRange;
      life: AssetLife;
      events: AssetEvents;
    },
  ) {}

  /** A series of the asset as a whole. */
  asset(slug: string, values: Float64Array | null, divisor = 1): void {
    const { asset, life, events } = this.context;
    if (values === null) return;
    const metric = metricOf(slug);
    const scope = metric.appliesToTokens ? "value" : "all";
    const last = events.windDown?.last ?? Number.POSITIVE_INFINITY;
    this.add(ASSET_LISTING_OFFSET + asset.id, metric, values, divisor, (day) =>
      day < life.launch || day > last ? true : isHidden(events.gaps, day, scope),
    );
  }

  token(
    token: Token | null,
    slug: string,
    values: Float64Array,
    divisor = 1,
    scope: "all" | "value" = "all",
  ) {
    const { asset, events } = this.context;
    this.add(token?.id ?? ASSET_LISTING_OFFSET + asset.id, metricOf(slug), values, divisor, (day) =>
      events.gaps.length === 0 ? false : isHidden(events.gaps, day, scope),
    );
  }

  private add(
    listingId: number,
    metric: Metric,
    values: Float64Array,
    divisor: number,
    hides: (day: number) => boolean,
  ): void {
    const { range, window } = this.context;
    const length = Math.max(0, window.last - window.first + 1);
    const cut = new Float64Array(length);
    let isEmpty = true;
    for (let i = 0; i < length; i++) {
      const day = window.first + i;
      const value = hides(day) ? Number.NaN : (values[day - range.first] ?? Number.NaN) / divisor;
      cut[i] = value;
      if (!Number.isNaN(value)) isEmpty = false;
    }
    if (!isEmpty) this.series.push({ listingId, metric, values: cut });
  }
}

function metricOf(slug: string): Metric {
  const metric = metricByName(slug);
  if (metric === undefined) throw new Error(`The metric catalogue has no ${slug}`);
  return metric;
}

function collectValuation(collect: SeriesCollector, valuation: AssetValuation): void {
  collect.asset("price_dollar", valuation.price);
  collect.asset("net_asset_value_dollar", valuation.nav);
  if (valuation.reference !== null) collect.asset(valuation.reference.metric, valuation.reference.values);
  collect.asset("apy_7_day_percent", valuation.apy7);
  collect.asset("apy_30_day_percent", valuation.apy30);
  collect.asset("benchmark_yield_percent", valuation.benchmark);
  collect.asset("yield_to_maturity_percent", valuation.yieldToMaturity);
  collect.asset("weighted_average_maturity_days", valuation.maturityDays);
}

function collectSupply(
  collect: SeriesCollector,
  supply: TokenSupply,
  { scale, coverage }: { scale: number; coverage: Coverage },
): void {
  const { token, treasury, locked } = supply;
  collect.token(token, "total_supply_token", supply.supply, scale);
  if (coverage.issuance) {
    collect.token(token, "daily_mints_token", supply.mints, scale);
    collect.token(token, "daily_burns_token", supply.burns, scale);
  }
  if (treasury !== null) {
    collect.token(
      token,
      "circulating_supply_token",
      supply.supply.map((n, i) => n - (treasury[i] ?? 0)),
      scale,
    );
  }
  // The net supply of a copy is its circulating supply, which the formula covers.
  if (locked !== null) {
    collect.token(
      token,
      "bridged_token_supply_token",
      supply.supply.map((n, i) => n - (treasury?.[i] ?? 0) - (locked?.[i] ?? 0)),
      scale,
    );
  }
}

/** A ledger of banks and dealers publishes settlements, but not the number of holders or transfers. */
function collectSettlements(
  collect: SeriesCollector,
  token: Token | null,
  { activity, scale }: { activity: TokenActivity; scale: number },
): void {
  collect.token(token, "daily_transfer_volume_token", activity.volume, scale);
  collect.token(token, "daily_transfer_count", activity.transfers);
}

function collectActivity(
  collect: SeriesCollector,
  token: Token | null,
  { activity, scale }: { activity: TokenActivity; scale: number },
): void {
  collect.token(token, "daily_transfer_volume_token", activity.volume, scale);
  collect.token(token, "daily_transfer_count", activity.transfers);
  collect.token(token, "daily_active_addresses_count", activity.activeAddresses);
  collect.token(token, "trailing_7_day_active_addresses_count", activity.weeklyActiveAddresses);
  collect.token(token, "trailing_30_day_active_addresses_count", activity.trailingActiveAddresses);
}

/** Bridged amounts in cents, counted once per pair of networks, so that departures equal arrivals. */
function collectBridges(
  collect: SeriesCollector,
  supplies: readonly TokenSupply[],
  { unit, scale }: { unit: Float64Array; scale: number },
): void {
  const [home, ...others] = supplies;
  if (home === undefined || others.length === 0) return;
  const cents = (amounts: Float64Array) =>
    amounts.map((n, i) => Math.round((n / scale) * (unit[i] ?? Number.NaN) * 100));
  const homeIn = home.supply.map((n) => (Number.isNaN(n) ? Number.NaN : 0));
  const homeOut = Float64Array.from(homeIn);
  for (const other of others) {
    const arrived = cents(other.bridgeIn);
    const left = cents(other.bridgeOut);
    for (let i = 0; i < arrived.length; i++) {
      const inflow = arrived[i] ?? Number.NaN;
      const outflow = left[i] ?? Number.NaN;
      if (Number.isNaN(inflow)) continue;
      homeOut[i] = (homeOut[i] ?? 0) + inflow;
      homeIn[i] = (homeIn[i] ?? 0) + outflow;
    }
    collect.token(other.token, "bridge_inflow_dollar", arrived, 100, "value");
    collect.token(other.token, "bridge_outflow_dollar", left, 100, "value");
  }
  collect.token(home.token, "bridge_inflow_dollar", homeIn, 100, "value");
  collect.token(home.token, "bridge_outflow_dollar", homeOut, 100, "value");
}

/**
 * Pools fund on the network of the deployment that the others are copies of; without one, at the level of the
 * asset.
 */
function collectCredit(
  collect: SeriesCollector,
  { pools, range, home }: { pools: readonly SamplePool[]; range: DayRange; home: Token | null },
): void {
  const loans = pools.flatMap((pool) => pool.loans);
  const { window, life, events } = collect.context;
  const ends = events.windDown?.last ?? Number.POSITIVE_INFINITY;
  const empty = () => new Float64Array(range.last - range.first + 1).fill(Number.NaN);
  const [outstanding, issued, defaulted, late, rate, active] = [
    empty(),
    empty(),
    empty(),
    empty(),
    empty(),
    empty(),
  ];
  const first = Math.max(window.first, range.first, life.launch);
  for (let day = first; day <= Math.min(window.last, ends); day++) {
    const totals = creditTotalsOn(loans, day);
    if (totals.issued === 0) continue;
    const i = day - range.first;
    outstanding[i] = totals.outstanding;
    issued[i] = totals.issued;
    defaulted[i] = totals.defaulted;
    late[i] = totals.late;
    active[i] = totals.activeLoans;
    rate[i] = averageRate(totals) ?? Number.NaN;
  }
  collect.token(home, "outstanding_capital_dollar", outstanding, 100);
  collect.token(home, "cumulative_issued_amount_dollar", issued, 100);
  collect.token(home, "defaulted_loans_amount_dollar", defaulted, 100);
  collect.token(home, "late_loans_amount_dollar", late, 100);
  collect.token(home, "average_interest_rate_percent", rate);
  collect.token(home, "active_loans_count", active);
}
