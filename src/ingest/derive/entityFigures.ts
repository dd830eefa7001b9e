/** The figures of listings, which `entity_metrics` combines: of stored rows and of daily rows that changed. */
import { levelParts, weightParts } from "#domain/metrics";
import type { MarketStore } from "#stores";
import { firstAndLastSql, lookedUpDays, valuesSql, weightsSql } from "./entityMetricsSql";
import { dateOf } from "./observedSeries";

export const DAILY = "daily_metrics";
export const STORED = "entity_metrics";

export const VALUES = [...levelParts, ...weightParts].join(", ");
export const FIGURE = `metric_id, token_id, as_of, first_day, reported, is_sample, ${VALUES}`;

export interface FigureTables {
  /** The day that is now for each metric. */
  days: string;
  /** Daily rows of the days that are looked up. */
  looked: string;
  figures: string;
}

export const LOOKED_COLUMNS =
  "metric_id UInt32, asset_id UInt32, token_id UInt32, date Date32, value Float64";

export const FIRST_COLUMNS = `metric_id UInt32, token_id UInt32, first_day Date32, reported Date32, is_sample Bool,
  has_older_report Bool`;

/** Condition on daily rows of changed days. Binds `assets`, `firstDays` and `first`. */
const CHANGED = `asset_id IN {assets:Array(UInt32)} AND date >= {first:Date32}
  AND toInt32(date) >= transform(asset_id, {assets:Array(UInt32)}, {firstDays:Array(Int32)}, toInt32(0))`;

/**
 * First and last days of the listings of changed assets: days before the changed ones are those stored. The last
 * report can have been a changed day, and then the one before it is to be read (`has_older_report`).
 */
export const changedFirstsSql = `
  SELECT metric_id, token_id, if(is_earlier, stored_first, first_day),
    if(has_reported OR NOT is_earlier, reported, stored_reported), if(has_rows, is_sample, stored_sample),
    is_earlier AND NOT has_reported AND toInt32(stored_reported) >= changed
  FROM (
    SELECT *, transform(token_id, {listings:Array(UInt32)}, {listingDays:Array(Int32)}, toInt32(0)) AS changed,
      is_stored AND toInt32(stored_first) < changed AS is_earlier
    FROM (
      SELECT metric_id, entity_id AS token_id, first_day AS stored_first, reported AS stored_reported,
        is_sample AS stored_sample, true AS is_stored
      FROM ${STORED} WHERE entity_type = 'token' AND entity_id IN {listings:Array(UInt32)}
    ) AS stored
    FULL OUTER JOIN (SELECT *, true AS has_rows FROM (${firstAndLastSql({ daily: DAILY, where: CHANGED })})) AS changes
      USING (metric_id, token_id)
  ) WHERE is_earlier OR has_rows`;

/**
 * Reads the last report before the changed days where it was one of them.
 * @param firsts table of `FIRST_COLUMNS`
 */
export async function repairReported(
  store: MarketStore,
  { firsts, parameters }: { firsts: string; parameters: Record<string, unknown> },
): Promise<void> {
  const [found] = await store.rows(`SELECT 1 FROM ${firsts} WHERE has_older_report LIMIT 1`);
  if (found === undefined) return;
  await store.run(
    `ALTER TABLE ${firsts} UPDATE reported = '1970-01-01' WHERE has_older_report SETTINGS mutations_sync = 2`,
  );
  await store.run(
    `INSERT INTO ${firsts} (metric_id, token_id, first_day, reported, is_sample, has_older_report)
      SELECT metric_id, token_id, min(first_day), max(older), max(is_sample), false FROM (
        SELECT metric_id, token_id, first_day, is_sample FROM ${firsts} WHERE has_older_report
      ) AS listed INNER JOIN (
        SELECT metric_id, token_id, maxIf(date, NOT carried) AS older FROM ${DAILY}
        WHERE asset_id IN {assets:Array(UInt32)} AND token_id IN (SELECT token_id FROM ${firsts} WHERE has_older_report)
          AND toInt32(date) < transform(asset_id, {assets:Array(UInt32)}, {firstDays:Array(Int32)}, toInt32(0))
        GROUP BY metric_id, token_id
      ) AS reports USING (metric_id, token_id) GROUP BY metric_id, token_id`,
    parameters,
  );
  await store.run(`ALTER TABLE ${firsts} DELETE WHERE has_older_report SETTINGS mutations_sync = 2`);
}

/** Writes the figures of listings: their values on the days that are looked up, and what weighs them. */
export async function insertFigures(
  store: MarketStore,
  {
    tables: { figures, days, looked },
    newest,
    where,
    weighedWhere,
    firsts,
    parameters = {},
  }: {
    tables: FigureTables;
    newest: ReadonlyMap<number, number>;
    /** Conditions on the daily rows of figures, and of these together with what weighs them. */
    where: string;
    weighedWhere: string;
    /** SELECT of the first and last days of the figures. */
    firsts: string;
    parameters?: Record<string, unknown>;
  },
): Promise<void> {
  const lookedUp = lookedUpDays(newest.values()).map(dateOf);
  await store.run(
    `INSERT INTO ${looked} SELECT metric_id, asset_id, token_id, date, value FROM ${DAILY}
      WHERE date IN {lookedUp:Array(Date32)} AND ${weighedWhere}`,
    { ...parameters, lookedUp },
  );
  await store.run(
    `INSERT INTO ${figures} (${FIGURE})
      SELECT metric_id, token_id, newest, first_day, reported, is_sample, ${VALUES}
      FROM (${firsts}) AS firsts
      INNER JOIN ${days} AS days USING (metric_id)
      LEFT JOIN (${valuesSql({ looked, days, where })}) AS looked USING (metric_id, token_id)
      LEFT JOIN (${weightsSql({ looked, days })}) AS weights USING (metric_id, token_id)`,
    parameters,
  );
}
