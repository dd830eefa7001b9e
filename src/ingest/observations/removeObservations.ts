/** Takes observations away again. Derive the dirty assets afterwards, so that what is served follows. */
import type { MarketStore, SqlParameters } from "#stores";
import { nextRowVersion } from "../rowVersion";
import { markAssetsDirty } from "./dirtyAssets";

/** Removes every sample observation and returns how many there were. */
export const removeSampleObservations = (store: MarketStore): Promise<number> =>
  remove(store, "is_sample", {});

/**
 * Removes what came from one source, its refused rows and the source itself; returns how many observations
 * there were. Where a later source had replaced a value of this one, the later value stays; where this one
 * had replaced an earlier value, the earlier one is not brought back: import its file again.
 */
export async function removeSource(store: MarketStore, sourceId: number): Promise<number> {
  const parameters = { sourceId };
  // By key, so that values which this source had replaced, and which may or may not have been merged away, go too.
  const removed = await remove(
    store,
    `(asset_id, token_id, metric_id, is_sample, date) IN (
      SELECT asset_id, token_id, metric_id, is_sample, date FROM observations FINAL WHERE source_id = {sourceId:UInt32})`,
    parameters,
  );
  await store.run("DELETE FROM investments WHERE source_id = {sourceId:UInt32}", parameters);
  await store.run("DELETE FROM quarantine WHERE source_id = {sourceId:UInt32}", parameters);
  await store.run("DELETE FROM sources WHERE id = {sourceId:UInt32}", parameters);
  return removed;
}

async function remove(store: MarketStore, condition: string, parameters: SqlParameters): Promise<number> {
  const touched = await store.rows<{ asset_id: number; n: string }>(
    `SELECT asset_id, count() AS n FROM observations FINAL WHERE ${condition} GROUP BY asset_id`,
    parameters,
  );
  if (touched.length === 0) return 0;
  const version = await nextRowVersion(store);
  await markAssetsDirty(store, { assetIds: touched.map((row) => row.asset_id), version });
  await store.run(`DELETE FROM observations WHERE ${condition}`, parameters);
  return touched.reduce((sum, row) => sum + Number(row.n), 0);
}
