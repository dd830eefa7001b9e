import { ledgerResources } from "#domain";
import type { MarketStore } from "#stores";

/** Removes sample rows of every ledger table; with `before`, only those of earlier runs. */
export async function removeSampleLedger(store: MarketStore, before?: number): Promise<void> {
  for (const { table } of ledgerResources) {
    const condition = before === undefined ? "is_sample" : "is_sample AND version < {before:UInt64}";
    const [found] = await store.rows(`SELECT 1 FROM ${table} WHERE ${condition} LIMIT 1`, { before });
    if (found !== undefined) await store.run(`DELETE FROM ${table} WHERE ${condition}`, { before });
  }
}

/**
 * Removes sample rows of every ledger table for assets that have real observations by now; their sample series are
 * left out by the derivation. Returns whether there were any.
 */
export async function removeReplacedLedger(store: MarketStore): Promise<boolean> {
  const replaced =
    "is_sample AND asset_id IN (SELECT DISTINCT asset_id FROM observations WHERE NOT is_sample)";
  let removed = false;
  for (const { table } of ledgerResources) {
    const [found] = await store.rows(`SELECT 1 FROM ${table} WHERE ${replaced} LIMIT 1`);
    if (found === undefined) continue;
    await store.run(`DELETE FROM ${table} WHERE ${replaced}`);
    removed = true;
  }
  return removed;
}

/** Assets that have observations of the given kind. */
export async function observedAssets(store: MarketStore, kind: "real" | "sample"): Promise<Set<number>> {
  const rows = await store.rows<{ asset_id: number }>(
    `SELECT DISTINCT asset_id FROM observations WHERE is_sample = {isSample:Bool}`,
    { isSample: kind === "sample" },
  );
  return new Set(rows.map((row) => row.asset_id));
}
