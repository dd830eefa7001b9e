/** The value of one unit by day: market price, NAV and yield, observed for the asset as a whole. */
import type { Asset } from "#domain/catalog";
import type { MetricSlug } from "#domain/metrics";
import { PEG_DENOMINATION } from "#domain/watches";
import { anchorsBySlug } from "../facts/anchors";
import { type ClassProfile, classProfile } from "../facts/classProfiles";
import { maturityBySlug } from "../facts/maturities";
import type { AssetEvents } from "../facts/namedEvents";
import { type DayRange, dayOf, lengthOf } from "../primitives/days";
import { type RandomStream, randomStream } from "../primitives/randomStream";
import { revertingNoise } from "./anchoredPath";
import { denominationPath, type MarketPath, quotedUnitsOf, ratePath, sharePath } from "./marketPaths";

export interface AssetValuation {
  price: Float64Array | null;
  nav: Float64Array | null;
  apy7: Float64Array | null;
  apy30: Float64Array | null;
  /** Yield of short government paper in the same currency. */
  benchmark: Float64Array | null;
  yieldToMaturity: Float64Array | null;
  maturityDays: Float64Array | null;
  /**
   * The reference of the market price: the currency of a peg, the commodity, or the listed share underlying a
   * unit.
   */
  reference: Reference | null;
  /** Dollars per unit (NAV, else price); null if neither is known. */
  unit: Float64Array | null;
  /** Without noise, for any day: converts dollar sizes to units. */
  smoothUnitAt(day: number): number;
}

export interface Reference {
  metric: Extract<MetricSlug, "peg_price_dollar" | "spot_price_dollar" | "listed_price_dollar">;
  values: Float64Array;
}

/** Dollars per unit are rounded to a hundred-millionth, percents to a ten-thousandth. */
const roundTo = (digits: number) => {
  const scale = 10 ** digits;
  return (values: Float64Array) => {
    for (let i = 0; i < values.length; i++) values[i] = Math.round((values[i] ?? 0) * scale) / scale;
    return values;
  };
};
const percents = roundTo(4);
/** Small units (a currency of 60 to the cent) keep six significant digits. */
const dollars = (values: Float64Array) => roundTo((values[0] ?? 1) < 0.01 ? 10 : 6)(values);

const NAV_BASE_DAY = dayOf("2024-01-01");

interface Context {
  asset: Asset;
  range: DayRange;
  seed: number;
  stream: RandomStream;
  profile: ClassProfile;
  events: AssetEvents;
}

export function valuationOf(
  asset: Asset,
  { range, seed, events }: { range: DayRange; seed: number; events: AssetEvents },
): AssetValuation {
  const context: Context = {
    asset,
    range,
    seed,
    events,
    stream: randomStream(seed, "valuation", asset.slug),
    profile: classProfile(asset.asset_class),
  };
  const valuation = build(context);
  if (!events.isUnpriced) return valuation;
  return { ...valuation, price: null, nav: null, reference: null, unit: null };
}

function build(context: Context): AssetValuation {
  const anchor = anchorsBySlug[context.asset.slug];
  const kind = anchor?.valuation ?? (tracksListing(context.asset) ? "share" : context.profile.valuation);
  switch (kind) {
    case "peg":
      return peg(context);
    case "fund":
      return fund(context);
    case "goods":
      return goods(context);
    case "share":
      return share(context);
    case "property":
      return property(context);
    case "venture":
      return venture(context);
  }
}

/** Bonds and loans owned through a listed fund: the token is worth as much as the listing. */
const tracksListing = ({ platform, denomination }: Asset): boolean =>
  platform === "ondo-global-markets" && denomination === null;

const noYields = {
  apy7: null,
  apy30: null,
  benchmark: null,
  yieldToMaturity: null,
  maturityDays: null,
} as const;

interface Premium {
  /** Largest usual daily move of the premium. */
  spread: number;
  /** The metric under which the reference itself is published; null if it is not. */
  published: Reference["metric"] | null;
}

/** A market price close to a reference, with a small premium that varies. */
function marketOnly(
  reference: MarketPath,
  { range, stream }: Context,
  { spread, published }: Premium,
): AssetValuation {
  const premium = revertingNoise(range, { stream, name: "premium", dailySpread: spread, halfLifeDays: 3 });
  const price = dollars(premium.map((x, i) => (reference.values[i] ?? 0) * Math.exp(x)));
  return {
    ...noYields,
    price,
    nav: null,
    reference: published && { metric: published, values: dollars(reference.values.slice()) },
    unit: price,
    smoothUnitAt: reference.smoothAt,
  };
}

