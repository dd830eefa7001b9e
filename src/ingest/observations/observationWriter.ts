import type { MarketStore } from "#stores";
import { nextRowVersion } from "../rowVersion";
import { markAssetsDirty } from "./dirtyAssets";

export interface Observation {
  assetId: number;
  /** Token id, or `ASSET_LISTING_OFFSET + asset id` for what is observed of the asset as a whole. */
  listingId: number;
  metricId: number;
  /** `YYYY-MM-DD`, UTC. */
  date: string;
  value: number;
}

export interface ObservationWriter {
  /** Takes one observation. Where a promise comes back, a batch is being written: await it before the next one. */
  add(observation: Observation): Promise<void> | undefined;
  /** Writes what is left. What was added is safe once this has resolved. */
  flush(): Promise<void>;
  /** Rows written so far. */
  readonly written: number;
}

const COLUMNS = ["asset_id", "token_id", "metric_id", "date", "is_sample", "value", "source_id", "version"];

const BLOCK_ROWS = 2_000;

/**
 * Writes observations in bulk with constant memory. Each asset is marked dirty before its first row is
 * written. The last value written for a listing, metric and day is the one that stays.
 * @example
 * const writer = createObservationWriter(store, { sourceId, isSample: true });
 * for (const o of series) await writer.add(o);
 * await writer.flush();
 */
export function createObservationWriter(
  store: MarketStore,
  { sourceId, isSample, batchRows = 200_000 }: { sourceId: number; isSample: boolean; batchRows?: number },
): ObservationWriter {
  let version: number | null = null;
  let lines: string[] = [];
  /** Finished rows: long-lived as a few big strings rather than many small ones, which the collector would move. */
  let blocks: string[] = [];
  let rows = 0;
  let written = 0;
  let pending = new Set<number>();
  const marked = new Set<number>();

  const closeBlock = () => {
    if (lines.length > 0) blocks.push(lines.join("\n"));
    lines = [];
  };
  const write = async () => {
    closeBlock();
    if (rows === 0) return;
    const batch = { text: blocks.join("\n"), rows, assets: [...pending] };
    blocks = [];
    rows = 0;
    pending = new Set();
    version ??= await nextRowVersion(store);
    if (batch.assets.length > 0) await markAssetsDirty(store, { assetIds: batch.assets, version });
    for (const id of batch.assets) marked.add(id);
    const tail = `\t${sourceId}\t${version}\n`;
    await store.insertTabSeparated("observations", COLUMNS, batch.text.replaceAll("\n", tail) + tail);
    written += batch.rows;
  };

  return {
    add({ assetId, listingId, metricId, date, value }) {
      if (!Number.isFinite(value)) {
        throw new RangeError(`Observation of metric ${metricId} of asset ${assetId} on ${date} is ${value}`);
      }
      if (!marked.has(assetId)) pending.add(assetId);
      lines.push(`${assetId}\t${listingId}\t${metricId}\t${date}\t${isSample ? 1 : 0}\t${value}`);
      rows += 1;
      if (lines.length >= BLOCK_ROWS) closeBlock();
      return rows >= batchRows ? write() : undefined;
    },
    flush: write,
    get written() {
      return written;
    },
  };
}
