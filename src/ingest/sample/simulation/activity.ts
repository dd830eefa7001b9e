/** Transfers and active addresses of a deployment. */
import type { Asset } from "#domain/catalog";
import { anchorsBySlug } from "../facts/anchors";
import { classProfile } from "../facts/classProfiles";
import { type AssetEvents, isHidden } from "../facts/namedEvents";
import { type DayRange, isWeekend } from "../primitives/days";
import { randomStream } from "../primitives/randomStream";
import { revertingNoise } from "./anchoredPath";
import type { TokenSupply } from "./supply";

/** NaN on the days outside the life of the deployment. Volumes are whole numbers of 10^-digits units. */
export interface TokenActivity {
  volume: Float64Array;
  transfers: Float64Array;
  activeAddresses: Float64Array;
  /** Distinct addresses of the last 7 and 30 days. */
  weeklyActiveAddresses: Float64Array;
  trailingActiveAddresses: Float64Array;
}

export function simulateActivity(
  asset: Asset,
  {
    range,
    seed,
    supply,
    digits,
    unitAt,
    events,
  }: {
    range: DayRange;
    seed: number;
    supply: TokenSupply;
    digits: number;
    /** Dollars per unit; sizes of transfers are thought of in dollars. */
    unitAt: (i: number) => number;
    events: AssetEvents;
  },
): TokenActivity {
  const profile = classProfile(asset.asset_class);
  const stream = randomStream(seed, "activity", asset.slug, supply.token?.id ?? 0);
  const length = range.last - range.first + 1;
  const empty = () => new Float64Array(length).fill(Number.NaN);
  const activity: TokenActivity = {
    volume: empty(),
    transfers: empty(),
    activeAddresses: empty(),
    weeklyActiveAddresses: empty(),
    trailingActiveAddresses: empty(),
  };
  const scale = 10 ** digits;
  const [low, high] = profile.turnover;
  const drawnTurnover = low * (high / low) ** stream.uniform();
  const turnover = anchorsBySlug[asset.slug]?.turnover ?? drawnTurnover;
  const transferSize = profile.transferSize * Math.exp(0.6 * stream.normal());
  const weather = revertingNoise(range, { stream, name: "weather", dailySpread: 0.12, halfLifeDays: 5 });
  const addressesPerTransfer = stream.between(0.7, 1.5);
  const returning = stream.between(0.12, 0.35);

  for (let i = 0; i < length; i++) {
    const units = supply.supply[i] ?? Number.NaN;
    if (Number.isNaN(units)) continue;
    const day = range.first + i;
    const isIdle = events.idleFrom !== null && day >= events.idleFrom;
    const isFrozen = isIdle || isHidden(events.gaps, day, "all");
    const dollars = (units / scale) * unitAt(i);
    const mood = Math.exp(weather[i] ?? 0) * (isWeekend(day) ? profile.weekend : 1) * alarm(events, day);
    const wanted = isFrozen ? 0 : (dollars * turnover * mood) / transferSize;
    // Below a handful a day, whole transfers come by chance.
    const fraction = stream.uniform();
    const transfers = isIdle ? 0 : wanted > 20 ? Math.round(wanted) : Math.floor(wanted + fraction);
    const meanSize = (units * turnover * mood) / Math.max(wanted, 1e-9);
    const drift = stream.logNormal(0.25);
    const volume = transfers === 0 ? 0 : Math.max(transfers, Math.round(transfers * meanSize * drift));
    const issues = (supply.mints[i] ?? 0) > 0 || (supply.burns[i] ?? 0) > 0 ? 1 : 0;
    const crowd = Math.round(transfers ** 0.94 * addressesPerTransfer);
    const active = transfers === 0 ? issues : Math.min(2 * transfers + issues, Math.max(2, crowd));
    activity.transfers[i] = transfers;
    activity.volume[i] = volume;
    activity.activeAddresses[i] = active;
  }
  const { activeAddresses, weeklyActiveAddresses, trailingActiveAddresses } = activity;
  fillTrailing(weeklyActiveAddresses, { activeAddresses, days: 7, returning });
  fillTrailing(trailingActiveAddresses, { activeAddresses, days: 30, returning });
  return activity;
}

/** A depeg makes everyone move. */
function alarm({ depeg }: AssetEvents, day: number): number {
  if (depeg === null || day < depeg.day || day > depeg.day + depeg.recoveryDays) return 1;
  return 1 + 5 * Math.exp(-(day - depeg.day) / 3);
}

/** Distinct addresses of a few days: at least those of the busiest day, at most all days together. */
function fillTrailing(
  trailing: Float64Array,
  { activeAddresses, days, returning }: { activeAddresses: Float64Array; days: number; returning: number },
): void {
  let sum = 0;
  for (let i = 0; i < activeAddresses.length; i++) {
    const today = activeAddresses[i] ?? Number.NaN;
    const leaving = activeAddresses[i - days] ?? Number.NaN;
    if (!Number.isNaN(leaving)) sum -= leaving;
    if (Number.isNaN(today)) continue;
    sum += today;
    let busiest = 0;
    for (let j = Math.max(0, i - days + 1); j <= i; j++) {
      const count = activeAddresses[j] ?? 0;
      if (count > busiest) busiest = count;
    }
    trailing[i] = Math.round(busiest + (sum - busiest) * returning);
  }
}
