import { CARRY_DAYS } from "#domain/metrics";
import type { MarketStore, SourcePrecedence } from "#stores";
import type { Scratch } from "../scratchTables";
import { deriveRowsSql } from "./derivedRowsSql";
import { ASSET_COLUMNS, PLAN_COLUMNS } from "./insertPlans";
import { contestedRowsSql, uncontestedRowsSql } from "./observedRowsSql";
import { type DaysOfAssets, dateOf } from "./observedSeries";
import { FIRST_DAY } from "./planSeries";
import {
  DAY_HISTORY_COLUMNS,
  dayHistorySql,
  HISTORY_COLUMNS,
  historySql,
  TRAILING_DAYS,
} from "./trailingSums";

/** Columns of a served row, but for its version. */
export const ROW = "metric_id, asset_id, token_id, date, value, carried, derived, is_sample, source_id";

const ROW_COLUMNS = `metric_id UInt32, asset_id UInt32, token_id UInt32, date Date32, value Float64, carried Bool,
  derived Bool, is_sample Bool, source_id UInt32`;
/** Rows of a batch. Observed rows that a derivation does not serve have another row that is `withdrawn`. */
const BATCH_COLUMNS = `${ROW_COLUMNS}, withdrawn Bool`;

/** Scratch tables of a run. */
export interface BatchTables {
  scratch: Scratch;
  /** Series that can be served. */
  plan: string;
  /** Each asset's level, tokens and first computed day. */
  assets: string;
  /** Rows of the batch. */
  batch: string;
  /** Served values of the days before. */
  history: { ofListings: string; ofAssets: string };
}

/** Creates the tables empty; they end with the scratch tables of the run. */
export const createBatchTables = async (scratch: Scratch): Promise<BatchTables> => ({
  scratch,
  plan: await scratch.table("plan", PLAN_COLUMNS, "(asset_id, from_listing, metric_id)"),
  assets: await scratch.table("assets", ASSET_COLUMNS, "asset_id"),
  batch: await scratch.table("batch", BATCH_COLUMNS, "(asset_id, token_id, date)"),
  history: {
    ofListings: await scratch.table("history", HISTORY_COLUMNS, "(asset_id, token_id)"),
    ofAssets: await scratch.table("history_days", DAY_HISTORY_COLUMNS, "asset_id"),
  },
});

export interface BatchJob {
  assets: readonly number[];
  /** First computed day of each asset; the values of earlier days are those served. */
  from: DaysOfAssets;
  tables: BatchTables;
  /** Last day to which stocks are carried. */
  horizon: string;
  precedence: SourcePrecedence;
  today: string;
}

export interface ChangedDays {
  /** First day with another row than is served, in days since 1970. */
  from: number;
  /** Whether rows of that day or a later one are served. */
  isReplacing: boolean;
}

export interface DerivedBatch {
  /** SQL of the table, or of a selection in parentheses, with the computed rows. */
  served: string;
  /** Number of computed rows. */
  rows: number;
  /** Assets with other rows than are served. */
  changed: Map<number, ChangedDays>;
  /** The days of metrics that a change can move; null where all days of an asset are computed. */
  days: MetricDays | null;
}

export interface MetricDays {
  /** Last computed day of each metric, in days since 1970. */
  newest: Map<number, number>;
  /** Metrics that had more rows on a day. */
  lost: Set<number>;
}

/** Computes the rows of some assets into a scratch table, and compares them with the served ones. */
export async function deriveBatch(store: MarketStore, job: BatchJob): Promise<DerivedBatch> {
  const { assets, from, tables, horizon, precedence, today } = job;
  const firstDays = assets.map((id) => from.get(id) ?? FIRST_DAY);
  const first = firstDays.reduce((least, day) => Math.min(least, day));
  const parameters = { assets, horizon, today, earliest: dateOf(first - CARRY_DAYS) };
  await store.run(`TRUNCATE TABLE ${tables.batch}`);
  await store.run(
    `INSERT INTO ${tables.batch} (${ROW}) ${uncontestedRowsSql({ plan: tables.plan, precedence })}`,
    parameters,
  );
  const [contested] = await store.rows(
    `SELECT 1 FROM ${tables.plan} WHERE asset_id IN {assets:Array(UInt32)} AND is_contested LIMIT 1`,
    parameters,
  );
  if (contested !== undefined) {
    await store.run(
      `INSERT INTO ${tables.batch} (${ROW}) ${contestedRowsSql({ ...tables, precedence })}`,
      parameters,
    );
  }
  const windows = firstDays.filter((day) => day > FIRST_DAY);
  const firstOfWindows = windows.length === 0 ? null : windows.reduce((least, day) => Math.min(least, day));
  await insertDerived(store, { assets, first: firstOfWindows, tables });
  const [withdrawn] = await store.rows(`SELECT 1 FROM ${tables.batch} WHERE withdrawn LIMIT 1`);
  const served =
    withdrawn === undefined
      ? tables.batch
      : `(SELECT ${ROW} FROM ${tables.batch} AS all_rows LEFT ANTI JOIN (
          SELECT metric_id, asset_id, token_id, date FROM ${tables.batch} WHERE withdrawn
        ) AS withdrawn USING (metric_id, asset_id, token_id, date))`;
  return { served, ...(await compare(store, { served, assets, firstDays, first })) };
}

