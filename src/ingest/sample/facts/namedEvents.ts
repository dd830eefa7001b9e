/**
 * Events with a date, so that every screen has something to show. Those of
 * well-known assets stand in a table; a small share of the other assets gets
 * gaps and missing prices by lot. Dates are fixed: a later run never moves them.
 */
import type { Asset } from "#domain/catalog";
import { type DayRange, dayOf } from "../primitives/days";
import { randomStream } from "../primitives/randomStream";
import { eventsBySlug } from "./anchors";

/** A price that leaves its peg within a day and comes back over some days. */
export interface Depeg {
  day: number;
  /** 0.12: the price falls to 0.88 of its peg. */
  depth: number;
  recoveryDays: number;
}

/** Supply is redeemed from `first` on and is zero on `last`, the last day of the series. */
export type WindDown = DayRange;

/** Nothing is observed from `first` to `last`; always more than seven days, which carrying would fill. */
export interface Gap extends DayRange {
  /** `all`: nothing at all; `value`: no price, NAV or yield. */
  scope: "all" | "value";
}

export interface AssetEvents {
  depeg: Depeg | null;
  windDown: WindDown | null;
  gaps: readonly Gap[];
  /** First day on which units no longer move between addresses; null while they do. */
  idleFrom: number | null;
  /** Neither price nor NAV is known. */
  isUnpriced: boolean;
  /** Market price of a NAV fund below its NAV, as a share; null without a second price. */
  discount: number | null;
}

/** How an event table entry is written: ISO dates. */
export interface AssetEventDraft {
  depeg?: { date: string; depth: number; recoveryDays: number };
  windDown?: { first: string; last: string };
  gaps?: readonly { first: string; last: string; scope: Gap["scope"] }[];
  idleFrom?: string;
  isUnpriced?: boolean;
  discount?: number;
}

const seldomPriced = new Set(["private-equity", "real-estate", "institutional-funds", "private-credit"]);

export function eventsOf(asset: Asset, seed: number): AssetEvents {
  const draft: AssetEventDraft = eventsBySlug[asset.slug] ?? {};
  const lot = randomStream(seed, "events", asset.slug);
  // Every lot is drawn whether it is used or not, so that editing one entry moves no other.
  const gapByLot = lot.uniform();
  const gapFirst = dayOf("2024-09-01") + lot.integer(640);
  const gapLength = 9 + lot.integer(30);
  const unpricedByLot = lot.uniform();
  const discountByLot = lot.uniform();
  const discount = lot.between(0.03, 0.2);

  const isWellKnown = asset.slug in eventsBySlug;
  const gaps: Gap[] = (draft.gaps ?? []).map(({ first, last, scope }) => ({
    first: dayOf(first),
    last: dayOf(last),
    scope,
  }));
  if (!isWellKnown && gapByLot < 0.04 && asset.asset_class !== "stablecoins") {
    gaps.push({
      first: gapFirst,
      last: gapFirst + gapLength - 1,
      scope: gapByLot < 0.02 ? "all" : "value",
    });
  }
  return {
    depeg: draft.depeg ? { ...draft.depeg, day: dayOf(draft.depeg.date) } : null,
    windDown: draft.windDown
      ? { first: dayOf(draft.windDown.first), last: dayOf(draft.windDown.last) }
      : null,
    gaps,
    idleFrom: draft.idleFrom === undefined ? null : dayOf(draft.idleFrom),
    isUnpriced:
      draft.isUnpriced ?? (!isWellKnown && unpricedByLot < 0.05 && seldomPriced.has(asset.asset_class)),
    discount:
      draft.discount ??
      (asset.asset_class === "private-equity" && discountByLot < 0.5 && !isWellKnown ? discount : null),
  };
}

/** Whether a day lies in a gap that hides `scope`. */
export const isHidden = (gaps: readonly Gap[], day: number, scope: Gap["scope"]): boolean =>
  gaps.some((gap) => day >= gap.first && day <= gap.last && (gap.scope === "all" || gap.scope === scope));
