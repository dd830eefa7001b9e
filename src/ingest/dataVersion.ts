import type { MarketStore } from "#stores";
import { readSetting, writeSetting } from "./settings";

const SETTING = "data_version";

/** How often market data has changed. 0 before anything was loaded; caches and ETags are keyed by it. */
export async function readDataVersion(store: MarketStore): Promise<number> {
  return Number((await readSetting(store, SETTING)) ?? 0);
}

/**
 * Moves the data version on and returns the new one. Call it once the changed rows can be read, and before
 * taking away whatever would repeat the work after a crash: a version that moves twice costs a cache, one
 * that fails to move serves old figures.
 */
export async function bumpDataVersion(store: MarketStore): Promise<number> {
  const next = (await readDataVersion(store)) + 1;
  await writeSetting(store, { name: SETTING, value: String(next), version: next });
  return next;
}
