/** Computes everything again from the observations, and compares it with what is served. Nothing is changed. */
import { levelParts, metricById } from "#domain/metrics";
import { ASSET_LISTING_OFFSET } from "#domain/resources";
import { type MarketStore, readSetting, readSourcePrecedence } from "#stores";
import { createBatchTables, deriveBatch } from "../derive/deriveBatch";
import { computeEntities } from "../derive/deriveEntityMetrics";
import { batchesOf, insertPlans, readPlans } from "../derive/insertPlans";
import { readObserved } from "../derive/observedSeries";
import { FIRST_DAY } from "../derive/planSeries";
import { readDirtyMarks } from "../observations/dirtyAssets";
import { nextRowVersion } from "../rowVersion";
import { runExclusively } from "../runExclusively";
import { type Scratch, withScratchTables } from "../scratchTables";
import { tableExists } from "../tableExists";

/** A daily value, or a current one of an entity, that differs. */
export interface Difference {
  /** `token usdx-ethereum`, `asset usdx`, `network 1`. */
  subject: string;
  /** Slug of the metric. */
  metric: string;
  /** `YYYY-MM-DD`. */
  day: string;
  /** Null: it is not served. */
  served: number | null;
  /** Null: the observations give none. */
  computed: number | null;
  /** `daily`: a value of a day. `current`: the current value of an entity, or one of its past values. */
  table: "daily" | "current";
}

export interface Verification {
  assets: number;
  /** Daily values and current values that were compared. */
  rows: number;
  /** Rows that differ. */
  differing: number;
  /** The first of them. */
  differences: Difference[];
  /** Assets with changed observations that no derivation has served yet; they are expected to differ. */
  pending: number;
}

export interface VerifyOptions {
  /** Ids of assets; null: all of them, and every total. */
  assetIds: readonly number[] | null;
  /** `YYYY-MM-DD`, UTC. */
  today: string;
  /** Differences to list. */
  limit: number;
  onProgress?: ((done: number, total: number) => void) | undefined;
}

/** Call it while nothing is written. */
export function verifyServed(store: MarketStore, options: VerifyOptions): Promise<Verification> {
  // Derivations publish rows, and use the same tables.
  return runExclusively(store, "derive", async () => {
    const run = await nextRowVersion(store);
    return withScratchTables(store, { purpose: "verify", run }, (scratch) =>
      verify(store, scratch, { ...options, run }),
    );
  });
}

async function verify(
  store: MarketStore,
  scratch: Scratch,
  { assetIds, today, limit, onProgress, run }: VerifyOptions & { run: number },
): Promise<Verification> {
  const horizon = (await readSetting(store, "derive_horizon")) ?? today;
  const among = assetIds === null ? null : new Set(assetIds);
  const pending = (await readDirtyMarks(store)).filter(({ assetId }) => among?.has(assetId) ?? true);
  const changed = assetIds === null ? null : new Map(assetIds.map((id) => [id, FIRST_DAY]));
  const observed = await readObserved(store, { changed, today });
  const { plans, dollarPegged } = await readPlans(store, observed.series);
  const tables = await createBatchTables(scratch);
  if (plans.length > 0) await insertPlans(store, { plans, dollarPegged, from: observed.from, tables });
  const precedence = await readSourcePrecedence(store);
  const found: Verification = { assets: 0, rows: 0, differing: 0, differences: [], pending: 0 };
  found.pending = new Set(pending.map(({ assetId }) => assetId)).size;
  const add = ({ total, differences }: Compared) => {
    found.differing += total;
    found.differences.push(...differences.slice(0, limit - found.differences.length));
  };
  for (const assets of batchesOf(plans, observed.from)) {
    const batch = await deriveBatch(store, {
      assets,
      from: observed.from,
      tables,
      horizon,
      precedence,
      today,
    });
    found.rows += batch.rows;
    found.assets += assets.length;
    if (batch.changed.size > 0) {
      add(await compareDaily(store, { served: batch.served, assets: [...batch.changed.keys()], limit }));
    }
    onProgress?.(found.assets, plans.length);
  }
  const unplanned = await servedWithout(store, { planned: plans.map(({ assetId }) => assetId), assetIds });
  if (unplanned.length > 0) add(await compareDaily(store, { served: null, assets: unplanned, limit }));
  const { next } = await computeEntities(store, { scratch, horizon, version: run });
  const current = await compareCurrent(store, { next, assetIds, limit });
  found.rows += current.rows;
  add(current);
  return found;
}

/** Served assets whose observations give nothing. */
async function servedWithout(
  store: MarketStore,
  { planned, assetIds }: { planned: readonly number[]; assetIds: readonly number[] | null },
): Promise<number[]> {
  const rows = await store.compactRows<[number]>(
    `SELECT DISTINCT asset_id FROM daily_metrics WHERE asset_id NOT IN {planned:Array(UInt32)}
      ${assetIds === null ? "" : "AND asset_id IN {assetIds:Array(UInt32)}"}`,
    { planned, assetIds: assetIds ?? [] },
  );
  return rows.map(([id]) => id);
}

