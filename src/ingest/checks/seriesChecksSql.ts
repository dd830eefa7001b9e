/** SQL of the checks of single series: limits, changes, gaps, age and repetition. Each runs over the rows of some assets. */
import { changeFactorOf, isAgeChecked, isMarketPrice, rules } from "#domain/checks";
import { CARRY_DAYS, type Metric, metrics, RELATION_TOLERANCE } from "#domain/metrics";

/** Days before the first changed one that the checks of series read. */
export const SERIES_LOOKBACK = CARRY_DAYS + 2;
export const FROZEN_LOOKBACK = rules.frozenDays;

const FROM_DAY = "transform(asset_id, {assets:Array(UInt32)}, {firstDays:Array(Int32)}, toInt32(0))";

/**
 * Rows from the first changed day of each asset on, and from some days before. Binds `assets`, `firstDays` and `earliest`,
 * the first day of all.
 */
export const changedRowsSql = (lookback: number, where = "true"): string =>
  `daily_metrics WHERE asset_id IN {assets:Array(UInt32)} AND date >= {earliest:Date32} - ${lookback}
    AND toInt32(date) >= ${FROM_DAY} - ${lookback} AND ${where}`;

const idsOf = (those: readonly Metric[]) => `[${those.map(({ id }) => id).join(", ")}]`;
/** A number of each metric. */
const lookUp = (of: (metric: Metric) => number | null, otherwise: string): string => {
  const known = metrics.filter((metric) => of(metric) !== null);
  return `transform(metric_id, ${idsOf(known)}, [${known.map((metric) => `toFloat64(${of(metric)})`).join(", ")}], ${otherwise})`;
};

const aged = metrics.filter(isAgeChecked);
const flows = metrics.filter(({ kind }) => kind === "flow");
const marketPrices = metrics.filter(isMarketPrice);

/** Cells of days in a row as one: the first day, the last one, and the value and bound of the first. */
const runsSql = (check: string, cells: string) =>
  `arrayMap(run -> ('${check}', run[1].1, run[-1].1, run[1].2, run[1].3),
    arraySplit((cell, before) -> cell.1 != before.1 + 1, ${cells}, arrayResize(arrayPushFront(arrayPopBack(${cells}), (toInt32(0), 0., 0.)), length(${cells}))))`;

/** Six digits before the decimal point. */
const hasManyDigits = (value: string) => {
  const shifted = `${value} / exp10(floor(log10(abs(${value}))) - ${rules.repeatedDigits - 1})`;
  return `${value} != 0 AND abs(${shifted} - round(${shifted})) > 0.000001`;
};

/** Columns of a selection of findings. */
export const FINDING =
  "metric_id, asset_id, token_id, is_sample, check_slug, first, last, value, bound, bound_metric";

const exploded = (from: string, found: string) => `
  SELECT metric_id, asset_id, token_id, is_sample, one.1 AS check_slug, one.2 AS first, one.3 AS last, one.4 AS value,
    one.5 AS bound, toUInt32(0) AS bound_metric
  FROM (SELECT metric_id, asset_id, token_id, is_sample, ${found} AS found FROM (${from})) ARRAY JOIN found AS one`;

/**
 * Limits, changes, gaps, age and repetition. Binds `latest`, the latest day of the data, in days since 1970.
 *
 * `cell`: day, value, carried, derived. `pair`: that of a day, and of the known day before.
 */
