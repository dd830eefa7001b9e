import type { Asset } from "#domain/catalog";
import type { Anchor } from "../facts/anchors";
import { anchorsBySlug } from "../facts/anchors";
import { classProfile } from "../facts/classProfiles";
import type { AssetEvents } from "../facts/namedEvents";
import { type DayRange, dayOf } from "../primitives/days";
import { randomStream } from "../primitives/randomStream";
import { anchoredPath } from "./anchoredPath";
import type { AssetLife } from "./lifetimes";
import type { AssetValuation } from "./valuation";

export interface AssetSize {
  /** Units that the asset should have on each day, over all networks; 0 before its launch. */
  units: Float64Array;
  /** Decimals that its amounts are kept to, such that every amount is a whole number below 10¹⁵. */
  digits: number;
}

const MAX_DIGITS = 6;
/** Any network can hold hundredths. */
const UNKNOWN_DECIMALS = 2;

/** Dollar anchors of an asset: its own, or drawn from the usual range of its class. */
function dollarAnchors(asset: Asset, seed: number): readonly Anchor[] {
  const profile = classProfile(asset.asset_class);
  const lot = randomStream(seed, "size", asset.slug);
  const last = profile.medianSize * Math.exp(profile.sizeSpread * lot.normal());
  const [low, high] = profile.growth;
  const first = last / (low * (high / low) ** lot.uniform());
  const between = Math.sqrt(first * last) * Math.exp(0.35 * lot.normal());
  return (
    anchorsBySlug[asset.slug]?.size ?? [
      ["2023-01-01", first],
      ["2025-01-01", between],
      ["2026-11-01", last],
    ]
  );
}

export function sizeOf(
  asset: Asset,
  {
    range,
    seed,
    life,
    valuation,
    events,
  }: { range: DayRange; seed: number; life: AssetLife; valuation: AssetValuation; events: AssetEvents },
): AssetSize {
  const anchors = dollarAnchors(asset, seed).map(
    ([date, dollars]): Anchor => [date, dollars / valuation.smoothUnitAt(dayOf(date))],
  );
  const isKnown = anchorsBySlug[asset.slug]?.size !== undefined;
  const units = anchoredPath(range, {
    anchors,
    stream: randomStream(seed, "size noise", asset.slug),
    dailySpread: isKnown ? 0.003 : 0.008,
    halfLifeDays: isKnown ? 30 : 90,
    growthPerYearAfter: 0.15,
  });
  const rampDays = isKnown ? 12 : 75;
  const isOld = life.launch < range.first;
  for (let i = 0; i < units.length; i++) {
    const day = range.first + i;
    const age = day - life.launch;
    let factor = age < 0 ? 0 : isOld ? 1 : 1 - Math.exp(-(age + 1) / rampDays);
    if (events.windDown !== null && day >= events.windDown.first) {
      const { first, last } = events.windDown;
      factor *= day >= last ? 0 : (last - day) / (last - first + 1);
    }
    units[i] = (units[i] ?? 0) * factor;
  }
  const most = Math.max(...anchors.map(([, level]) => level)) * 8;
  const room = 15 - Math.ceil(Math.log10(Math.max(most, 1)));
  const decimals = life.tokens.map(({ token }) => token?.decimals ?? null).filter((n) => n !== null);
  if (decimals.length === 0) decimals.push(UNKNOWN_DECIMALS);
  return { units, digits: Math.max(0, Math.min(room, MAX_DIGITS, ...decimals)) };
}
