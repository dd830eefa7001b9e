/**
 * SQL for the present value of every metric of every entity with its past values, from the daily metrics.
 *
 * All entities speak of the same days, so that members add up to their totals in each column: "now" is the newest
 * day on which the metric is known of anything, if that is at most seven days before the newest day of all data,
 * and otherwise that newest day itself; past values are those of the look-backs before. A listing counts where its
 * own daily value is known on that very day: a stock that was reported at most seven days earlier is (the daily
 * metrics carry it), a flow only on its day. A weight is that of the day of the value it weighs, whose metric may
 * have another newest day than the weight's own: flows are often reported later than stocks.
 *
 * Members of a group (every kind of entity but assets and tokens themselves) are listings. They are combined by the
 * rule of each metric; an asset whose members have no known weight at all shows their plain mean, so that a price is
 * there even where no supply is.
 *
 * What no listing has a figure for is left out: reading a statement costs more than running it over the rows of a few
 * assets.
 */
import {
  CARRY_DAYS,
  type Combination,
  entityTypes,
  isSigned,
  levelParts,
  levels,
  listingColumn,
  type Metric,
  metrics,
  ownCombination,
  weightOf,
  weightPart,
  weightParts,
} from "#domain";
import { combinedSql, weightIdSql } from "#stores";

/** The kinds of groups that a listing can belong to, known from the mirror of the tokens. */
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
  ${levelParts.map((part) => `${part} Nullable(Float64)`).join(", ")}, is_sample Bool,
  ${weightParts.map((part) => `${part} Nullable(Float64)`).join(", ")}`;

/** The day that is now for each metric. */
const newestSql = (daily: string) => `
    SELECT metric_id, if(max(date) + ${CARRY_DAYS} >= horizon, max(date), horizon) AS newest
    FROM ${daily}, (SELECT max(date) AS horizon FROM ${daily}) AS all_data
    GROUP BY metric_id, horizon`;

/** A column that is unknown in every row. */
const unknown = (column: string) => `CAST(NULL AS Nullable(Float64)) AS ${column}`;

export interface Figures {
  daily: string;
  /** The metrics that `daily` has. */
  known: readonly Metric[];
}

/**
 * One row for each metric of each listing: its values on the days that are looked up with what weighs each, the first
 * day with one, and the last day that was reported of it rather than carried.
 */
export function figuresSql({ daily, known }: Figures): string {
  const figures = `
    SELECT metric_id, token_id, any(newest) AS as_of, min(date) AS first_day,
      maxIf(date, NOT carried) AS reported,
      ${levels.map(({ part, daysBack }) => `anyOrNullIf(value, date = newest - ${daysBack}) AS ${part}`).join(", ")},
      max(is_sample) AS is_sample
    FROM (SELECT metric_id, token_id, date, value, carried, is_sample FROM ${daily} FINAL) AS rows
    INNER JOIN (${newestSql(daily)}) AS days USING (metric_id)
    GROUP BY metric_id, token_id`;
  const ids = new Set(known.map(({ id }) => id));
  return known.some((metric) => ids.has(weightOf(metric)?.id ?? 0))
    ? `SELECT figures.*, ${weightParts.join(", ")} FROM (${figures}) AS figures
        LEFT JOIN (${weightsSql(daily)}) AS weights USING (metric_id, token_id)`
    : `SELECT *, ${weightParts.map(unknown).join(", ")} FROM (${figures})`;
}

/** What weighs each listing's value of each metric that is combined by weight, on the days on which it is looked up. */
function weightsSql(daily: string) {
  const days = `SELECT metric_id, newest, ${weightIdSql("metric_id")} AS weight_id FROM (${newestSql(daily)}) WHERE weight_id != 0`;
  const lookedUp = `SELECT newest - arrayJoin([${levels.map(({ daysBack }) => daysBack).join(", ")}]) FROM (${days})`;
  return `
    SELECT days.metric_id AS metric_id, token_id,
      ${levels.map(({ part, daysBack }) => `anyOrNullIf(value, date = newest - ${daysBack}) AS ${weightPart(part)}`).join(", ")}
    FROM (
      SELECT metric_id AS weight_id, token_id, date, value FROM ${daily} FINAL
      WHERE metric_id IN (SELECT weight_id FROM (${days})) AND date IN (${lookedUp})
    ) AS rows
    INNER JOIN (${days}) AS days USING (weight_id)
    GROUP BY metric_id, token_id`;
}

export interface EntityMetrics {
  figures: string;
  members: string;
  /** The metrics that `figures` has, one at least. */
  known: readonly Metric[];
}

/** The rows of `entity_metrics`, without `version`. */
export const entityMetricsSql = ({ known, ...tables }: EntityMetrics) =>
  [...new Set(known.map((metric) => ownCombination(metric).by))]
    .map((by) => combinedRows(by, tables))
    .join("\n  UNION ALL\n");

/** The rows of the metrics with one rule. */
function combinedRows(by: Combination["by"], { figures, members }: Omit<EntityMetrics, "known">) {
  const combined = metrics.filter((metric) => ownCombination(metric).by === by);
  const ids = combined.map(({ id }) => id);
  const areSigned = combined.some(isSigned);
  const values = levelParts.map((column) => {
    const value = combinedSql(by, {
      value: `figures.${column}`,
      weight: `figures.${weightPart(column)}`,
      hasPlainMean: "entity_type IN ('asset', 'token')",
      ofFew: true,
      areSigned,
    });
    return `${value} AS ${column}`;
  });
  const weights = weightParts.map((column) =>
    by === "weighted mean"
      ? `if(entity_type = 'token', any(figures.${column}), NULL) AS ${column}`
      : unknown(column),
  );
  return `SELECT members.entity_type AS entity_type, members.entity_id AS entity_id, figures.metric_id AS metric_id,
    any(figures.as_of) AS as_of, min(figures.first_day) AS first_day, max(figures.reported) AS reported,
    ${[...values, ...weights].join(",\n    ")},
    max(figures.is_sample) AS is_sample
  FROM (SELECT * FROM ${figures} WHERE metric_id IN (${ids.join(", ")})) AS figures
  INNER JOIN ${members} AS members ON members.token_id = figures.token_id
  GROUP BY entity_type, entity_id, metric_id`;
}
