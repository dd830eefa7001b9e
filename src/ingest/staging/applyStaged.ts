import { calendar } from "#domain/days";
import { metricById } from "#domain/metrics";
import type { MarketStore } from "#stores";
import { type AssetRows, assetBatches } from "../assetBatches";
import { announceDataVersion } from "../dataVersion";
import { EVERY_DAY, markAssetsDirty } from "../observations/dirtyAssets";
import type { Scratch } from "../scratchTables";

/** Columns of a staging table, in the order of `STAGED_COLUMN_NAMES`. */
export const STAGED_COLUMNS =
  "line UInt64, asset_id UInt32, token_id UInt32, metric_id UInt32, date Date32, value Float64";
export const STAGED_COLUMN_NAMES = ["line", "asset_id", "token_id", "metric_id", "date", "value"];

/** Staged rows per comparison; bounds memory. */
const BATCH_ROWS = 2_000_000;

export const KEY = "asset_id, token_id, metric_id, date";

export interface Conflict {
  line: number;
  field: string;
  reason: string;
}

export interface Applied {
  /** Values of the file, each counted once. */
  accepted: number;
  /** Those that the store already had. */
  unchanged: number;
  /** The assets of the file. */
  assets: number[];
}

/**
 * Finds rows that state another value than an earlier row of the same file for the same listing, metric and
 * day, and passes them on a page at a time, in line order.
 * @returns whether the rows of the file all have different keys
 */
export async function findConflicts(
  store: MarketStore,
  {
    scratch,
    staged,
    nameOf,
    onPage,
  }: {
    scratch: Scratch;
    staged: string;
    /** Slug of a listing. */
    nameOf: (listingId: number) => string;
    onPage: (conflicts: readonly Conflict[]) => Promise<void>;
  },
): Promise<{ isDistinct: boolean }> {
  // Few files have any, and this is the cheapest check: in the order of the table, each row beside the one before.
  const [seen] = await store.rows<{ repeated: number; differing: number }>(
    `SELECT max(is_same) AS repeated, max(is_same AND value != before) AS differing FROM (
        SELECT value, (${KEY}) = lagInFrame((${KEY})) OVER rows AS is_same, lagInFrame(value) OVER rows AS before
        FROM ${staged}
        WINDOW rows AS (ORDER BY ${KEY}, line ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)
      )`,
  );
  const isDistinct = seen?.repeated !== 1;
  if (seen?.differing !== 1) return { isDistinct };
  const table = await scratch.table(
    "conflicts",
    "line UInt64, token_id UInt32, metric_id UInt32, date Date32, value Float64, first_line UInt64, first_value Float64",
    "line",
  );
  await store.run(`INSERT INTO ${table}
    SELECT seen.1, token_id, metric_id, date, seen.2, first.1, first.2 FROM (
      SELECT token_id, metric_id, date, arraySort(groupArray((line, value))) AS all, all[1] AS first,
        arrayFilter(s -> s.2 != first.2, all) AS others
      FROM ${staged} GROUP BY ${KEY} HAVING count() > 1
    ) ARRAY JOIN others AS seen
    SETTINGS optimize_aggregation_in_order = 1`);
  const [counted] = await store.rows<{ n: string }>(`SELECT count() AS n FROM ${table}`);
  const total = Number(counted?.n ?? 0);
  const page = 20_000;
  for (let from = 0; from < total; from += page) {
    const rows = await store.compactRows<[string, number, number, string, number, string, number]>(
      `SELECT line, token_id, metric_id, date, value, first_line, first_value FROM ${table}
        ORDER BY line, token_id, metric_id, date LIMIT ${page} OFFSET ${from}`,
    );
    await onPage(
      rows.map(([line, listingId, metricId, date, value, firstLine, firstValue]) => {
        const field = `${metricById(metricId)?.slug ?? metricId} of ${nameOf(listingId)}`;
        const reason = `${field} on ${date} is ${firstValue} on line ${firstLine} but ${value} on line ${line}: the first is used`;
        return { line: Number(line), field, reason };
      }),
    );
  }
  return { isDistinct };
}

/**
 * Writes staged values that a provider has not reported, or reported differently, to the observations; of
 * several rows for the same key the first counts. Assets are marked dirty before their rows change.
 */
