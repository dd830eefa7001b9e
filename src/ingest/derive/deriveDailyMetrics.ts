import { createHash } from "node:crypto";
import {
  CARRY_DAYS,
  levelParts,
  lookbackDays,
  metrics,
  PEG_CLASS,
  PEG_DENOMINATION,
  resourceByName,
  weightParts,
} from "#domain";
import { type MarketStore, readSetting, readSourcePrecedence } from "#stores";
import { assetBatches } from "../assetBatches";
import { announceDataVersion, moveAnnouncedVersion } from "../dataVersion";
import { clearDirtyMarks, markAssetsDirty, readDirtyMarks } from "../observations/dirtyAssets";
import { nextRowVersion } from "../rowVersion";
import { runExclusively } from "../runExclusively";
import { type Scratch, withScratchTables } from "../scratchTables";
import { writeSetting } from "../settings";
import { tableExists } from "../tableExists";
import { derivedRowsSql } from "./derivedRowsSql";
import { entityMetricsSql, FIGURE_COLUMNS, figuresSql, MEMBER_COLUMNS, membersSql } from "./entityMetricsSql";
import { contestedRowsSql, uncontestedRowsSql } from "./observedRowsSql";
import { type AssetPlan, type ObservedSeries, planSeries, type TokenOfAsset } from "./planSeries";
import { EXPECTED_TOKEN_COLUMNS } from "./servedLevel";

export interface DeriveOptions {
  /** `dirty`: changes since the last run. `all`: everything, into fresh tables. */
  assetIds: readonly number[] | "dirty" | "all";
  /** `YYYY-MM-DD`, UTC: later observations are not served, and nothing is carried beyond it. */
  today: string;
  onProgress?: ((progress: DeriveProgress) => void) | undefined;
}

export interface DeriveProgress {
  assetsDone: number;
  assetsTotal: number;
}

export interface DeriveReport {
  /** Assets that were recomputed. */
  assets: number;
  /** Those whose served values changed. */
  assetsChanged: number;
  /** Served rows of the recomputed assets. */
  rows: number;
  /** Data version after the run; it moves only if something changed. */
  dataVersion: number;
}

/** Increment when the SQL computes different values: every asset is then derived again. */
const REVISION = 9;
/** Observed rows per batch; bounds memory. */
const BATCH_ROWS = 300_000;
const INSERT_ROWS = 100_000;
/** Above this share of all assets, a fresh table is cheaper than replacing rows. */
const FRESH_TABLE_SHARE = 0.3;

const SETTING_FORMULAS = "derive_formulas";
const SETTING_HORIZON = "derive_horizon";

const formulas = createHash("sha256")
  .update(
    JSON.stringify([
      REVISION,
      lookbackDays,
      metrics.map(({ id, slug, kind, across, appliesToTokens, most, derive }) => [
        id,
        slug,
        kind,
        across,
        appliesToTokens,
        most,
        derive,
      ]),
    ]),
  )
  .digest("hex");

const TOKENS_TABLE = resourceByName("tokens")?.table ?? "dim_tokens";
const ASSETS_TABLE = resourceByName("assets")?.table ?? "dim_assets";
const ENTITY_ROW = `entity_type, entity_id, metric_id, as_of, first_day, reported, ${[...levelParts, ...weightParts].join(", ")}, is_sample`;
const ROW = "metric_id, asset_id, token_id, date, value, carried, derived, is_sample, source_id";
const ROW_COLUMNS = `metric_id UInt32, asset_id UInt32, token_id UInt32, date Date32, value Float64, carried Bool,
  derived Bool, is_sample Bool, source_id UInt32`;
const PLAN_COLUMNS = `asset_id UInt32, metric_id UInt32, is_sample Bool, from_listing UInt32, to_listing UInt32,
  from_date Date32, is_contested Bool`;
const ASSET_COLUMNS = `asset_id UInt32, is_sample Bool, both_levels Bool, dollar_pegged Bool, ${EXPECTED_TOKEN_COLUMNS}`;
/** Rows of a batch. Observed rows that a derivation does not serve have another row that is `withdrawn`. */
const BATCH_COLUMNS = `${ROW_COLUMNS}, withdrawn Bool`;

/**
 * Computes the served tables (`daily_metrics`, `entity_metrics`) from the observations. Assets stay visible
 * to readers meanwhile. After an interruption, the next run with `dirty` completes it: marks are cleared
 * last.
 */
export function deriveDailyMetrics(store: MarketStore, options: DeriveOptions): Promise<DeriveReport> {
  // Concurrent runs would replace each other's tables.
  return runExclusively(store, "derive", () => derive(store, options));
}

