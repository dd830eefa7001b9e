/**
 * Assets whose observations changed but whose daily metrics are outdated, with the first day that changed. A mark is
 * set before the observations are written and cleared after the metrics are, so that a crash in between is repaired by
 * deriving all marked assets.
 */
import { calendar } from "#domain/days";
import type { MarketStore } from "#stores";

export interface DirtyMark {
  assetId: number;
  /** `YYYY-MM-DD`; observations of earlier days have not changed. */
  from: string;
  version: number;
}

/** The first day that the store can hold: a mark from it covers everything. */
export const EVERY_DAY = calendar.first;

/** Number of cleared marks above which they are deleted. */
const MOST_CLEARED = 20_000;

/**
 * Marks assets. `version` comes from `nextRowVersion`.
 * @param from first day with changes of an asset (`YYYY-MM-DD`). Default: every day
 */
export async function markAssetsDirty(
  store: MarketStore,
  {
    assetIds,
    from = () => EVERY_DAY,
    version,
  }: { assetIds: readonly number[]; from?: (assetId: number) => string; version: number },
): Promise<void> {
  const marks = assetIds.map((assetId) => ({ assetId, from: from(assetId), version }));
  await writeMarks(store, marks, false);
}

/** The marks that are set; an asset can have several. */
export async function readDirtyMarks(store: MarketStore): Promise<DirtyMark[]> {
  const rows = await store.rows<{ asset_id: number; from_day: string; version: string }>(
    "SELECT asset_id, from_day, version FROM dirty_assets FINAL WHERE NOT done ORDER BY asset_id, from_day",
  );
  return rows.map(({ asset_id, from_day, version }) => ({
    assetId: asset_id,
    from: from_day,
    version: Number(version),
  }));
}

/** Clears the marks that were read. One that was set again meanwhile has a higher version and stays. */
export async function clearDirtyMarks(store: MarketStore, marks: readonly DirtyMark[]): Promise<void> {
  if (marks.length === 0) return;
  await writeMarks(store, marks, true);
  const [size] = await store.rows<{ n: string }>("SELECT count() AS n FROM dirty_assets");
  if (Number(size?.n) <= MOST_CLEARED) return;
  // Merged first: a cleared mark also hides the row that set it.
  await store.run("OPTIMIZE TABLE dirty_assets FINAL");
  await store.run("DELETE FROM dirty_assets WHERE done");
}

async function writeMarks(store: MarketStore, marks: readonly DirtyMark[], done: boolean): Promise<void> {
  const since = new Date().toISOString().replace("T", " ").replace("Z", "");
  await store.insert(
    "dirty_assets",
    marks.map(({ assetId, from, version }) => ({ asset_id: assetId, from_day: from, since, done, version })),
  );
}
