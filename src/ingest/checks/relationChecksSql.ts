/** SQL of the checks that compare several series: parts and wholes, levels, tokens of one network, and totals. */
import { checkedRelations, rules, SUPPLY_METRIC, summedMetrics } from "#domain/checks";
import { RELATION_TOLERANCE } from "#domain/metrics";
import { ASSET_LISTING_OFFSET, entityTypes, listingColumn } from "#domain/resources";
import { changedRowsSql } from "./seriesChecksSql";

const summed = summedMetrics.map(({ id }) => id).join(", ");

/** Days in a row of one series, from rows with a day, a value and a bound. */
const runsOf = (check: string, rows: string) => `
  SELECT metric_id, asset_id, token_id, is_sample, '${check}' AS check_slug, run[1].1 AS first, run[-1].1 AS last,
    run[1].2 AS value, run[1].3 AS bound, bound_metric
  FROM (
    SELECT metric_id, asset_id, token_id, bound_metric, max(is_sample) AS is_sample,
      arraySort(groupArray((day, value, bound))) AS cells,
      arraySplit((cell, before) -> cell.1 != before.1 + 1, cells, arrayPushFront(arrayPopBack(cells), cells[1])) AS runs
    FROM (${rows}) GROUP BY metric_id, asset_id, token_id, bound_metric
  ) ARRAY JOIN runs AS run`;

/** Figures above those that limit them. A carried figure is compared with a carried one only: one of them can be older. */
export function relationFindingsSql(): string {
  const ids = [...new Set(checkedRelations.flatMap(({ part, whole }) => [part.id, whole.id]))];
  const columns = ids.flatMap((id) => [
    `anyOrNullIf(value, metric_id = ${id}) AS v_${id}`,
    `maxIf(carried, metric_id = ${id}) AS c_${id}`,
  ]);
  const broken = checkedRelations.map(({ part, whole }) => {
    const [p, w] = [`v_${part.id}`, `v_${whole.id}`];
    const isBroken = `ifNull(${p} > ${w} + ${RELATION_TOLERANCE} * abs(${w}), 0) AND c_${part.id} = c_${whole.id}`;
    return `(toUInt32(${part.id}), toUInt32(${whole.id}), ifNull(${p}, 0.), ifNull(${w}, 0.), ${isBroken})`;
  });
  return runsOf(
    "exceeds_whole",
    `SELECT one.1 AS metric_id, asset_id, token_id, one.2 AS bound_metric, is_sample, day, one.3 AS value, one.4 AS bound
     FROM (
       SELECT asset_id, token_id, is_sample, day, arrayFilter(one -> one.5, [${broken.join(", ")}]) AS found
       FROM (
         SELECT asset_id, token_id, toInt32(date) AS day, max(is_sample) AS is_sample, ${columns.join(", ")}
         FROM ${changedRowsSql(0, `metric_id IN (${ids.join(", ")})`)} GROUP BY asset_id, token_id, date
       )
     ) ARRAY JOIN found AS one`,
  );
}

/** Summed figures that are served for an asset as a whole and for its tokens on the same day. */
export function levelFindingsSql(): string {
  const isWhole = `token_id >= ${ASSET_LISTING_OFFSET}`;
  return runsOf(
    "both_levels",
    `SELECT metric_id, asset_id, toUInt32(${ASSET_LISTING_OFFSET} + asset_id) AS token_id, toUInt32(0) AS bound_metric,
       max(sampled) AS is_sample, day, sumIf(figure, whole) AS value, sumIf(figure, NOT whole) AS bound
     FROM (
       SELECT metric_id, asset_id, toInt32(date) AS day, is_sample AS sampled, value AS figure, ${isWhole} AS whole
       FROM ${changedRowsSql(0, `metric_id IN (${summed})`)}
     ) GROUP BY metric_id, asset_id, day HAVING max(whole) AND NOT min(whole)`,
  );
}

/**
 * Tokens with the same supply as another one of the asset on the same network.
 * @param tokens the mirror of the tokens
 */
export const twinFindingsSql = (tokens: string): string =>
  runsOf(
    "counted_twice",
    `SELECT toUInt32(${SUPPLY_METRIC.id}) AS metric_id, asset_id, max(token_id) AS token_id, toUInt32(0) AS bound_metric,
       max(sampled) AS is_sample, day, any(figure) AS value, any(figure) AS bound
     FROM (
       SELECT asset_id, token_id, is_sample AS sampled, toInt32(date) AS day, value AS figure
       FROM ${changedRowsSql(0, `metric_id = ${SUPPLY_METRIC.id} AND value > 0 AND token_id < ${ASSET_LISTING_OFFSET}`)}
     ) AS supplies
     INNER JOIN (SELECT id AS token_id, network_id FROM ${tokens} WHERE network_id IS NOT NULL) AS t USING (token_id)
     GROUP BY asset_id, network_id, day, figure HAVING count() > 1`,
  );

