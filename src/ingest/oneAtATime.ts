import type { MarketStore } from "#stores";

const running = new WeakMap<MarketStore, Map<string, Promise<unknown>>>();

/** Runs work after any earlier work of the same purpose on the same store has ended, well or badly. */
export function oneAtATime<T>(store: MarketStore, purpose: string, work: () => Promise<T>): Promise<T> {
  const purposes = running.get(store) ?? new Map<string, Promise<unknown>>();
  running.set(store, purposes);
  const before = purposes.get(purpose) ?? Promise.resolve();
  const run = before.catch(() => undefined).then(work);
  purposes.set(purpose, run);
  return run;
}
