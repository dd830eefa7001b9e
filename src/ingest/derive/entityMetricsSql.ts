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
  type Combination,
  isSigned,
  levelParts,
  levels,
  type Metric,
  metrics,
  ownCombination,
  weightOf,
  weightPart,
  weightParts,
} from "#domain/metrics";
import { entityTypes, listingColumn } from "#domain/resources";
import { combinedSql, weightIdSql } from "#stores";

/** The kinds of groups that a listing can belong to, known from the mirror of the tokens. */
const groupTypes = entityTypes.filter((type) => type !== "asset" && type !== "token");

export const MEMBER_COLUMNS = "entity_type LowCardinality(String), entity_id UInt32, token_id UInt32";

/**
 * Which listings belong to which entity. With `among`, only entities that assets of `{assets:Array(UInt32)}` belong to.
 * @param listings SELECT of the listings' `asset_id` and `token_id`
 * @param tokens the mirror of the tokens, or null before a catalog was loaded
 */
export const membersSql = ({
  listings,
  tokens,
  among = false,
}: {
  listings: string;
  tokens: string | null;
  among?: boolean;
}) =>
  [
    `SELECT 'token' AS entity_type, token_id AS entity_id, token_id FROM (${listings})`,
    `SELECT 'asset', asset_id, token_id FROM (${listings})`,
    ...(tokens === null
      ? []
      : [
          `SELECT of_token.1, of_token.2, id FROM (SELECT id, ${groupsOfToken} AS of_token FROM ${tokens}) WHERE of_token.2 != 0
            ${among ? `AND of_token IN (SELECT ${groupsOfToken} FROM ${tokens} WHERE asset_id IN {assets:Array(UInt32)})` : ""}`,
        ]),
  ].join("\n  UNION ALL\n  ");

/** The groups of a token, each on a row: kind and id, which is 0 where the token has none. */
const groupsOfToken = `arrayJoin([${groupTypes
  .map((type) => `('${type}', toUInt32(ifNull(${listingColumn(type, "id")}, 0)))`)
  .join(", ")}])`;

/** Columns of the tokens by which they belong to groups. */
export const groupColumns: readonly string[] = groupTypes.map((type) => listingColumn(type, "id"));

/** The day that is now for each metric. */
export const DAY_COLUMNS = "metric_id UInt32, newest Date32";

/** Columns of a figure from its values on the days that are looked up. */
const valueColumns = [
  ...levelParts.map((part) => `${part} Nullable(Float64)`),
  ...weightParts.map((part) => `${part} Nullable(Float64)`),
].join(", ");

export const FIGURE_COLUMNS = `metric_id UInt32, token_id UInt32, as_of Date32, first_day Date32, reported Date32, is_sample Bool,
  ${valueColumns}`;

/** SELECT of the first day with a figure of each listing and metric, and of the last that was reported, not carried. */
export const firstAndLastSql = ({ daily, where }: { daily: string; where: string }) => `
  SELECT metric_id, token_id, min(date) AS first_day, maxIf(date, NOT carried) AS reported,
    max(is_sample) AS is_sample, max(NOT carried) AS has_reported
  FROM ${daily} WHERE ${where} GROUP BY metric_id, token_id`;

export interface LookedUp {
  /** Table of the daily rows of the days that are looked up. */
  looked: string;
  /** Table with the day that is now for each metric, in `DAY_COLUMNS`. */
  days: string;
}

/**
 * SELECT of the values of each listing and metric on the days that are looked up.
 * @param where condition on daily rows
 */
export const valuesSql = ({ looked, days, where }: LookedUp & { where: string }) => `
  SELECT metric_id, token_id,
    ${levels.map(({ part, daysBack }) => `anyOrNullIf(value, date = newest - ${daysBack}) AS ${part}`).join(", ")}
  FROM (SELECT metric_id, token_id, date, value FROM ${looked} WHERE ${where}) AS rows
  INNER JOIN ${days} AS days USING (metric_id)
  GROUP BY metric_id, token_id`;

