/**
 * Trailing sums: SQL that adds up a metric over the last days of each row, which can be before the days that a run
 * computes. The values of those days are read as they are served, into arrays by day.
 */

import {
  type Derivation,
  isSigned,
  type Metric,
  type MetricSlug,
  metricOfSlug,
  metrics,
} from "#domain/metrics";
import { ASSET_LISTING_OFFSET } from "#domain/resources";
import type { ColumnStep } from "./columnSteps";

/** Column of a metric's value. */
export const value = (slug: MetricSlug) => `v_${metricOfSlug(slug).id}`;

/** Tables with the served values of the days before `from_day`, in the columns of `HISTORY_COLUMNS`. */
export interface History {
  ofListings: string;
  ofAssets: string;
}

/**
 * SQL of a sum or difference of signed amounts in the 15 digits that the largest of them carries: further
 * digits are rounding errors, which would be the only remainder of amounts that cancel out. At most 18
 * decimals.
 */
export const carriedDigitsSql = (amount: string, largest: string) =>
  `round(${amount}, toInt8(15 - ceil(log10(least(greatest(${largest}, 1e-3), 1e24)))))`;

/** Every listing of an asset on a day, in a fixed order, so that means are reproducible to the last digit. */
export const ASSET_DAY = `WINDOW asset_day AS (
  PARTITION BY asset_id, day ORDER BY token_id ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)`;

type TrailingSum = Extract<Derivation, { op: "trailingSum" }>;

/**
 * SQL of the values of `of` on the last days up to a row's own, as an array in the order of days. Days before the
 * computed ones are in the column `before`.
 */
function lastValues(
  of: string,
  { keys, days, before }: { keys: string; days: number; before: string | null },
) {
  const own = `groupArray(${of}) OVER (PARTITION BY ${keys} ORDER BY day RANGE BETWEEN ${days - 1} PRECEDING AND CURRENT ROW)`;
  if (before === null) return own;
  const earlier = `if(day - from_day < ${days - 1}, arraySlice(${before}, day - from_day - ${days - 1}), [])`;
  return `arrayConcat(${earlier}, ${own})`;
}

/** SQL of the maximum of `of` among all rows of an asset on the last days up to a row's own. */
function lastMaximum(of: string, { days, before }: { days: number; before: string | null }) {
  const own = `max(${of}) OVER (PARTITION BY asset_id ORDER BY day RANGE BETWEEN ${days - 1} PRECEDING AND CURRENT ROW)`;
  if (before === null) return own;
  return `greatest(${own}, if(day - from_day < ${days - 1}, arrayMax(arraySlice(${before}, day - from_day - ${days - 1})), 0))`;
}

/**
 * The sum of amounts, rounded if they can cancel out. `largest`: the magnitudes of the inputs. Added in the order of
 * days: the last digit of a window's `sum` depends on the first row that the engine reads.
 */
function sumOfDays(of: MetricSlug, { amounts, largest }: { amounts: string; largest: string }) {
  const sum = `arraySum(${amounts})`;
  return isSigned(metricOfSlug(of)) ? carriedDigitsSql(sum, largest) : sum;
}

export function trailingSumSql(
  { of, days }: TrailingSum,
  { bothLevels, history }: { bothLevels: boolean; history: History | null },
): string {
  const v = value(of);
  const listed = (column: string, keys: string, before: string) =>
    lastValues(column, { keys, days, before: history === null ? null : before });
  const columns = historyColumns(of);
  const listName = `a${days}_${metricOfSlug(of).id}`;
  const own = sumOfDays(of, {
    amounts: `${listed(v, "asset_id, token_id", columns.amounts)} AS ${listName}`,
    largest: `arrayMax(x -> abs(x), ${listName})`,
  });
  if (!bothLevels) return `if(isNull(${v}), NULL, ${own})`;
  const { total, largest, hasWhole } = dayColumns(of);
  // Not as an array: over the tokens of an asset it would have thousands of values in each row.
  const isMixed = lastMaximum(hasWhole, { days, before: history === null ? null : columns.hasWhole });
  const totals = listed(total, "asset_id, token_id", columns.totals);
  const ofAsset = sumOfDays(of, {
    amounts: totals,
    largest: `arrayMax(${listed(largest, "asset_id, token_id", columns.largest)})`,
  });
  return `multiIf(whole AND ${isMixed}, if(isNull(${total}), NULL, ${ofAsset}), ${isMixed} OR isNull(${v}), NULL, ${own})`;
}

/** Columns of the values before the computed days: of a listing, and of the asset's days. */
const historyColumns = (of: MetricSlug) => {
  const { id } = metricOfSlug(of);
  return { amounts: `ha_${id}`, totals: `ht_${id}`, largest: `hl_${id}`, hasWhole: `hw_${id}` };
};

/**
 * Columns about an asset's day: its total at the served level, the largest part of it, and whether that is
 * the total.
 */
const dayColumns = (of: MetricSlug) => {
  const { id } = metricOfSlug(of);
  return { total: `day_total_${id}`, largest: `day_largest_${id}`, hasWhole: `day_whole_${id}` };
};

/**
 * Adds the columns that trailing sums of a layer read, except those of metrics that an earlier layer added.
 */
