import type { MarketStore } from "#stores";

/** Assets that have observations of the given kind. */
export async function observedAssets(store: MarketStore, kind: "real" | "sample"): Promise<Set<number>> {
  const rows = await store.rows<{ asset_id: number }>(
    `SELECT DISTINCT asset_id FROM observations WHERE is_sample = {isSample:Bool}`,
    { isSample: kind === "sample" },
  );
  return new Set(rows.map((row) => row.asset_id));
}
