/** Writes the rows that are served next, and keeps the served ones that they replace as former rows. */
import { HISTORY_EDITION, type MarketStore } from "#stores";
import { type DerivedBatch, ROW } from "./deriveBatch";

export interface ServedRows {
  /** SQL of the computed rows of a batch. */
  served: string;
  /** Assets of the batch. */
  assets: readonly number[];
  changes: DerivedBatch["changed"];
  /** Whether all rows are written, into a new edition; otherwise those from the first changed day of each asset on. */
  isWhole: boolean;
  version: number;
  edition: number;
  /** Whether rows keep the version since which they are served, and those that they replace are kept. */
  keepsFormer: boolean;
}

/** Groups of every row of a large asset are kept on disk above this size. */
const BOUNDED_GROUPS = "max_bytes_before_external_group_by = 200000000";

/** After every day: of assets without changes. */
const NEVER = 2_147_483_647;

/**
 * A row that is served already keeps its `since`. A served row without an equal one becomes a former row. One statement
 * writes all of them, with the version of the run: they are published together, or deleted together if the run is killed.
 */
export async function insertServed(
  store: MarketStore,
  { served, assets, changes, isWhole, version, edition, keepsFormer }: ServedRows,
): Promise<void> {
  const written = isWhole ? assets : [...changes.keys()];
  const firstDay = "transform(asset_id, {written:Array(UInt32)}, {firstDays:Array(Int32)}, toInt32(0))";
  const ofAssets = "asset_id IN {written:Array(UInt32)}";
  const isChanged = `${ofAssets} AND toInt32(date) >= ${firstDay}`;
  // Of all rows, those that are served already keep their `since`; grouping is not needed where nothing is served.
  const isReplacing = isWhole
    ? keepsFormer && (await isAnyServed(store, assets))
    : [...changes.values()].some((one) => one.isReplacing);
  const rows =
    keepsFormer && isReplacing
      ? `SELECT ${ROW}, ${version}, if(is_computed, ${edition}, ${HISTORY_EDITION}), if(is_served, served_since, ${version})
          FROM (
            SELECT ${ROW}, max(computed) AS is_computed, min(computed) = 0 AS is_served, max(since) AS served_since FROM (
              SELECT ${ROW}, 1 AS computed, toUInt64(0) AS since FROM ${served} WHERE ${isChanged}
              UNION ALL SELECT ${ROW}, 0, since FROM daily_metrics WHERE ${isChanged}
            ) GROUP BY ${ROW}
          )
          ${isWhole ? `UNION ALL SELECT ${ROW}, ${version}, ${edition}, since FROM daily_metrics WHERE ${ofAssets} AND toInt32(date) < ${firstDay}` : ""}`
      : `SELECT ${ROW}, ${version}, ${edition}, ${version} FROM ${served} WHERE ${isWhole ? ofAssets : isChanged}`;
  await store.run(
    `INSERT INTO daily_metrics (${ROW}, version, edition, since) ${rows} SETTINGS ${BOUNDED_GROUPS}`,
    {
      written,
      firstDays: written.map((id) => changes.get(id)?.from ?? NEVER),
    },
  );
}

async function isAnyServed(store: MarketStore, assets: readonly number[]): Promise<boolean> {
  const found = await store.rows(
    "SELECT 1 FROM daily_metrics WHERE asset_id IN {assets:Array(UInt32)} LIMIT 1",
    { assets },
  );
  return found.length > 0;
}

/** Keeps all served rows of assets that have nothing to serve now. */
export async function keepRemoved(
  store: MarketStore,
  { assets, version }: { assets: readonly number[]; version: number },
): Promise<void> {
  await store.run(
    `INSERT INTO daily_metrics (${ROW}, version, edition, since)
      SELECT ${ROW}, ${version}, ${HISTORY_EDITION}, since FROM daily_metrics WHERE asset_id IN {assets:Array(UInt32)}`,
    { assets },
  );
}