export function dayColumnsStep(summed: readonly MetricSlug[]): ColumnStep {
  const columns = summed.flatMap((of) => {
    const { total, largest, hasWhole } = dayColumns(of);
    const v = value(of);
    return [
      // In the order of tokens, as `historySql` adds them up.
      `if(count(${v}) OVER asset_day = 0, NULL, arraySum(groupArray(${v}) OVER asset_day)) AS ${total}`,
      `max(abs(${v})) OVER asset_day AS ${largest}`,
      `max(whole AND isNotNull(${v})) OVER asset_day AS ${hasWhole}`,
    ];
  });
  return { columns, window: ASSET_DAY };
}

export const summedBy = (ways: readonly Derivation[]): MetricSlug[] =>
  ways.flatMap((way) => (way.op === "trailingSum" ? [way.of] : []));

/** The metrics that trailing sums add up. */
export const summedMetrics: readonly Metric[] = [
  ...new Set(metrics.flatMap(({ derive }: Metric) => summedBy(derive))),
].map(metricOfSlug);

/** The days before a day that its trailing sums add up, at most. */
export const TRAILING_DAYS = Math.max(
  0,
  ...metrics.flatMap(({ derive }: Metric) =>
    derive.flatMap((way) => (way.op === "trailingSum" ? [way.days - 1] : [])),
  ),
);

/** The columns and joins of the values before the computed days. */
export function joinHistory(
  { bothLevels, history }: { bothLevels: boolean; history: History | null },
  summed: readonly MetricSlug[],
): { columns: string[]; joins: string } {
  if (history === null || summed.length === 0) return { columns: [], joins: "" };
  const picked = summed.map((of) => ({ id: metricOfSlug(of).id, ...historyColumns(of) }));
  const pick = (column: string, id: number, as: string) => `anyIf(${column}, metric_id = ${id}) AS ${as}`;
  const ofListings = `
  LEFT JOIN (
    SELECT asset_id, token_id, ${picked.map(({ id, amounts }) => pick("amounts", id, amounts)).join(", ")}
    FROM ${history.ofListings} GROUP BY asset_id, token_id
  ) AS earlier USING (asset_id, token_id)`;
  const ofAssets = `
  LEFT JOIN (
    SELECT asset_id, ${picked
      .flatMap(({ id, totals, largest, hasWhole }) => [
        pick("totals", id, totals),
        pick("largest", id, largest),
        pick("has_whole", id, hasWhole),
      ])
      .join(", ")}
    FROM ${history.ofAssets} GROUP BY asset_id
  ) AS earlier_days USING (asset_id)`;
  return {
    columns: picked.flatMap(({ amounts, totals, largest, hasWhole }) =>
      bothLevels ? [amounts, totals, largest, hasWhole] : [amounts],
    ),
    joins: bothLevels ? `${ofListings}${ofAssets}` : ofListings,
  };
}

export const HISTORY_COLUMNS = "asset_id UInt32, token_id UInt32, metric_id UInt32, amounts Array(Float64)";
export const DAY_HISTORY_COLUMNS = `asset_id UInt32, metric_id UInt32, totals Array(Float64), largest Array(Float64),
  has_whole Array(UInt8)`;

/** Position of a day in an array that ends the day before `from_day`. */
const place = `toUInt32(toInt32(date) - from_day + ${TRAILING_DAYS})`;
const byDay = (of: string) => `groupArrayInsertAt(0, ${TRAILING_DAYS})(${of}, ${place})`;

/**
 * The served values of summed metrics on the days before `from_day`. Binds `assets` and `earliest`, the first of those
 * days for any asset.
 * @param assets table with each asset's `from_day`
 */
const earlierRows = ({ daily, assets }: { daily: string; assets: string }) => `
  SELECT metric_id, asset_id, token_id, date, value, from_day FROM (
    SELECT metric_id, asset_id, token_id, date, value FROM ${daily}
    WHERE metric_id IN (${summedMetrics.map(({ id }) => id).join(", ")}) AND asset_id IN {assets:Array(UInt32)}
      AND date >= {earliest:Date32}
  ) AS earlier
  INNER JOIN (SELECT asset_id, from_day FROM ${assets}) AS windows USING (asset_id)
  WHERE toInt32(date) >= from_day - ${TRAILING_DAYS} AND toInt32(date) < from_day`;

/** Rows of `HISTORY_COLUMNS`. */
export const historySql = (tables: { daily: string; assets: string }) => `
  SELECT asset_id, token_id, metric_id, ${byDay("value")}
  FROM (${earlierRows(tables)}) GROUP BY asset_id, token_id, metric_id`;

/** Rows of `DAY_HISTORY_COLUMNS`: each day's total over the listings served on it. */
export const dayHistorySql = (tables: { daily: string; assets: string }) => `
  SELECT asset_id, metric_id, ${byDay("total")}, ${byDay("largest")}, ${byDay("toUInt8(has_whole)")}
  FROM (
    SELECT asset_id, metric_id, date, any(from_day) AS from_day,
      arraySum(arrayMap(of -> of.2, arraySort(groupArray((token_id, value))))) AS total,
      max(abs(value)) AS largest, max(token_id >= ${ASSET_LISTING_OFFSET}) AS has_whole
    FROM (${earlierRows(tables)}) GROUP BY asset_id, metric_id, date
  ) GROUP BY asset_id, metric_id`;
