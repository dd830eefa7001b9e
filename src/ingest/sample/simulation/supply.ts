/**
 * Supplies of an asset's deployments, in whole numbers of 10^-digits units, so
 * that supply(t) = supply(t−1) + mints − burns holds to the last digit.
 *
 * Where a deployment is issued natively, what crosses over is burnt on one
 * side and minted on the other. Where it is a bridged copy, its home keeps the
 * units locked: the home's total supply stays, its bridged supply falls.
 */
import type { Asset, Token } from "#domain/catalog";
import { classProfile } from "../facts/classProfiles";
import { type AssetEvents, isHidden } from "../facts/namedEvents";
import { type DayRange, isWeekend } from "../primitives/days";
import { type RandomStream, randomStream } from "../primitives/randomStream";
import { revertingNoise } from "./anchoredPath";
import type { AssetSize } from "./assetSize";
import type { AssetLife } from "./lifetimes";

/** Amounts are whole numbers; NaN on days outside the life of the deployment. */
export interface TokenSupply {
  token: Token | null;
  supply: Float64Array;
  mints: Float64Array;
  burns: Float64Array;
  /** Mints and burns without bridging. */
  issued: Float64Array;
  redeemed: Float64Array;
  /** Amounts that arrived over bridges and that left; 0 for an asset on one network. */
  bridgeIn: Float64Array;
  bridgeOut: Float64Array;
  /** Part of the supply that does not circulate (issuer treasury); null if all does. */
  treasury: Float64Array | null;
  /** Part of the supply that is locked for bridged copies; null for those, and if there are none. */
  locked: Float64Array | null;
}

interface State {
  life: AssetLife["tokens"][number];
  isCopy: boolean;
  stream: RandomStream;
  out: TokenSupply;
  treasuryShare: Float64Array | null;
  current: number;
  /** False until the first unit exists: a deployment without units has no series yet. */
  hasStarted: boolean;
  /** How often units are created or destroyed here. */
  issuesOnDay: number;
}

export interface SupplyOptions {
  range: DayRange;
  seed: number;
  life: AssetLife;
  shares: readonly Float64Array[];
  size: AssetSize;
  events: AssetEvents;
}