/** Without a known symbol it moves like a share, but has no listed reference. */
function share(context: Context): AssetValuation {
  const { range, seed, asset } = context;
  const { underlying_symbol: symbol, ticker } = asset;
  return marketOnly(sharePath(range, seed, symbol ?? ticker), context, {
    spread: 0.0015,
    published: symbol === null ? null : "listed_price_dollar",
  });
}

function peg(context: Context): AssetValuation {
  const { asset, range, seed, stream, events } = context;
  const currency = asset.denomination ?? "USD";
  const known = denominationPath(range, seed, currency);
  const reference = known ?? denominationPath(range, seed, "USD");
  if (reference === null) throw new Error("The dollar path is missing.");
  const isLarge = (anchorsBySlug[asset.slug]?.size?.at(-1)?.[1] ?? 0) > 1e9;
  const valuation = marketOnly(reference, context, {
    spread: isLarge ? 0.00025 : 0.0008,
    // For the dollar it is 1, which the derivation knows.
    published: known === null || currency === PEG_DENOMINATION ? null : "peg_price_dollar",
  });
  const { price } = valuation;
  if (price === null || events.depeg === null) return valuation;
  const { day, depth, recoveryDays } = events.depeg;
  for (let i = day - range.first; i >= 0 && i < price.length; i++) {
    const age = i - (day - range.first);
    if (age > recoveryDays) break;
    const remaining = (1 - age / (recoveryDays + 1)) ** 2;
    price[i] = (price[i] ?? 0) * (1 - depth * remaining * (1 + 0.1 * (stream.uniform() - 0.5)));
  }
  dollars(price);
  return valuation;
}

/**
 * Units of a fund: a NAV that grows by the day's yield, or stays at 1 while the yield is paid in new units.
 */
function fund(context: Context): AssetValuation {
  const { asset, range, seed, stream, profile, events } = context;
  const anchor = anchorsBySlug[asset.slug];
  const currency = asset.denomination ?? "USD";
  const exchange = denominationPath(range, seed, currency) ?? denominationPath(range, seed, "USD");
  if (exchange === null) throw new Error("The dollar path is missing.");

  const drawnStable = stream.chance(asset.asset_class === "treasuries" ? 0.35 : 0.12);
  const drawnBase = stream.pick([1, 1, 1, 10, 100, 100, 1000] as const);
  const drawnSpread = stream.between(...profile.yieldSpread);
  const isStable = anchor?.stableNav ?? drawnStable;
  const base = anchor?.nav ?? (isStable ? 1 : drawnBase * stream.between(1, 1.06));
  const spread = anchor?.yieldSpread ?? drawnSpread;

  const rate = ratePath(range, seed, currency);
  const wander = revertingNoise(range, { stream, name: "wander", dailySpread: 0.05, halfLifeDays: 20 });
  const daily = rate.map((r, i) => Math.max(0.05, r + spread + (wander[i] ?? 0)));
  const length = lengthOf(range);
  const local = new Float64Array(length);
  // Simulated from the epoch, so that the base is met at about the base day.
  const growthBefore = Math.exp((-(4 + spread) / 100 / 365) * (NAV_BASE_DAY - range.first));
  let level = isStable ? base : base * growthBefore;
  const moves = profile.valuation === "fund" && !isStable ? fundMoves(context) : null;
  for (let i = 0; i < length; i++) {
    local[i] = level * Math.exp(moves?.[i] ?? 0);
    if (!isStable) level *= 1 + (daily[i] ?? 0) / 36_500;
  }
  const nav = dollars(local.map((value, i) => value * (exchange.values[i] ?? 1)));
  const drawnTraded = stream.chance(0.25);
  const isTraded = events.discount !== null || (anchor?.isTraded ?? drawnTraded);
  const premium = revertingNoise(range, { stream, name: "premium", dailySpread: 0.0012, halfLifeDays: 6 });
  const price = isTraded
    ? dollars(nav.map((value, i) => value * (1 - (events.discount ?? 0.0005)) * Math.exp(premium[i] ?? 0)))
    : null;

  const maturity = maturityBySlug[asset.slug] ?? profile.maturityDays;
  const isBond = maturity !== null;
  const meanMaturity = maturity === null ? 0 : stream.between(...maturity);
  const maturityNoise = revertingNoise(range, {
    stream,
    name: "maturityNoise",
    dailySpread: 0.02,
    halfLifeDays: 30,
  });
  const hasYields = asset.asset_class !== "institutional-funds";
  const yearly = (4 + spread) / 100;
  return {
    price,
    nav,
    reference: null,
    unit: nav,
    apy7: hasYields ? percents(trailingMean(daily, 7)) : null,
    apy30: hasYields ? percents(trailingMean(daily, 30)) : null,
    benchmark: hasYields ? percents(trailingMean(rate, 7)) : null,
    yieldToMaturity:
      isBond && asset.asset_class !== "private-credit" ? percents(daily.map((r) => r + 0.12)) : null,
    maturityDays:
      isBond && asset.asset_class !== "private-credit"
        ? roundTo(1)(maturityNoise.map((x) => meanMaturity * Math.exp(x)))
        : null,
    smoothUnitAt: (day) =>
      base * (isStable ? 1 : (1 + yearly) ** ((day - NAV_BASE_DAY) / 365)) * exchange.smoothAt(day),
  };
}

