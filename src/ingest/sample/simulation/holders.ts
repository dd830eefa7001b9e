/** Number and concentration of the holders of a deployment. */
import type { Asset } from "#domain/catalog";
import { anchorsBySlug } from "../facts/anchors";
import { classProfile } from "../facts/classProfiles";
import type { DayRange } from "../primitives/days";
import { randomStream } from "../primitives/randomStream";
import { revertingNoise } from "./anchoredPath";
import type { TokenSupply } from "./supply";

/** NaN outside the life of the deployment; shares also on days without holders. */
export interface TokenHolders {
  count: Float64Array;
  topTenPercent: Float64Array;
  topFivePercent: Float64Array;
  topPercent: Float64Array;
  concentration: Float64Array;
}

export function simulateHolders(
  asset: Asset,
  {
    range,
    seed,
    supply,
    digits,
    unitAt,
  }: { range: DayRange; seed: number; supply: TokenSupply; digits: number; unitAt: (i: number) => number },
): TokenHolders {
  const profile = classProfile(asset.asset_class);
  const stream = randomStream(seed, "holders", asset.slug, supply.token?.id ?? 0);
  const length = range.last - range.first + 1;
  const empty = () => new Float64Array(length).fill(Number.NaN);
  const holders: TokenHolders = {
    count: empty(),
    topTenPercent: empty(),
    topFivePercent: empty(),
    topPercent: empty(),
    concentration: empty(),
  };
  const scale = 10 ** digits;
  const perMillion =
    (anchorsBySlug[asset.slug]?.holdersPerMillion ?? profile.holdersPerMillion) *
    Math.exp(0.5 * stream.normal());
  const [low, high] = profile.topTenShare;
  const level = stream.between(low, high) / 100;
  const mean = Math.log(level / (1 - level));
  const crowd = revertingNoise(range, { stream, name: "crowd", dailySpread: 0.004, halfLifeDays: 60 });
  const lean = revertingNoise(range, { stream, name: "lean", dailySpread: 0.025, halfLifeDays: 90 });
  /** Inequality among the ten largest: 1 means equal. */
  const skewLevel = stream.between(1.3, 4);
  const skew = revertingNoise(range, { stream, name: "skew", dailySpread: 0.01, halfLifeDays: 60 });

  for (let i = 0; i < length; i++) {
    const units = supply.supply[i] ?? Number.NaN;
    if (Number.isNaN(units)) continue;
    if (units === 0) {
      holders.count[i] = 0;
      continue;
    }
    const millions = ((units / scale) * unitAt(i)) / 1e6;
    // Large assets have larger holders: counts grow more slowly than values.
    const wanted = perMillion * millions ** 0.82 * Math.exp(crowd[i] ?? 0);
    const count = Math.max(1, Math.min(units, Math.round(wanted) + 2));
    holders.count[i] = count;

    const share = count <= 10 ? 1 : 1 / (1 + Math.exp(-(mean + (lean[i] ?? 0))));
    const evenTen = (share * share) / Math.min(count, 10);
    const others = count > 10 ? (1 - share) ** 2 / (count - 10) : 0;
    const uneven = Math.min(evenTen * Math.max(1, skewLevel * Math.exp(skew[i] ?? 0)), share * share);
    holders.topTenPercent[i] = Math.round(share * 1e6) / 1e4;
    // Squares of the largest few are nearly all of `uneven`: the largest holds about its root, the next half
    // of the rest.
    const largest = count === 1 ? share : Math.max(Math.sqrt(uneven) * 0.8, share / Math.min(count, 10));
    const five = count <= 5 ? share : Math.min(share, largest + (share - largest) * 0.65);
    holders.topFivePercent[i] = Math.round(five * 1e6) / 1e4;
    holders.topPercent[i] = Math.round(Math.min(largest, five) * 1e6) / 1e4;
    holders.concentration[i] = Math.round((uneven + others) * 1e8) / 1e8;
  }
  return holders;
}
