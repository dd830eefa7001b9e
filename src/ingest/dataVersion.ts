import { type MarketStore, readSetting } from "#stores";
import { nextRowVersion } from "./rowVersion";
import { writeSetting } from "./settings";

const SETTING = "data_version";

/**
 * Grows with every change of market data: the second of the change, or one more than before. 0 before anything was
 * loaded; caches and ETags are keyed by it.
 */
export async function readDataVersion(store: MarketStore): Promise<number> {
  return Number((await readSetting(store, SETTING)) ?? 0);
}

/**
 * Increments the data version and returns the new one. Call it once the changed rows can be read, and before
 * removing the marks that would repeat the work after a crash: an extra increment costs a cache, a missing
 * one serves outdated figures. A mere counter would repeat versions after a backup was restored, and clients
 * would keep outdated responses.
 */
export async function bumpDataVersion(store: MarketStore): Promise<number> {
  const next = Math.max((await readDataVersion(store)) + 1, Math.floor(Date.now() / 1_000));
  await writeSetting(store, { name: SETTING, value: String(next), version: next });
  return next;
}

const SETTING_DUE = "data_version_due";

async function writeDue(store: MarketStore, isDue: boolean): Promise<void> {
  await writeSetting(store, {
    name: SETTING_DUE,
    value: String(isDue),
    version: await nextRowVersion(store),
  });
}

/** Says that the version has to move. Call it before the first change that a reader can see: a crash then loses no move. */
export const announceDataVersion = (store: MarketStore): Promise<void> => writeDue(store, true);

/** Moves the data version on where that was announced. @returns the version then */
export async function moveAnnouncedVersion(store: MarketStore): Promise<number> {
  if ((await readSetting(store, SETTING_DUE)) !== "true") return readDataVersion(store);
  const next = await bumpDataVersion(store);
  await writeDue(store, false);
  return next;
}
