import {
  type MarketStore,
  PUBLICATION_SETTING,
  type Publication,
  publishedRows,
  readSetting,
  showPublished,
} from "#stores";
import { logPublication } from "./dated/publicationLog";
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
  const next = nextDataVersion(await readDataVersion(store));
  await writeSetting(store, { name: SETTING, value: String(next), version: next });
  return next;
}

const nextDataVersion = (present: number) => Math.max(present + 1, Math.floor(Date.now() / 1_000));

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
export const moveAnnouncedVersion = (store: MarketStore): Promise<number> => publish(store, null);

/**
 * Publishes rows that have been written and moves the data version on, in one step: a reader sees both or neither.
 * @param publication null: no rows are published, and the version moves only where that was announced
 * @returns the version then
 */
export async function publish(store: MarketStore, publication: Publication | null): Promise<number> {
  const isDue = (await readSetting(store, SETTING_DUE)) === "true";
  const present = await readDataVersion(store);
  if (!isDue && publication === null) return present;
  const next = nextDataVersion(present);
  const version = await nextRowVersion(store);
  if (publication !== null) await logPublication(store, { version: publication.upTo, dataVersion: next });
  // First, so that no statement reads earlier rows once the version has moved: they would be cached under it.
  if (publication !== null) store.restrict(publishedRows(publication));
  try {
    await store.insert("settings", [
      { name: SETTING, value: String(next), version: next },
      ...(isDue ? [{ name: SETTING_DUE, value: "false", version }] : []),
      ...(publication === null ? [] : [publicationRow(publication, version)]),
    ]);
  } catch (error) {
    await showPublished(store);
    throw error;
  }
  return next;
}

/** Stores a publication of the same visible rows, with less that is replaced. */
export async function rewritePublication(store: MarketStore, publication: Publication): Promise<void> {
  await store.insert("settings", [publicationRow(publication, await nextRowVersion(store))]);
  store.restrict(publishedRows(publication));
}

const publicationRow = (publication: Publication, version: number) => ({
  name: PUBLICATION_SETTING,
  value: JSON.stringify(publication),
  version,
});