/** Assets with several tokens on a network. */
export const twinAssetsSql = (tokens: string): string =>
  `SELECT DISTINCT asset_id FROM (
    SELECT asset_id, network_id FROM ${tokens} WHERE network_id IS NOT NULL GROUP BY asset_id, network_id HAVING count() > 1
  )`;

/** The kinds of groups that a listing can belong to. */
const groupTypes = entityTypes.filter((type) => type !== "asset" && type !== "token");

/**
 * Totals that differ from the sum of their tokens' current figures: type, id, metric, day, total, sum, sample.
 * @param tokens the mirror of the tokens; null before a catalog was loaded
 * @param isPartial only totals that assets of `{assets:Array(UInt32)}` are part of
 */
export function totalFindingsSql(tokens: string | null, isPartial: boolean): string {
  const among = isPartial ? "WHERE asset_id IN {assets:Array(UInt32)}" : "";
  const ofAssets = [
    `SELECT asset_id, token_id FROM observed_series ${among}`,
    `SELECT asset_id, toUInt32(${ASSET_LISTING_OFFSET} + asset_id) FROM observed_series ${among}`,
    ...(tokens === null ? [] : [`SELECT asset_id, id FROM ${tokens} ${among}`]),
  ].join(" UNION DISTINCT ");
  const groups = groupTypes.map((type) => `('${type}', ifNull(${listingColumn(type, "id")}, 0))`).join(", ");
  const groupsOf = `SELECT id AS token_id, arrayJoin(arrayFilter(g -> g.2 != 0, [${groups}])) AS g FROM ${tokens}`;
  const members = [
    `SELECT 'asset' AS type, asset_id AS id, token_id FROM (${ofAssets})`,
    ...(tokens === null
      ? []
      : [
          `SELECT g.1, g.2, token_id FROM (${groupsOf}) ${isPartial ? `WHERE g IN (SELECT g FROM (${groupsOf} ${among}))` : ""}`,
        ]),
  ].join(" UNION ALL ");
  return `
    WITH member AS (${members})
    SELECT type, id, metric, max(as_of_day) AS day, ifNull(sumOrNull(total), 0) AS total_value, ifNull(sumOrNull(part), 0) AS parts, max(sampled)
    FROM (
      SELECT toString(entity_type) AS type, entity_id AS id, metric_id AS metric, toInt32(as_of) AS as_of_day, val AS total,
        CAST(NULL, 'Nullable(Float64)') AS part, is_sample AS sampled, toFloat64(0) AS size
      FROM entity_metrics WHERE entity_type != 'token' AND metric_id IN (${summed})
        ${isPartial ? "AND (toString(entity_type), entity_id) IN (SELECT DISTINCT type, id FROM member)" : ""}
      UNION ALL
      SELECT type, id, metric_id, toInt32(as_of), CAST(NULL, 'Nullable(Float64)'), figure, is_sample, abs(figure)
      FROM (
        SELECT entity_id AS token_id, metric_id, as_of, assumeNotNull(val) AS figure, is_sample FROM entity_metrics
        WHERE entity_type = 'token' AND metric_id IN (${summed}) AND val IS NOT NULL
      ) AS figures INNER JOIN member USING (token_id)
    )
    GROUP BY type, id, metric
    HAVING (count(total) > 0) != (count(part) > 0) OR abs(total_value - parts) > ${rules.sumTolerance} * sum(size)`;
}

/** Tokens whose contract stated another supply at the last reading than their transfers add up to, since that began. */
export const supplyFindingsSql = `
  SELECT toUInt32(${SUPPLY_METRIC.id}) AS metric_id, asset_id, token_id, false AS is_sample, 'supply_differs' AS check_slug,
    toInt32(min(day)) AS first, toInt32(max(day)) AS last, argMax(ledger_units, day) AS value, argMax(stated_units, day) AS bound,
    toUInt32(0) AS bound_metric
  FROM (
    SELECT asset_id, token_id, day, assumeNotNull(toFloat64(ledger)) / pow(10, decimals) AS ledger_units,
      assumeNotNull(toFloat64(stated)) / pow(10, decimals) AS stated_units,
      maxIf(day, ledger = toInt256(stated)) OVER (PARTITION BY token_id) AS last_equal
    FROM ledger_supplies FINAL
    WHERE asset_id IN {assets:Array(UInt32)} AND isNotNull(ledger) AND isNotNull(stated)
  ) WHERE day > last_equal GROUP BY asset_id, token_id`;