async function derive(
  store: MarketStore,
  { assetIds, today, onProgress }: DeriveOptions,
): Promise<DeriveReport> {
  const horizon = await moveHorizon(store, today);
  const formulasChanged = (await readSetting(store, SETTING_FORMULAS)) !== formulas;
  const marks = await readDirtyMarks(store);
  const requested = new Set(typeof assetIds === "string" ? marks.map((mark) => mark.assetId) : assetIds);
  if (requested.size === 0 && assetIds !== "all" && !formulasChanged) {
    return { assets: 0, assetsChanged: 0, rows: 0, dataVersion: await moveAnnouncedVersion(store) };
  }
  const observed = await observedSeries(store, today);
  const known = new Set(observed.map((series) => series.assetId));
  const fresh = assetIds === "all" || formulasChanged || requested.size > known.size * FRESH_TABLE_SHARE;
  const plans = planSeries(
    fresh ? observed : observed.filter((series) => requested.has(series.assetId)),
    await tokensByAsset(store),
  );
  const version = await nextRowVersion(store);
  const outcome = await withScratchTables(store, { purpose: "derive", run: version }, async (scratch) => {
    const job = {
      plan: await scratch.table("plan", PLAN_COLUMNS, "(asset_id, from_listing, metric_id)"),
      assets: await scratch.table("assets", ASSET_COLUMNS, "asset_id"),
      batchTable: await scratch.table("batch", BATCH_COLUMNS, "(asset_id, token_id, date)"),
      target: fresh ? await scratch.copyOf("daily", "daily_metrics") : "daily_metrics",
      version,
      horizon,
      precedence: await readSourcePrecedence(store),
      today,
    };
    await insertPlans(store, { plans, dollarPegged: await dollarPeggedAssets(store), ...job });
    let rows = 0;
    let assetsDone = 0;
    const changed = new Set<number>();
    for (const batch of assetBatches(plans, BATCH_ROWS)) {
      const result = await deriveBatch(store, { batch, ...job });
      rows += result.rows;
      for (const id of result.changed) changed.add(id);
      assetsDone += batch.length;
      onProgress?.({ assetsDone, assetsTotal: plans.length });
    }
    const planned = new Set(plans.map((plan) => plan.assetId));
    const emptied = await servedAssets(store, (id) => !planned.has(id) && (fresh || requested.has(id)));
    for (const id of emptied) changed.add(id);
    if (changed.size > 0) await announceDataVersion(store);
    if (fresh && changed.size > 0) {
      // Merges the parts into one: every read merges them otherwise, which would cost more over a day of
      // reads.
      await store.run(`OPTIMIZE TABLE ${job.target} FINAL`);
      await store.run(`EXCHANGE TABLES ${job.target} AND daily_metrics`);
    } else if (emptied.length > 0) await deleteRows(store, { assets: emptied, below: version });
    await deriveEntityMetrics(store, scratch, version);
    return { rows, changed };
  });
  const dataVersion = await moveAnnouncedVersion(store);
  if (formulasChanged) await writeSetting(store, { name: SETTING_FORMULAS, value: formulas, version });
  await clearDirtyMarks(
    store,
    marks.filter((mark) => fresh || requested.has(mark.assetId)),
  );
  return {
    assets: plans.length,
    assetsChanged: outcome.changed.size,
    rows: outcome.rows,
    dataVersion,
  };
}

/**
 * The last day to which stocks are carried: the latest observed day, at most `today`. When it moves, series
 * that end shortly before it get another tail, so their assets are marked dirty.
 */
async function moveHorizon(store: MarketStore, today: string): Promise<string> {
  const [newest] = await store.rows<{ day: string }>(
    "SELECT max(date) AS day FROM observations WHERE date <= {today:Date32}",
    { today },
  );
  const horizon = newest?.day ?? today;
  const last = await readSetting(store, SETTING_HORIZON);
  if (last === horizon) return horizon;
  const version = await nextRowVersion(store);
  if (last !== null) {
    const tails = await store.rows<{ asset_id: number }>(
      `SELECT DISTINCT asset_id FROM (
        SELECT asset_id, max(date) AS newest FROM observations WHERE date <= {today:Date32}
        GROUP BY asset_id, token_id, metric_id, is_sample
      ) WHERE newest >= least({last:Date32}, {horizon:Date32}) - ${CARRY_DAYS}`,
      { today, last, horizon },
    );
    await markAssetsDirty(store, { assetIds: tails.map((row) => row.asset_id), version });
  }
  await writeSetting(store, { name: SETTING_HORIZON, value: horizon, version });
  return horizon;
}

async function observedSeries(store: MarketStore, today: string): Promise<ObservedSeries[]> {
  const rows = await store.compactRows<[number, number, number, boolean, number, string]>(
    `SELECT asset_id, token_id, metric_id, is_sample, toInt32(min(date)), count()
      FROM observations WHERE date <= {today:Date32}
      GROUP BY asset_id, token_id, metric_id, is_sample ORDER BY asset_id, token_id, metric_id`,
    { today },
  );
  return rows.map(([assetId, listingId, metricId, isSample, firstDay, count]) => {
    return { assetId, listingId, metricId, isSample, firstDay, rows: Number(count) };
  });
}