/** The engine would compare each condition of a statement with all others, which takes longer than running it. */
const DERIVED_SETTINGS = "short_circuit_function_evaluation = 'disable', optimize_and_compare_chain = 0";

/** Windows over the days of an asset with many tokens sort all of its rows: on disk above this size. */
const BOUNDED_SORT = "max_threads = 1, max_block_size = 8192, max_bytes_before_external_sort = 100000000";

/** @param first first computed day of the assets that are not computed in full; null: all of them are */
async function insertDerived(
  store: MarketStore,
  { assets, first, tables }: { assets: readonly number[]; first: number | null; tables: BatchTables },
): Promise<void> {
  const levels = await store.rows<{ both_levels: boolean; observed: number[] }>(
    `SELECT both_levels, groupUniqArray(metric_id) AS observed FROM ${tables.batch} AS batch
      INNER JOIN ${tables.assets} AS assets USING (asset_id) GROUP BY both_levels ORDER BY both_levels`,
  );
  const daily = "daily_metrics";
  if (first !== null) {
    const parameters = { assets, earliest: dateOf(first - TRAILING_DAYS) };
    const { ofListings, ofAssets } = tables.history;
    for (const table of [ofListings, ofAssets]) await store.run(`TRUNCATE TABLE ${table}`);
    await store.run(`INSERT INTO ${ofListings} ${historySql({ daily, assets: tables.assets })}`, parameters);
    if (levels.some(({ both_levels }) => both_levels)) {
      await store.run(
        `INSERT INTO ${ofAssets} ${dayHistorySql({ daily, assets: tables.assets })}`,
        parameters,
      );
    }
  }
  for (const { both_levels, observed } of levels) {
    const derived = deriveRowsSql({
      table: tables.batch,
      plans: tables.assets,
      bothLevels: both_levels,
      observed,
      history: first === null ? null : tables.history,
    });
    if (derived === null) continue;
    const settings = both_levels ? `${DERIVED_SETTINGS}, ${BOUNDED_SORT}` : DERIVED_SETTINGS;
    let before = "";
    for (const [index, step] of derived.steps.entries()) {
      const result = await tables.scratch.resultOf(`step_${index}`, `${step(before)} SETTINGS ${settings}`);
      if (before !== "") await tables.scratch.drop(before);
      before = result;
    }
    await store.run(
      `INSERT INTO ${tables.batch} (${ROW}, withdrawn) ${derived.rows(before)} SETTINGS ${settings}`,
    );
    if (before !== "") await tables.scratch.drop(before);
  }
}

/** Compares the rows of each day with the served ones. */
async function compare(
  store: MarketStore,
  {
    served,
    assets,
    firstDays,
    first,
  }: { served: string; assets: readonly number[]; firstDays: readonly number[]; first: number },
): Promise<Pick<DerivedBatch, "rows" | "changed" | "days">> {
  // By metric only where few rows are compared.
  const isPartial = first > FIRST_DAY;
  const key = isPartial ? "asset_id, date, metric_id" : "asset_id, date";
  const metricDays = isPartial
    ? `, maxMapIf([metric_id], [toInt32(date)], now.rows > 0), groupUniqArrayIf(metric_id, now.rows < before.rows)`
    : "";
  const digest = (rows: string) =>
    `SELECT ${key}, count() AS rows, sum(cityHash64(${ROW})) AS hash FROM ${rows} GROUP BY ${key}`;
  const before = `daily_metrics WHERE asset_id IN {assets:Array(UInt32)} AND date >= {first:Date32}
    AND toInt32(date) >= transform(asset_id, {assets:Array(UInt32)}, {firstDays:Array(Int32)}, toInt32(0))`;
  type Compared = [
    id: number,
    from: number | null,
    last: number,
    rows: string,
    newest?: [number[], number[]],
    lost?: number[],
  ];
  const compared = await store.compactRows<Compared>(
    `SELECT asset_id, minOrNullIf(toInt32(date), now.rows != before.rows OR now.hash != before.hash),
        maxIf(toInt32(date), before.rows > 0), sum(now.rows) ${metricDays}
      FROM (${digest(served)}) AS now FULL OUTER JOIN (${digest(before)}) AS before USING (${key})
      GROUP BY asset_id`,
    { assets, firstDays, first: dateOf(first) },
  );
  return {
    rows: compared.reduce((sum, [, , , rows]) => sum + Number(rows), 0),
    changed: new Map(
      compared.flatMap(([id, from, last]) =>
        from === null ? [] : [[id, { from, isReplacing: last >= from }] as const],
      ),
    ),
    days: isPartial
      ? {
          newest: latestDays(compared.map(([, , , , [ids, days] = [[], []]]) => zip(ids, days))),
          lost: new Set(compared.flatMap(([, , , , , lost = []]) => lost)),
        }
      : null,
  };
}

const zip = (ids: readonly number[], days: readonly number[]) =>
  ids.map((id, index): [number, number] => [id, days[index] ?? FIRST_DAY]);

/** The latest day of each metric among several lists. */
export function latestDays(lists: readonly (readonly (readonly [number, number])[])[]): Map<number, number> {
  const latest = new Map<number, number>();
  for (const [id, day] of lists.flat()) latest.set(id, Math.max(day, latest.get(id) ?? day));
  return latest;
}
