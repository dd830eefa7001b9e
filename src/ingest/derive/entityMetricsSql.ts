/**
 * SQL for the latest value of every metric of every entity with its past values, from the daily metrics.
 *
 * Members of a group (network, platform, issuer, manager, class, jurisdiction) are listings. A member counts
 * on a day when its own value is known on that day. Sums add the members; weighted metrics are
 * Σ value·weight ÷ Σ weight over members whose weight is known and above zero. An asset whose members have no
 * known weight at all shows their plain mean, so that a price is there even where no supply is known.
 */
import { type EntityType, metricByName, metrics } from "#domain";

/** Column of `dim_tokens` that says which group of a type a listing belongs to. */
const groupColumns: Partial<Record<EntityType, string>> = {
  network: "network_id",
  platform: "protocol_id",
  issuer: "issuer_id",
  manager: "manager_id",
  asset_class: "asset_class_id",
  jurisdiction: "jurisdiction_country_id",
};

/** Days back from the latest one, in the order of the columns. */
const LOOKBACKS = [0, 7, 30, 90] as const;

const weightOf = new Map(
  metrics.flatMap(({ id, across }): [number, number][] => {
    if (across.rule !== "weighted") return [];
    const weight = metricByName(across.weight);
    if (weight === undefined) throw new Error(`${across.weight} is no metric`);
    return [[id, weight.id]];
  }),
);
/** Id of the metric that weighs another; 0 where values are summed. */
const weightId = (column: string) =>
  `transform(${column}, [${[...weightOf.keys()].join(", ")}], [${[...weightOf.values()].join(", ")}], 0)`;

export const MEMBER_COLUMNS = "entity_type LowCardinality(String), entity_id UInt32, token_id UInt32";

/** Which listings belong to which entity. `tokens` is the mirror of the tokens, or null before a catalog was loaded. */
export const membersSql = ({ daily, tokens }: { daily: string; tokens: string | null }) =>
  [
    `SELECT 'token' AS entity_type, token_id AS entity_id, token_id FROM ${daily} GROUP BY token_id`,
    `SELECT 'asset', asset_id, token_id FROM ${daily} GROUP BY asset_id, token_id`,
    ...(tokens === null
      ? []
      : Object.entries(groupColumns).map(
          ([type, column]) =>
            `SELECT '${type}', assumeNotNull(${column}), id FROM ${tokens} WHERE ${column} IS NOT NULL`,
        )),
  ].join("\n  UNION ALL\n  ");

export const POINT_COLUMNS =
  "entity_type LowCardinality(String), entity_id UInt32, metric_id UInt32, as_of Date, days_ago UInt8, date Date, token_id UInt32";

/** One row for each value that is looked up: an entity's metric, a look-back, and a member. */
export const pointsSql = ({ daily, members }: { daily: string; members: string }) => `
  WITH last_days AS (
    SELECT metric_id, token_id, max(date) AS last FROM ${daily} GROUP BY metric_id, token_id
  ), weighed AS (
    SELECT own.metric_id AS metric_id, own.token_id AS token_id, own.last AS last,
      ${weightId("own.metric_id")} AS weight_id,
      weight_id = 0 OR toInt32(weight.last) > 0 AS is_weighed,
      if(weight_id = 0, own.last, least(own.last, weight.last)) AS last_weighed
    FROM (SELECT *, ${weightId("metric_id")} AS own_weight FROM last_days) AS own
    LEFT JOIN last_days AS weight ON weight.metric_id = own.own_weight AND weight.token_id = own.token_id
  )
  SELECT entity_type, entity_id, metric_id, as_of, days_ago, as_of - days_ago AS date, member AS token_id
  FROM (
    SELECT entity_type, entity_id, metric_id, groupArray(members.token_id) AS tokens,
      if(entity_type = 'token' OR (entity_type = 'asset' AND NOT max(is_weighed)), max(last),
        maxIf(last_weighed, is_weighed)) AS as_of
    FROM weighed INNER JOIN ${members} AS members ON members.token_id = weighed.token_id
    GROUP BY entity_type, entity_id, metric_id
    HAVING toInt32(as_of) > 0
  )
  ARRAY JOIN tokens AS member
  ARRAY JOIN [${LOOKBACKS.join(", ")}] AS days_ago`;

/** A compensated sum in ascending order: the same to the last digit whatever order the engine reads rows in. */
const exactSum = (value: string, condition: string) =>
  `arrayReduce('sumKahan', arraySort(groupArrayIf(${value}, ${condition})))`;

/** The rows of `entity_metrics`, without `version`. */
export const entityMetricsSql = ({ daily, points }: { daily: string; points: string }) => {
  const at = (days: number) => `anyOrNullIf(combined, days_ago = ${days})`;
  return `
  WITH looked_up AS (
    SELECT metric_id, token_id, date, value, is_sample FROM ${daily} FINAL
    WHERE (metric_id, token_id, date) IN (SELECT metric_id, token_id, date FROM ${points})
  ), weights AS (
    SELECT metric_id, token_id, date, value FROM ${daily} FINAL
    WHERE metric_id IN (${[...new Set(weightOf.values())].join(", ")}) AND (metric_id, token_id, date) IN (
      SELECT ${weightId("metric_id")}, token_id, date FROM ${points} WHERE ${weightId("metric_id")} > 0)
  )
  SELECT entity_type, entity_id, metric_id, as_of, assumeNotNull(val) AS val, val_7d, val_30d, val_90d, is_sample FROM (
    SELECT entity_type, entity_id, metric_id, any(of_day) AS as_of,
      ${at(0)} AS val, ${at(7)} AS val_7d, ${at(30)} AS val_30d, ${at(90)} AS val_90d,
      max(any_sample) AS is_sample
    FROM (
      SELECT entity_type, entity_id, metric_id, days_ago, any(as_of) AS of_day, max(is_sample) AS any_sample,
        ${exactSum("weight", "weight > 0")} AS total_weight,
        multiIf(
          entity_type = 'token', any(toNullable(value)),
          metric_id NOT IN (${[...weightOf.keys()].join(", ")}), ${exactSum("value", "true")},
          total_weight > 0, ${exactSum("value * weight", "weight > 0")} / total_weight,
          entity_type = 'asset', ${exactSum("value", "true")} / count(),
          NULL) AS combined
      FROM (
        SELECT points.entity_type AS entity_type, points.entity_id AS entity_id, points.metric_id AS metric_id,
          points.days_ago AS days_ago, points.as_of AS as_of, looked_up.value AS value,
          looked_up.is_sample AS is_sample, weights.value AS weight
        FROM (SELECT *, ${weightId("metric_id")} AS weight_id FROM ${points}) AS points
        INNER JOIN looked_up ON looked_up.metric_id = points.metric_id AND looked_up.token_id = points.token_id
          AND looked_up.date = points.date
        LEFT JOIN weights ON weights.metric_id = points.weight_id AND weights.token_id = points.token_id
          AND weights.date = points.date
      )
      GROUP BY entity_type, entity_id, metric_id, days_ago
    )
    GROUP BY entity_type, entity_id, metric_id
  )
  WHERE val IS NOT NULL`;
};
