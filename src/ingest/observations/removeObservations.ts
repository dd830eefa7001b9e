/** Removes observations. Derive the dirty assets afterwards to update served values. */
import type { MarketStore, SqlParameters } from "#stores";
import { announceDataVersion } from "../dataVersion";
import { nextRowVersion } from "../rowVersion";
import { EVERY_DAY, markAssetsDirty } from "./dirtyAssets";
import { dropSetAside, moveSetAside } from "./setAside";

const KEY = "asset_id, token_id, metric_id, is_sample, date, provider";

/** Removes every sample observation and returns how many there were. */
export const removeSampleObservations = (store: MarketStore): Promise<number> =>
  remove(store, "is_sample", {});

/**
 * Removes the observations of one source from a day on (`YYYY-MM-DD`), all by default, and returns how many there were.
 * What other providers say of the same figures stays. Where a later source of the same provider had replaced a value of
 * this one, the later value stays; where this one had replaced an earlier value, the earlier one is not restored: import
 * its file again.
 */
export async function removeObservationsOf(
  store: MarketStore,
  { sourceId, from = "1900-01-01" }: { sourceId: number; from?: string },
): Promise<number> {
  await dropSetAside(store, "source_id = {sourceId:UInt32} AND date >= {from:Date32}", { sourceId, from });
  return remove(
    store,
    // By key, so that values which this source had replaced, and which may or may not have been merged away, go too.
    `(${KEY}) IN (
      SELECT ${KEY} FROM observations FINAL
      WHERE source_id = {sourceId:UInt32} AND date >= {from:Date32})`,
    { sourceId, from },
  );
}

/**
 * Removes the observations of a provider about a token that a table does not list, and returns how many there were.
 * @param listed table with the metrics and dates that stay
 */
export async function removeUnlisted(
  store: MarketStore,
  {
    assetId,
    tokenId,
    provider,
    listed,
  }: { assetId: number; tokenId: number; provider: string; listed: string },
): Promise<number> {
  return remove(
    store,
    `asset_id = {assetId:UInt32} AND token_id = {tokenId:UInt32} AND provider = {provider:String} AND NOT is_sample
      AND (metric_id, date) NOT IN (SELECT metric_id, date FROM ${listed} WHERE token_id = {tokenId:UInt32})`,
    { assetId, tokenId, provider },
  );
}

/**
 * Moves the observations of a source to another provider, as older than those written since. After an
 * interruption, the next call completes it. Part of a commit: called by `assignProvider`.
 */
export async function moveObservations(
  store: MarketStore,
  { sourceId, provider }: { sourceId: number; provider: string },
): Promise<void> {
  const parameters = { sourceId, provider };
  await moveSetAside(store, parameters);
  const others = "source_id = {sourceId:UInt32} AND provider != {provider:String}";
  await remove(store, `(${KEY}) IN (SELECT ${KEY} FROM observations FINAL WHERE ${others})`, parameters, () =>
    store.run(
      `INSERT INTO observations SELECT * REPLACE ({provider:String} AS provider)
        FROM (SELECT * FROM observations FINAL WHERE ${others})`,
      parameters,
    ),
  );
}

/** @param keep does what has to be done with the rows before they are removed */
async function remove(
  store: MarketStore,
  condition: string,
  parameters: SqlParameters,
  keep?: () => Promise<void>,
): Promise<number> {
  const touched = await store.rows<{ asset_id: number; n: string; first: string }>(
    `SELECT asset_id, count() AS n, min(date) AS first FROM observations FINAL WHERE ${condition} GROUP BY asset_id`,
    parameters,
  );
  if (touched.length === 0) return 0;
  const version = await nextRowVersion(store);
  const firstDays = new Map(touched.map((row) => [row.asset_id, row.first]));
  await markAssetsDirty(store, {
    assetIds: [...firstDays.keys()],
    from: (id) => firstDays.get(id) ?? EVERY_DAY,
    version,
  });
  // Served values can stay the same, but their explanations change.
  await announceDataVersion(store);
  await keep?.();
  await store.run(`DELETE FROM observations WHERE ${condition}`, parameters);
  return touched.reduce((sum, row) => sum + Number(row.n), 0);
}