export function simulateSupplies(asset: Asset, options: SupplyOptions): TokenSupply[] {
  const { range, seed, life, shares, size, events } = options;
  const profile = classProfile(asset.asset_class);
  const scale = 10 ** size.digits;
  const length = range.last - range.first + 1;
  const hasCopies = life.tokens.some(({ token }) => token?.is_bridged);
  const treasuryLot = randomStream(seed, "treasury", asset.slug);
  const hasTreasury = treasuryLot.chance(0.35);
  const treasuryLevel = treasuryLot.between(0.005, 0.06);

  const states = life.tokens.map((tokenLife, index): State => {
    const stream = randomStream(seed, "supply", asset.slug, tokenLife.token?.id ?? 0);
    const isHome = index === 0;
    const isCopy = !isHome && (tokenLife.token?.is_bridged ?? false);
    const empty = () => new Float64Array(length).fill(Number.NaN);
    return {
      life: tokenLife,
      isCopy,
      stream,
      current: 0,
      hasStarted: false,
      issuesOnDay: isHome ? profile.issuesOnDay : profile.issuesOnDay * 0.7,
      treasuryShare:
        isHome && hasTreasury
          ? revertingNoise(range, {
              stream: treasuryLot,
              name: "level",
              dailySpread: 0.03,
              halfLifeDays: 40,
            }).map((x) => treasuryLevel * Math.exp(x))
          : null,
      out: {
        token: tokenLife.token,
        supply: empty(),
        mints: empty(),
        burns: empty(),
        issued: empty(),
        redeemed: empty(),
        bridgeIn: empty(),
        bridgeOut: empty(),
        treasury: isHome && hasTreasury ? empty() : null,
        locked: hasCopies && !isCopy ? (isHome ? empty() : new Float64Array(length)) : null,
      },
    };
  });
  const home = states[0];
  if (home === undefined) return [];

  let locked = 0;
  for (let i = 0; i < length; i++) {
    const day = range.first + i;
    if (events.windDown !== null && day > events.windDown.last) break;
    const isLastDay = events.windDown?.last === day;
    const isFrozen = isHidden(events.gaps, day, "all") && !isLastDay;
    const isOpen = !isFrozen && (profile.weekend > 0.4 || !isWeekend(day));
    const total = size.units[i] ?? 0;

    let homeIn = 0;
    let homeOut = 0;
    let homeMints = 0;
    let homeBurns = 0;
    const homeIsLive = day > home.life.launch || (i === 0 && day >= home.life.launch);

    for (let k = states.length - 1; k >= 1; k--) {
      const state = states[k];
      if (state === undefined || day < state.life.launch) continue;
      const target = Math.round(total * (shares[k]?.[i] ?? 0) * scale);
      const { stream } = state;
      let arrived = 0;
      let left = 0;
      let mints = 0;
      let burns = 0;
      let issued = 0;
      let redeemed = 0;
      const before = state.current;
      if (i === 0 && day > state.life.launch) {
        // Older than the epoch: starts at its level; a copy's part of it is locked at home.
        state.current = target;
        if (state.isCopy) locked += target;
      } else if (isLastDay) {
        burns = before;
        if (state.isCopy) {
          left = before;
          locked -= before;
        } else redeemed = before;
        state.current = 0;
      } else if (!isFrozen) {
        const crosses = homeIsLive && stream.chance(0.9);
        if (state.isCopy) {
          if (crosses || before === 0) {
            const step = Math.round((target - before) * stream.between(0.2, 0.6));
            const churn = Math.round(before * 0.004 * stream.logNormal(0.7));
            const room = Math.max(0, Math.floor((home.current - locked) * 0.8));
            left = Math.min(before, Math.max(-step, 0) + churn);
            arrived = Math.min(room, Math.max(step, 0) + churn);
            mints = arrived;
            burns = left;
            locked += arrived - left;
          }
        } else {
          if (crosses && before > 0) {
            const most = Math.floor((home.current - locked) * 0.02);
            arrived = Math.min(most, Math.round(before * 0.003 * stream.logNormal(0.8)));
            left = Math.min(Math.floor(before * 0.05), Math.round(before * 0.003 * stream.logNormal(0.8)));
            homeBurns += arrived;
            homeMints += left;
          }
          const primary = issue(state, { target, isOpen, churn: profile.churn, reserved: left });
          issued = primary.mints;
          redeemed = primary.burns;
          mints = issued + arrived;
          burns = redeemed + left;
        }
        state.current = before + mints - burns;
      }
      homeOut += arrived;
      homeIn += left;
      record(state, i, { supply: state.current, mints, burns, issued, redeemed, arrived, left });
    }

    if (day < home.life.launch) continue;
    const target = Math.round(total * (shares[0]?.[i] ?? 0) * scale) + locked;
    const before = home.current;
    let issued = 0;
    let redeemed = 0;
    if (i === 0 && day > home.life.launch) {
      home.current = target;
      homeMints = 0;
      homeBurns = 0;
    } else if (isLastDay) {
      redeemed = before + homeMints - homeBurns;
      homeBurns += redeemed;
      home.current = 0;
    } else {
      if (!isFrozen) {
        const primary = issue(home, { target, isOpen, churn: profile.churn, reserved: homeBurns + locked });
        issued = primary.mints;
        redeemed = primary.burns;
        homeMints += issued;
        homeBurns += redeemed;
      }
      home.current = before + homeMints - homeBurns;
    }
    record(home, i, {
      supply: home.current,
      mints: homeMints,
      burns: homeBurns,
      issued,
      redeemed,
      arrived: homeIn,
      left: homeOut,
    });
    if (!home.hasStarted) continue;
    if (home.out.locked) home.out.locked[i] = locked;
    if (home.out.treasury) {
      const free = home.current - locked;
      home.out.treasury[i] = Math.floor(Math.min(free * 0.5, home.current * (home.treasuryShare?.[i] ?? 0)));
    }
  }
  return states.map((state) => state.out);
}

/** The primary market of a day: a step towards the target, and some churn in both directions. */
function issue(
  state: State,
  { target, isOpen, churn, reserved }: { target: number; isOpen: boolean; churn: number; reserved: number },
): { mints: number; burns: number } {
  const { stream, current } = state;
  const step = (target - current) * stream.between(0.15, 0.55);
  const inAndOut = current * churn * stream.logNormal(0.9);
  if (current === 0) return { mints: Math.max(1, target), burns: 0 };
  if (!isOpen || !stream.chance(state.issuesOnDay)) return { mints: 0, burns: 0 };
  const mints = Math.round(Math.max(step, 0) + inAndOut);
  const burns = Math.round(Math.max(-step, 0) + inAndOut * stream.between(0.5, 1.5));
  // Units that are locked or in transit cannot be burnt, and a live deployment keeps at least one.
  return { mints, burns: Math.max(0, Math.min(burns, current - reserved - 1)) };
}

function record(
  state: State,
  i: number,
  day: {
    supply: number;
    mints: number;
    burns: number;
    issued: number;
    redeemed: number;
    arrived: number;
    left: number;
  },
): void {
  if (day.supply > 0) state.hasStarted = true;
  if (!state.hasStarted) return;
  const { out } = state;
  out.supply[i] = day.supply;
  out.mints[i] = day.mints;
  out.burns[i] = day.burns;
  out.issued[i] = day.issued;
  out.redeemed[i] = day.redeemed;
  out.bridgeIn[i] = day.arrived;
  out.bridgeOut[i] = day.left;
}