async function tokensByAsset(store: MarketStore): Promise<(assetId: number) => readonly TokenOfAsset[]> {
  const byAsset = new Map<number, TokenOfAsset[]>();
  if (!(await tableExists(store, TOKENS_TABLE))) return () => [];
  const rows = await store.compactRows<[number, number, number | null]>(
    `SELECT asset_id, id, toInt32(deployed_date) FROM ${TOKENS_TABLE} WHERE NOT is_asset_level ORDER BY id`,
  );
  for (const [assetId, id, deployedDay] of rows) {
    const tokens = byAsset.get(assetId);
    if (tokens) tokens.push({ id, deployedDay });
    else byAsset.set(assetId, [{ id, deployedDay }]);
  }
  return (assetId) => byAsset.get(assetId) ?? [];
}

/** Ids of the stablecoins with a unit worth one dollar. */
async function dollarPeggedAssets(store: MarketStore): Promise<ReadonlySet<number>> {
  if (!(await tableExists(store, ASSETS_TABLE))) return new Set();
  const rows = await store.rows<{ id: number }>(
    `SELECT id FROM ${ASSETS_TABLE} WHERE asset_class_slug = {class:String} AND denomination = {currency:String}`,
    { class: PEG_CLASS, currency: PEG_DENOMINATION },
  );
  return new Set(rows.map(({ id }) => id));
}

interface InsertedPlans {
  plans: readonly AssetPlan[];
  dollarPegged: ReadonlySet<number>;
  /** Scratch tables of the served series, and of the assets. */
  plan: string;
  assets: string;
}

async function insertPlans(
  store: MarketStore,
  { plans, dollarPegged, plan, assets }: InsertedPlans,
): Promise<void> {
  const served = plans.flatMap((p) => p.served);
  for (let i = 0; i < served.length; i += INSERT_ROWS) {
    await store.insertTabSeparated(
      plan,
      ["asset_id", "metric_id", "is_sample", "from_listing", "to_listing", "from_date", "is_contested"],
      served
        .slice(i, i + INSERT_ROWS)
        .map(
          (s) =>
            `${s.assetId}\t${s.metricId}\t${s.isSample}\t${s.fromListing}\t${s.toListing}\t${dateOf(s.fromDay)}\t${s.isContested}\n`,
        )
        .join(""),
    );
  }
  await store.insertTabSeparated(
    assets,
    ["asset_id", "is_sample", "both_levels", "dollar_pegged", "tokens", "token_days"],
    plans
      .map(
        (p) =>
          `${p.assetId}\t${p.isSample}\t${p.bothLevels}\t${dollarPegged.has(p.assetId)}\t[${p.tokens.map(({ id }) => id).join(",")}]\t[${p.tokens.map(({ fromDay }) => fromDay).join(",")}]\n`,
      )
      .join(""),
  );
}

const dateOf = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10);

interface BatchJob {
  batch: readonly number[];
  plan: string;
  assets: string;
  /** Scratch table of the batch's rows. */
  batchTable: string;
  /** `daily_metrics`, or the table that will replace it. */
  target: string;
  version: number;
  horizon: string;
  /** Preferred providers in descending order. */
  precedence: readonly string[];
  today: string;
}

