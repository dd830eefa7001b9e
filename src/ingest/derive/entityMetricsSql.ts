/**
 * SQL for the present value of every metric of every entity with its past values, from the daily metrics.
 *
 * All entities speak of the same days, so that members add up to their totals in each column: "now" is the newest
 * day on which the metric is known of anything, if that is at most seven days before the newest day of all data,
 * and otherwise that newest day itself; past values are those of the look-backs before. A listing counts where its
 * own daily value is known on that very day: a stock that was reported at most seven days earlier is (the daily
 * metrics carry it), a flow only on its day.
 *
 * Members of a group (every kind of entity but assets and tokens themselves) are listings. They are combined by the
 * rule of each metric; an asset whose members have no known weight at all shows their plain mean, so that a price is
 * there even where no supply is.
 */
import {
  CARRY_DAYS,
  type Combination,
  entityTypes,
  levelParts,
  levels,
  listingColumn,
  metrics,
  ownCombination,
} from "#domain";
import { combinedSql, weightIdSql } from "#stores";

/** The kinds of which a listing may be a member, known from the mirror of the tokens. */
const groupTypes = entityTypes.filter((type) => type !== "asset" && type !== "token");

export const MEMBER_COLUMNS = "entity_type LowCardinality(String), entity_id UInt32, token_id UInt32";

/** Which listings belong to which entity. `tokens` is the mirror of the tokens, or null before a catalog was loaded. */
export const membersSql = ({ daily, tokens }: { daily: string; tokens: string | null }) =>
  [
    `SELECT 'token' AS entity_type, token_id AS entity_id, token_id FROM ${daily} GROUP BY token_id`,
    `SELECT 'asset', asset_id, token_id FROM ${daily} GROUP BY asset_id, token_id`,
    ...(tokens === null
      ? []
      : groupTypes.map((type) => {
          const column = listingColumn(type, "id");
          return `SELECT '${type}', assumeNotNull(${column}), id FROM ${tokens} WHERE ${column} IS NOT NULL`;
        })),
  ].join("\n  UNION ALL\n  ");

export const FIGURE_COLUMNS = `metric_id UInt32, token_id UInt32, as_of Date32, first_day Date32, reported Date32,
  ${levelParts.map((part) => `${part} Nullable(Float64)`).join(", ")}, is_sample Bool`;

/**
 * One row for each metric of each listing: its values on the days that are looked up, the first day with one, and
 * the last day that was reported of it rather than carried.
 */
export const figuresSql = ({ daily }: { daily: string }) => `
  SELECT metric_id, token_id, any(newest) AS as_of, min(date) AS first_day,
    maxIf(date, NOT carried) AS reported,
    ${levels.map(({ part, daysBack }) => `anyOrNullIf(value, date = newest - ${daysBack}) AS ${part}`).join(", ")},
    max(is_sample) AS is_sample
  FROM (SELECT metric_id, token_id, date, value, carried, is_sample FROM ${daily} FINAL) AS rows
  INNER JOIN (
    SELECT metric_id, if(max(date) + ${CARRY_DAYS} >= horizon, max(date), horizon) AS newest
    FROM ${daily}, (SELECT max(date) AS horizon FROM ${daily}) AS all_data
    GROUP BY metric_id, horizon
  ) AS days USING (metric_id)
  GROUP BY metric_id, token_id`;

/** The rows of `entity_metrics`, without `version`. */
export const entityMetricsSql = (tables: { figures: string; members: string }) =>
  [...new Set(metrics.map((metric) => ownCombination(metric).by))]
    .map((by) => combinedRows(by, tables))
    .join("\n  UNION ALL\n");

/** The rows of the metrics with one rule. */
function combinedRows(by: Combination["by"], { figures, members }: { figures: string; members: string }) {
  const ids = metrics.filter((metric) => ownCombination(metric).by === by).map(({ id }) => id);
  const isWeighed = by === "weighted mean";
  const values = levelParts.map((column) => {
    const combined = combinedSql(by, {
      value: `figures.${column}`,
      weight: `weights.${column}`,
      hasPlainMean: "entity_type IN ('asset', 'token')",
      ofFew: true,
    });
    return `${combined} AS ${column}`;
  });
  const weights = `LEFT JOIN ${figures} AS weights
    ON weights.metric_id = figures.weight_id AND weights.token_id = figures.token_id`;
  return `SELECT members.entity_type AS entity_type, members.entity_id AS entity_id, figures.metric_id AS metric_id,
    any(figures.as_of) AS as_of, min(figures.first_day) AS first_day, max(figures.reported) AS reported,
    ${values.join(",\n    ")},
    max(figures.is_sample) AS is_sample
  FROM (SELECT *, ${weightIdSql("metric_id")} AS weight_id FROM ${figures}
    WHERE metric_id IN (${ids.join(", ")})) AS figures
  INNER JOIN ${members} AS members ON members.token_id = figures.token_id
  ${isWeighed ? weights : ""}
  GROUP BY entity_type, entity_id, metric_id`;
}