export function seriesFindingsSql(): string {
  const cells = `
    SELECT metric_id, asset_id, token_id, max(is_sample) AS is_sample, ${FROM_DAY} AS from_day,
      arraySort(groupArray((toInt32(date), value, carried, derived))) AS cells
    FROM ${changedRowsSql(SERIES_LOOKBACK)} GROUP BY metric_id, asset_id, token_id`;
  const pairs = `
    SELECT *, ${lookUp(({ least }) => least, "-inf")} AS least, ${lookUp(({ most }) => most, "inf")} AS most,
      ${lookUp(changeFactorOf, "inf")} AS factor,
      arrayFilter(pair -> pair.1.1 >= from_day, arrayZip(arrayPopFront(cells), arrayPopBack(cells))) AS pairs
    FROM (${cells})`;
  const rows = `
    SELECT *,
      arrayMap(c -> (c.1, c.2, if(c.2 < least, least, most)), arrayFilter(
        c -> c.1 >= from_day AND (c.2 < least OR c.2 > most + ${RELATION_TOLERANCE} * abs(most)), cells)) AS outside,
      arrayMap(p -> (p.1.1, p.1.2, p.2.2), arrayFilter(p -> NOT p.1.3 AND NOT p.1.4 AND p.1.2 > 0 AND p.2.2 > 0
        AND p.1.1 - p.2.1 <= ${CARRY_DAYS} AND greatest(p.1.2 / p.2.2, p.2.2 / p.1.2) >= factor, pairs)) AS changes,
      arrayMap(p -> ('gap', p.2.1 + 1, p.1.1 - 1, toFloat64(p.1.1 - p.2.1 - 1), ${CARRY_DAYS}.), arrayFilter(
        p -> p.1.1 - p.2.1 - 1 > ${CARRY_DAYS} AND NOT p.1.4 AND NOT p.2.4, pairs)) AS gaps,
      arrayMap(p -> (p.1.1, p.1.2, p.2.2), arrayFilter(p -> metric_id IN ${idsOf(flows)} AND NOT p.1.4 AND NOT p.2.4
        AND p.1.1 = p.2.1 + 1 AND p.1.2 = p.2.2 AND ${hasManyDigits("p.1.2")}, pairs)) AS repeated,
      length(cells) - arrayLastIndex(c -> NOT c.3, cells) AS age
    FROM (${pairs})`;
  const stale = `if(metric_id IN ${idsOf(aged)} AND cells[-1].1 = {latest:Int32} AND age > ${rules.staleDays} AND NOT cells[-1].4,
    [('stale_price', toInt32({latest:Int32} - age + 1), toInt32({latest:Int32}), toFloat64(age), ${rules.staleDays}.)], [])`;
  return exploded(
    rows,
    `arrayConcat(${runsSql("outside_limits", "outside")}, ${runsSql("implausible_change", "changes")}, gaps,
      ${runsSql("repeated_flow", "repeated")}, ${stale})`,
  );
}

/** Series that are known before the days that were read and resume within them: gaps that are longer than these. */
export const resumedSeriesSql = (): string => `
  SELECT token_id, metric_id, asset_id, min(toInt32(date)) AS first, argMin(derived, date) AS is_derived, max(is_sample) AS is_sample
  FROM ${changedRowsSql(SERIES_LOOKBACK)}
  GROUP BY token_id, metric_id, asset_id HAVING first >= any(${FROM_DAY}) AND NOT is_derived`;

/** Market prices that are the same over the days before. */
export function frozenFindingsSql(): string {
  const rows = changedRowsSql(
    FROZEN_LOOKBACK,
    `metric_id IN (${marketPrices.map(({ id }) => id).join(", ")}) AND NOT derived`,
  );
  const cells = `
    SELECT metric_id, asset_id, token_id, is_sample, ${FROM_DAY} AS from_day, toInt32(date) AS day, value,
      count() OVER days AS known, countIf(NOT carried) OVER days AS reported,
      min(value) OVER days AS lowest, max(value) OVER days AS highest
    FROM ${rows}
    WINDOW days AS (PARTITION BY metric_id, asset_id, token_id ORDER BY toInt32(date) RANGE BETWEEN ${rules.frozenDays - 1} PRECEDING AND CURRENT ROW)`;
  const frozen = `
    SELECT metric_id, asset_id, token_id, max(is_sample) AS is_sample,
      arraySort(groupArray((day, value, ${rules.frozenDays}.))) AS cells
    FROM (${cells})
    WHERE day >= from_day AND known = ${rules.frozenDays} AND reported >= ${rules.frozenReports} AND lowest = highest AND value != 1
    GROUP BY metric_id, asset_id, token_id`;
  return exploded(frozen, runsSql("frozen_price", "cells"));
}