async function deriveBatch(store: MarketStore, job: BatchJob): Promise<{ rows: number; changed: number[] }> {
  const { batch, plan, assets, batchTable, target, version, horizon, precedence, today } = job;
  const parameters = { assets: batch, horizon, precedence, today };
  await store.run(`TRUNCATE TABLE ${batchTable}`);
  await store.run(`INSERT INTO ${batchTable} (${ROW}) ${uncontestedRowsSql(plan)}`, parameters);
  const [contested] = await store.rows(
    `SELECT 1 FROM ${plan} WHERE asset_id IN {assets:Array(UInt32)} AND is_contested LIMIT 1`,
    parameters,
  );
  if (contested !== undefined) {
    await store.run(`INSERT INTO ${batchTable} (${ROW}) ${contestedRowsSql({ plan, assets })}`, parameters);
  }
  const levels = await store.rows<{ both_levels: boolean; observed: number[] }>(
    `SELECT both_levels, groupUniqArray(metric_id) AS observed
      FROM ${batchTable} AS batch INNER JOIN ${assets} AS assets USING (asset_id) GROUP BY both_levels ORDER BY both_levels`,
  );
  for (const { both_levels, observed } of levels) {
    const derived = derivedRowsSql({ table: batchTable, plans: assets, bothLevels: both_levels, observed });
    if (derived === null) continue;
    await store.run(
      `INSERT INTO ${batchTable} (${ROW}, withdrawn) ${derived} SETTINGS short_circuit_function_evaluation = 'disable'`,
    );
  }
  const [withdrawn] = await store.rows(`SELECT 1 FROM ${batchTable} WHERE withdrawn LIMIT 1`);
  const served =
    withdrawn === undefined
      ? batchTable
      : `(SELECT ${ROW} FROM ${batchTable} AS all_rows LEFT ANTI JOIN (
          SELECT metric_id, asset_id, token_id, date FROM ${batchTable} WHERE withdrawn
        ) AS withdrawn USING (metric_id, asset_id, token_id, date))`;
  const digest = (from: string) =>
    `SELECT asset_id, count() AS rows, sum(cityHash64(${ROW})) AS hash FROM ${from} GROUP BY asset_id`;
  const compared = await store.rows<{ asset_id: number; rows: string; same: number }>(
    `SELECT asset_id, toUInt64(now.rows) AS rows, now.hash = before.hash AND now.rows = before.rows AS same
      FROM (${digest(served)}) AS now
      LEFT JOIN (${digest("daily_metrics FINAL WHERE asset_id IN {assets:Array(UInt32)}")}) AS before USING (asset_id)`,
    parameters,
  );
  const rows = compared.reduce((sum, row) => sum + Number(row.rows), 0);
  const changed = compared.filter((row) => !row.same).map((row) => row.asset_id);
  if (target !== "daily_metrics") {
    await store.run(`INSERT INTO ${target} (${ROW}, version) SELECT ${ROW}, ${version} FROM ${served}`);
  } else if (changed.length > 0) {
    await announceDataVersion(store);
    await store.run(
      `INSERT INTO daily_metrics (${ROW}, version)
        SELECT ${ROW}, ${version} FROM ${served} WHERE asset_id IN {changed:Array(UInt32)}`,
      { changed },
    );
    await deleteRows(store, { assets: changed, below: version });
  }
  return { rows, changed };
}

/** Deletes rows of assets that a run did not write again. */
async function deleteRows(
  store: MarketStore,
  { assets, below }: { assets: readonly number[]; below: number },
): Promise<void> {
  const condition = `asset_id IN {assets:Array(UInt32)} AND version < {below:UInt64}`;
  const parameters = { assets, below };
  const [left] = await store.rows(`SELECT 1 FROM daily_metrics FINAL WHERE ${condition} LIMIT 1`, parameters);
  if (left !== undefined) await store.run(`DELETE FROM daily_metrics WHERE ${condition}`, parameters);
}

async function servedAssets(store: MarketStore, pick: (id: number) => boolean): Promise<number[]> {
  const rows = await store.rows<{ asset_id: number }>("SELECT DISTINCT asset_id FROM daily_metrics");
  return rows.map((row) => row.asset_id).filter(pick);
}

/** Recomputes `entity_metrics`, and replaces it if a value changed. */
async function deriveEntityMetrics(store: MarketStore, scratch: Scratch, version: number): Promise<void> {
  const members = await scratch.table("members", MEMBER_COLUMNS, "(token_id, entity_type, entity_id)");
  const figures = await scratch.table("figures", FIGURE_COLUMNS, "(token_id, metric_id)");
  const next = await scratch.copyOf("entities", "entity_metrics");
  const daily = "daily_metrics";
  const ids = new Set(
    (await store.compactRows<[number]>(`SELECT DISTINCT metric_id FROM ${daily}`)).map(([id]) => id),
  );
  const known = metrics.filter(({ id }) => ids.has(id));
  if (known.length > 0) {
    const tokens = (await tableExists(store, TOKENS_TABLE)) ? TOKENS_TABLE : null;
    await store.run(`INSERT INTO ${members} ${membersSql({ daily, tokens })}`);
    await store.run(`INSERT INTO ${figures} ${figuresSql({ daily, known })}`);
    await store.run(`INSERT INTO ${next} (${ENTITY_ROW}, version)
      SELECT ${ENTITY_ROW}, ${version} FROM (${entityMetricsSql({ figures, members, known })})`);
  }
  // A hash over a null is null, so nulls are hashed as distinct values.
  const hashed = ENTITY_ROW.replaceAll(
    /(w_)?val(_\d+d)?/g,
    (column) => `isNull(${column}), ifNull(${column}, 0)`,
  );
  const digest = (table: string) => `(SELECT (count(), sum(cityHash64(${hashed}))) FROM ${table} FINAL)`;
  const [compared] = await store.rows<{ same: number }>(
    `SELECT ${digest(next)} = ${digest("entity_metrics")} AS same`,
  );
  if (compared?.same === 1) return;
  await announceDataVersion(store);
  await store.run(`EXCHANGE TABLES ${next} AND entity_metrics`);
}