/** SELECT of what weighs each value of each metric that is combined by weight. */
export const weightsSql = ({ looked, days }: LookedUp) => `
  SELECT weighed.metric_id AS metric_id, token_id,
    ${levels.map(({ part, daysBack }) => `anyOrNullIf(value, date = newest - ${daysBack}) AS ${weightPart(part)}`).join(", ")}
  FROM (
    SELECT metric_id AS weight_id, token_id, date, value FROM ${looked} WHERE metric_id IN (${weightIds.join(", ")})
  ) AS rows
  INNER JOIN (
    SELECT metric_id, newest, ${weightIdSql("metric_id")} AS weight_id FROM ${days} WHERE weight_id != 0
  ) AS weighed USING (weight_id)
  GROUP BY metric_id, token_id`;

const weightIds = [...new Set(metrics.flatMap((metric) => weightOf(metric)?.id ?? []))];

/** The days that are looked up, in days since 1970. */
export const lookedUpDays = (newest: Iterable<number>): number[] => [
  ...new Set([...newest].flatMap((day) => levels.map(({ daysBack }) => day - daysBack))),
];

export interface EntityMetrics {
  figures: string;
  members: string;
  /** The metrics that `figures` has, one at least. */
  known: readonly Metric[];
}

/** A column that is unknown in every row. */
const unknown = (column: string) => `CAST(NULL AS Nullable(Float64)) AS ${column}`;

/** The rows of `entity_metrics`, without `version` and `edition`. */
export const entityMetricsSql = ({ known, ...tables }: EntityMetrics) =>
  [
    tokenRows(tables),
    ...[...new Set(known.map((metric) => ownCombination(metric).by))].map((by) => combinedRows(by, tables)),
  ].join("\n  UNION ALL\n");

const idsCombinedBy = (by: Combination["by"]): string =>
  metrics
    .filter((metric) => ownCombination(metric).by === by)
    .map(({ id }) => id)
    .join(", ");

/** The rows of tokens: one member each, which is not combined. */
const tokenRows = ({ figures, members }: Omit<EntityMetrics, "known">) => `
  SELECT 'token' AS entity_type, token_id AS entity_id, metric_id, as_of, first_day, reported, ${levelParts.join(", ")},
    ${weightParts.map((column) => `if(metric_id IN (${idsCombinedBy("weighted mean")}), ${column}, NULL) AS ${column}`).join(", ")},
    is_sample
  FROM ${figures} WHERE token_id IN (SELECT token_id FROM ${members} WHERE entity_type = 'token')`;

/** The rows of other entities, of the metrics with one rule. */
function combinedRows(by: Combination["by"], { figures, members }: Omit<EntityMetrics, "known">) {
  const areSigned = metrics.some((metric) => ownCombination(metric).by === by && isSigned(metric));
  const values = levelParts.map((column) => {
    const value = combinedSql(by, {
      value: `figures.${column}`,
      weight: `figures.${weightPart(column)}`,
      hasPlainMean: "entity_type = 'asset'",
      ofFew: true,
      areSigned,
    });
    return `${value} AS ${column}`;
  });
  return `SELECT members.entity_type AS entity_type, members.entity_id AS entity_id, figures.metric_id AS metric_id,
    any(figures.as_of) AS as_of, min(figures.first_day) AS first_day, max(figures.reported) AS reported,
    ${[...values, ...weightParts.map(unknown)].join(",\n    ")},
    max(figures.is_sample) AS is_sample
  FROM (SELECT * FROM ${figures} WHERE metric_id IN (${idsCombinedBy(by)})) AS figures
  INNER JOIN (SELECT * FROM ${members} WHERE entity_type != 'token') AS members ON members.token_id = figures.token_id
  GROUP BY entity_type, entity_id, metric_id`;
}