export async function applyStaged(
  store: MarketStore,
  {
    scratch,
    staged,
    isDistinct = false,
    provider,
    sourceId,
    version,
  }: {
    scratch: Scratch;
    staged: string;
    /** Whether the staged rows all have different keys. */
    isDistinct?: boolean;
    provider: string;
    sourceId: number;
    version: number;
  },
): Promise<Applied> {
  const perAsset = await stagedRowsPerAsset(store, staged);
  const [days] = await store.rows<{ first: string; last: string }>(
    `SELECT min(date) AS first, max(date) AS last FROM ${staged}`,
  );
  const batches = [...stagedBatches(perAsset)];
  const isNew = async (assets: readonly number[]) =>
    !(await hasObservations(store, { assets, provider, ...days }));
  if (isDistinct && (await Promise.all(batches.map(isNew))).every(Boolean)) {
    // Nothing to compare with, as in a first import.
    const accepted = await storeChanges(store, { changes: staged, provider, sourceId, version });
    return { accepted, unchanged: 0, assets: perAsset.map(({ assetId }) => assetId) };
  }
  const changes = await scratch.table(
    "changes",
    "asset_id UInt32, token_id UInt32, metric_id UInt32, date Date32, value Float64",
    `(${KEY})`,
  );
  let accepted = 0;
  for (const assets of batches) {
    const parameters = { assets, provider, ...days };
    const [counted] = await store.rows<{ n: string }>(
      `SELECT count() AS n FROM (SELECT 1 FROM ${staged} WHERE asset_id IN {assets:Array(UInt32)} GROUP BY ${KEY})`,
      parameters,
    );
    accepted += Number(counted?.n ?? 0);
    await store.run(
      `INSERT INTO ${changes}
        SELECT ${KEY}, value FROM (
          SELECT ${KEY}, argMin(value, line) AS value FROM ${staged}
          WHERE asset_id IN {assets:Array(UInt32)} GROUP BY ${KEY}
        ) AS staged
        LEFT ANTI JOIN (
          SELECT ${KEY}, value FROM observations FINAL
          WHERE asset_id IN {assets:Array(UInt32)} AND NOT is_sample AND provider = {provider:String}
            AND date >= {first:Date32} AND date <= {last:Date32}
        ) AS known USING (${KEY}, value)`,
      parameters,
    );
  }
  const changed = await storeChanges(store, { changes, provider, sourceId, version });
  return { accepted, unchanged: accepted - changed, assets: perAsset.map(({ assetId }) => assetId) };
}

/** Whether a provider has reported anything of some assets on some days. */
export async function hasObservations(
  store: MarketStore,
  {
    assets,
    provider,
    first = EVERY_DAY,
    last = calendar.last,
  }: {
    assets: readonly number[];
    provider: string;
    /** `YYYY-MM-DD`. Default: any day. */
    first?: string | undefined;
    last?: string | undefined;
  },
): Promise<boolean> {
  const [found] = await store.rows(
    `SELECT 1 FROM observations WHERE asset_id IN {assets:Array(UInt32)} AND NOT is_sample
      AND provider = {provider:String} AND date >= {first:Date32} AND date <= {last:Date32} LIMIT 1`,
    { assets, provider, first, last },
  );
  return found !== undefined;
}

/**
 * Writes values to the observations, and marks their assets dirty before. One thread keeps them in the order of their key.
 * @param changes table of the values, with different keys
 * @returns how many there are
 */
async function storeChanges(
  store: MarketStore,
  {
    changes,
    provider,
    sourceId,
    version,
  }: { changes: string; provider: string; sourceId: number; version: number },
): Promise<number> {
  const changed = await store.compactRows<[number, string, string]>(
    `SELECT asset_id, count(), min(date) FROM ${changes} GROUP BY asset_id ORDER BY asset_id`,
  );
  if (changed.length === 0) return 0;
  const firstDays = new Map(changed.map(([id, , day]) => [id, day]));
  await markAssetsDirty(store, {
    assetIds: [...firstDays.keys()],
    from: (id) => firstDays.get(id) ?? EVERY_DAY,
    version,
  });
  // Served values can stay the same, but their explanations change.
  await announceDataVersion(store);
  await store.run(
    `INSERT INTO observations (${KEY}, is_sample, provider, value, source_id, version)
      SELECT ${KEY}, false, {provider:String}, value, {sourceId:UInt32}, {version:UInt64} FROM ${changes}
      SETTINGS max_threads = 1, optimize_on_insert = 0`,
    { provider, sourceId, version },
  );
  return changed.reduce((sum, [, rows]) => sum + Number(rows), 0);
}

/** Staged rows of each asset, by id. */
export async function stagedRowsPerAsset(store: MarketStore, staged: string): Promise<AssetRows[]> {
  const counts = await store.compactRows<[number, string]>(
    `SELECT asset_id, count() FROM ${staged} GROUP BY asset_id ORDER BY asset_id`,
  );
  return counts.map(([assetId, rows]) => ({ assetId, rows: Number(rows) }));
}

/** Batches of assets for statements over staged rows. */
export const stagedBatches = (assets: readonly AssetRows[]) => assetBatches(assets, BATCH_ROWS);
