/**
 * Assets whose observations changed but whose daily metrics are outdated. A mark is set before the
 * observations are written and cleared after the metrics are, so that a crash in between is repaired by
 * deriving all marked assets.
 */
import type { MarketStore } from "#stores";

export interface DirtyMark {
  assetId: number;
  version: number;
}

/** Marks assets. `version` comes from `nextRowVersion`. */
export async function markAssetsDirty(
  store: MarketStore,
  { assetIds, version }: { assetIds: readonly number[]; version: number },
): Promise<void> {
  const since = new Date().toISOString().replace("T", " ").replace("Z", "");
  await store.insert(
    "dirty_assets",
    assetIds.map((asset_id) => ({ asset_id, since, done: false, version })),
  );
}

export async function readDirtyMarks(store: MarketStore): Promise<DirtyMark[]> {
  const rows = await store.rows<{ asset_id: number; version: string }>(
    "SELECT asset_id, version FROM dirty_assets FINAL WHERE NOT done ORDER BY asset_id",
  );
  return rows.map((row) => ({ assetId: row.asset_id, version: Number(row.version) }));
}

/** Clears the marks that were read. One that was set again meanwhile has a higher version and stays. */
export async function clearDirtyMarks(store: MarketStore, marks: readonly DirtyMark[]): Promise<void> {
  const since = new Date().toISOString().replace("T", " ").replace("Z", "");
  await store.insert(
    "dirty_assets",
    marks.map(({ assetId, version }) => ({ asset_id: assetId, since, done: true, version })),
  );
}
