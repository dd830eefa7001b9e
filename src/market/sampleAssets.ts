import type { Market } from "./market";

/**
 * Ids of the assets whose figures are sample data: those with no real observation. Sample observations of any other asset
 * are not served.
 */
export async function sampleAssets(market: Market): Promise<readonly number[]> {
  const { ids } = await market.remember({
    kind: "sample assets",
    key: null,
    sizeOf: (found) => 100 + found.ids.length * 8,
    make: async () => ({ ids: await readSampleAssets(market) }),
  });
  return ids;
}

async function readSampleAssets({ store }: Market): Promise<number[]> {
  const [found] = await store.compactRows("SELECT 1 FROM entity_metrics FINAL WHERE is_sample LIMIT 1");
  if (found === undefined) return [];
  const rows = await store.compactRows<[number]>(
    "SELECT asset_id FROM observations FINAL GROUP BY asset_id HAVING min(is_sample) ORDER BY asset_id",
  );
  return rows.map(([id]) => id);
}