interface Compared {
  total: number;
  differences: Difference[];
}

type DifferenceRow = [
  kind: string,
  id: number,
  metric: number,
  day: string,
  served: number | null,
  computed: number | null,
  total: string,
];

/** @param served SQL of the computed rows; null: there are none */
async function compareDaily(
  store: MarketStore,
  { served, assets, limit }: { served: string | null; assets: readonly number[]; limit: number },
): Promise<Compared> {
  const key = "asset_id, token_id, metric_id, date";
  const rest = "carried, derived, is_sample, source_id";
  const of = (rows: string) =>
    `SELECT ${key}, value, (value, ${rest}) AS content, true AS is_known FROM ${rows} WHERE asset_id IN {assets:Array(UInt32)}`;
  const computed = of(served ?? "(SELECT * FROM daily_metrics WHERE false)");
  const rows = await store.compactRows<DifferenceRow>(
    `SELECT if(token_id >= ${ASSET_LISTING_OFFSET}, 'asset', 'token'), if(token_id >= ${ASSET_LISTING_OFFSET}, asset_id, token_id),
        metric_id, toString(date), if(then.is_known, then.value, NULL), if(now.is_known, now.value, NULL), count() OVER ()
      FROM (${computed}) AS now FULL OUTER JOIN (${of("daily_metrics")}) AS then USING (${key})
      WHERE now.is_known != then.is_known OR now.content != then.content
      ORDER BY asset_id, token_id, metric_id, date LIMIT {limit:UInt32}`,
    { assets, limit: Math.max(limit, 1) },
  );
  return inWords(store, rows, "daily");
}

async function compareCurrent(
  store: MarketStore,
  { next, assetIds, limit }: { next: string; assetIds: readonly number[] | null; limit: number },
): Promise<Compared & { rows: number }> {
  const key = "entity_type, entity_id, metric_id";
  const values = levelParts.map((part) => `ifNull(toString(${part}), '')`).join(", ");
  const among =
    assetIds === null
      ? ""
      : `WHERE (entity_type = 'asset' AND entity_id IN {assetIds:Array(UInt32)}) OR (entity_type = 'token' AND entity_id IN (
          SELECT DISTINCT token_id FROM daily_metrics WHERE asset_id IN {assetIds:Array(UInt32)}))`;
  const of = (rows: string) =>
    `SELECT ${key}, as_of, val, (as_of, first_day, reported, is_sample, ${values}) AS content, true AS is_known FROM ${rows} ${among}`;
  const parameters = { assetIds: assetIds ?? [], limit: Math.max(limit, 1) };
  const rows = await store.compactRows<DifferenceRow>(
    `SELECT toString(entity_type), entity_id, metric_id, toString(if(then.is_known, then.as_of, now.as_of)),
        if(then.is_known, then.val, NULL), if(now.is_known, now.val, NULL), count() OVER ()
      FROM (${of(next)}) AS now FULL OUTER JOIN (${of("entity_metrics")}) AS then USING (${key})
      WHERE now.is_known != then.is_known OR now.content != then.content
      ORDER BY entity_type, entity_id, metric_id LIMIT {limit:UInt32}`,
    parameters,
  );
  const [counted] = await store.compactRows<[string]>(`SELECT count() FROM (${of(next)})`, parameters);
  return { ...(await inWords(store, rows, "current")), rows: Number(counted?.[0] ?? 0) };
}

async function inWords(
  store: MarketStore,
  rows: readonly DifferenceRow[],
  table: Difference["table"],
): Promise<Compared> {
  const slugs = new Map<string, string>();
  for (const [kind, mirror] of [
    ["asset", "dim_assets"],
    ["token", "dim_tokens"],
  ] as const) {
    const ids = rows.filter(([one]) => one === kind).map(([, id]) => id);
    if (ids.length === 0 || !(await tableExists(store, mirror))) continue;
    const found = await store.compactRows<[number, string]>(
      `SELECT id, slug FROM ${mirror} WHERE id IN {ids:Array(UInt32)}`,
      { ids: [...new Set(ids)] },
    );
    for (const [id, slug] of found) slugs.set(`${kind} ${id}`, slug);
  }
  return {
    total: Number(rows[0]?.[6] ?? 0),
    differences: rows.map(([kind, id, metric, day, served, computed]) => ({
      subject: `${kind} ${slugs.get(`${kind} ${id}`) ?? id}`,
      metric: metricById(metric)?.slug ?? String(metric),
      day,
      served,
      computed,
      table,
    })),
  };
}
