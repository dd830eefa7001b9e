import pLimit, { type LimitFunction } from "p-limit";
import type { MarketStore } from "#stores";

const limitsOf = new WeakMap<MarketStore, Map<string, LimitFunction>>();

/** Runs work after all earlier work of the same purpose on the same store has settled. */
export function runExclusively<T>(store: MarketStore, purpose: string, work: () => Promise<T>): Promise<T> {
  const purposes = limitsOf.get(store) ?? new Map<string, LimitFunction>();
  limitsOf.set(store, purposes);
  const limit = purposes.get(purpose) ?? pLimit(1);
  purposes.set(purpose, limit);
  return limit(work);
}
