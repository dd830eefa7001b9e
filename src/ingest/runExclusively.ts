import pLimit, { type LimitFunction } from "p-limit";
import type { MarketStore } from "#stores";

const turns = new WeakMap<MarketStore, Map<string, LimitFunction>>();

/** Runs work after any earlier work of the same purpose on the same store has ended, well or badly. */
export function runExclusively<T>(store: MarketStore, purpose: string, work: () => Promise<T>): Promise<T> {
  const purposes = turns.get(store) ?? new Map<string, LimitFunction>();
  turns.set(store, purposes);
  const inTurn = purposes.get(purpose) ?? pLimit(1);
  purposes.set(purpose, inTurn);
  return inTurn(work);
}
