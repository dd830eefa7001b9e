import { ledgerResources } from "#domain/resources";
import type { MarketStore, SqlParameters } from "#stores";
import { announceDataVersion } from "../../dataVersion";

/**
 * Removes sample rows of every ledger table, or those alone that a condition names. The data version is to be moved
 * afterwards.
 * @returns the tables that had any
 */
export async function removeSampleLedger(
  store: MarketStore,
  { only = "true", parameters }: { only?: string; parameters?: SqlParameters } = {},
): Promise<string[]> {
  const rowsOf = (table: string) => `${table} WHERE is_sample AND ${only}`;
  const found = await store.compactRows<[string]>(
    ledgerResources
      .map(({ table }) => `(SELECT '${table}' FROM ${rowsOf(table)} LIMIT 1)`)
      .join(" UNION ALL "),
    parameters,
  );
  const tables = found.map(([table]) => table);
  if (tables.length > 0) await announceDataVersion(store);
  for (const table of tables) await store.run(`DELETE FROM ${rowsOf(table)}`, parameters);
  return tables;
}

/**
 * Removes sample rows of every ledger table for assets that have real observations by now; their sample series are
 * left out by the derivation. Returns whether there were any.
 */
export async function removeReplacedLedger(store: MarketStore): Promise<boolean> {
  const only = "asset_id IN (SELECT DISTINCT asset_id FROM observations WHERE NOT is_sample)";
  return (await removeSampleLedger(store, { only })).length > 0;
}

/** Assets that have observations of the given kind. */
export async function observedAssets(store: MarketStore, kind: "real" | "sample"): Promise<Set<number>> {
  const rows = await store.rows<{ asset_id: number }>(
    `SELECT DISTINCT asset_id FROM observations WHERE is_sample = {isSample:Bool}`,
    { isSample: kind === "sample" },
  );
  return new Set(rows.map((row) => row.asset_id));
}