/** Price moves of the fund's holdings: none for bills, some for bonds, more for alternative funds. */
function fundMoves({ asset, range, stream }: Context): Float64Array | null {
  const spreads: Readonly<Record<string, number>> = {
    "institutional-funds": 0.004,
    "corporate-bonds": 0.0012,
    "government-bonds": 0.0008,
    "structured-credit": 0.0003,
  };
  const dailySpread = spreads[asset.asset_class];
  return dailySpread === undefined
    ? null
    : revertingNoise(range, { stream, name: "marks", dailySpread, halfLifeDays: 60 });
}

function goods(context: Context): AssetValuation {
  const { asset, range, seed, stream } = context;
  const known = asset.denomination === null ? null : denominationPath(range, seed, asset.denomination);
  const stated = quotedUnitsOf(asset);
  if (known !== null) {
    const perUnit = stated ?? 1;
    const scaled: MarketPath = {
      values: known.values.map((value) => value * perUnit),
      smoothAt: (day) => known.smoothAt(day) * perUnit,
    };
    return marketOnly(scaled, context, {
      spread: 0.0012,
      published: stated === null ? null : "spot_price_dollar",
    });
  }
  const level = Math.exp(stream.between(0, 4.5));
  const wander = revertingNoise(range, { stream, name: "wander", dailySpread: 0.011, halfLifeDays: 80 });
  return marketOnly({ values: wander.map((x) => level * Math.exp(x)), smoothAt: () => level }, context, {
    spread: 0.002,
    published: null,
  });
}

function property(context: Context): AssetValuation {
  const { range, stream, asset } = context;
  const anchor = anchorsBySlug[asset.slug];
  const drawnBase = stream.pick([50, 50, 50.5, 51.2, 100, 10, 1] as const);
  const base = anchor?.nav ?? drawnBase;
  const yearly = stream.between(-0.02, 0.06);
  const wander = revertingNoise(range, { stream, name: "wander", dailySpread: 0.0008, halfLifeDays: 90 });
  const smoothUnitAt = (day: number) => base * (1 + yearly) ** ((day - NAV_BASE_DAY) / 365);
  const level = dollars(wander.map((x, i) => smoothUnitAt(range.first + i) * Math.exp(x)));
  const isAppraised = stream.chance(0.4);
  const rent = percents(
    revertingNoise(range, { stream, name: "rent", dailySpread: 0.01, halfLifeDays: 60 }).map(
      (x) => 7.5 * Math.exp(x),
    ),
  );
  return {
    ...noYields,
    apy30: stream.chance(0.5) ? rent : null,
    price: isAppraised ? null : level,
    nav: isAppraised ? level : null,
    reference: null,
    unit: level,
    smoothUnitAt,
  };
}

/** Units of private companies: a NAV in quarterly steps, and sometimes a price below it. */
function venture(context: Context): AssetValuation {
  const { range, stream, events, asset } = context;
  const drawnBase = stream.between(1, 30);
  const base = anchorsBySlug[asset.slug]?.nav ?? drawnBase;
  const yearly = stream.between(-0.05, 0.15);
  const steps = revertingNoise(range, { stream, name: "steps", dailySpread: 0.006, halfLifeDays: 120 });
  const smoothUnitAt = (day: number) => base * (1 + yearly) ** ((day - NAV_BASE_DAY) / 365);
  const nav = dollars(
    steps.map((_, i) => {
      const quarter = Math.floor(i / 91) * 91;
      return smoothUnitAt(range.first + quarter) * Math.exp(steps[quarter] ?? 0);
    }),
  );
  const premium = revertingNoise(range, { stream, name: "premium", dailySpread: 0.012, halfLifeDays: 30 });
  const price =
    events.discount === null
      ? null
      : dollars(
          nav.map((value, i) => value * (1 - (events.discount ?? 0)) * Math.exp((premium[i] ?? 0) / 2)),
        );
  return { ...noYields, price, nav, reference: null, unit: nav, smoothUnitAt };
}

function trailingMean(values: Float64Array, days: number): Float64Array {
  const means = new Float64Array(values.length);
  let sum = 0;
  for (let i = 0; i < values.length; i++) {
    sum += values[i] ?? 0;
    if (i >= days) sum -= values[i - days] ?? 0;
    means[i] = sum / Math.min(i + 1, days);
  }
  return means;
}
