import { InvalidError } from "#domain/errors";
import type { Filter } from "#domain/query";
import type { SplitResource } from "#domain/resources";
import { figureSources } from "./figureSources";
import type { Market } from "./market";
import { marketStatus } from "./marketStatus";

/**
 * Whether any figure of a part of the market is sample data. A condition that selects rows by their figures
 * cannot be applied to figures, so the result is then that of the whole.
 */
export async function hasSample(
  market: Market,
  resource: SplitResource,
  filter: Filter | null,
): Promise<boolean> {
  if (!(await marketStatus(market)).has_sample) return false;
  try {
    return (await figureSources(market, { resource, filter })).has_sample;
  } catch (error) {
    if (error instanceof InvalidError) return true;
    throw error;
  }
}

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
  const [found] = await store.compactRows("SELECT 1 FROM entity_metrics WHERE is_sample LIMIT 1");
  if (found === undefined) return [];
  // Merging row versions (FINAL) takes ten times as long, and can matter only where rows of both kinds are stored.
  const rows = await store.compactRows<[id: number, min: boolean, max: boolean]>(
    "SELECT asset_id, min(is_sample), max(is_sample) FROM observations GROUP BY asset_id",
  );
  const sampled = rows.filter(([, min]) => Boolean(min)).map(([id]) => id);
  const mixed = rows.filter(([, min, max]) => !min && Boolean(max)).map(([id]) => id);
  const settled =
    mixed.length === 0
      ? []
      : await store.compactRows<[id: number]>(
          "SELECT asset_id FROM observations FINAL WHERE asset_id IN {mixed:Array(UInt32)} GROUP BY asset_id HAVING min(is_sample)",
          { mixed },
        );
  return [...sampled, ...settled.map(([id]) => id)].sort((a, b) => a - b);
}
