import { markAssetsDirty, nextRowVersion } from "#ingest";
import type { MarketStore } from "#stores";

export interface Observation {
  assetId: number;
  /** Token id, or `ASSET_LISTING_OFFSET + asset id` for the asset as a whole. */
  listingId: number;
  metricId: number;
  /** `YYYY-MM-DD`, UTC. */
  date: string;
  value: number;
}

/** Writes observations without validation, and marks their assets dirty. */
export function createObservationWriter(
  store: MarketStore,
  { sourceId, isSample, provider = "" }: { sourceId: number; isSample: boolean; provider?: string },
) {
  let lines: string[] = [];
  const assetIds = new Set<number>();
  return {
    add({ assetId, listingId, metricId, date, value }: Observation): void {
      assetIds.add(assetId);
      lines.push(
        `${assetId}\t${listingId}\t${metricId}\t${date}\t${Number(isSample)}\t${provider}\t${value}\t${sourceId}`,
      );
    },
    async flush(): Promise<void> {
      if (lines.length === 0) return;
      const version = await nextRowVersion(store);
      await markAssetsDirty(store, { assetIds: [...assetIds], version });
      await store.insertTabSeparated(
        "observations",
        [
          "asset_id",
          "token_id",
          "metric_id",
          "date",
          "is_sample",
          "provider",
          "value",
          "source_id",
          "version",
        ],
        lines.map((line) => `${line}\t${version}\n`).join(""),
      );
      lines = [];
    },
  };
}
