import { CARRY_DAYS, type Resource } from "#domain";

/**
 * SELECT of a resource's rows with the fields that are computed from their figures. What has ended was last reported
 * more than seven days before the newest day of all data.
 */
export const withComputedSql = ({ table, metricsOf, idField }: Resource): string =>
  `SELECT held.*, ends.ended_date AS ended_date FROM ${table} AS held LEFT JOIN (
      SELECT entity_id, toNullable(max(reported)) AS ended_date FROM entity_metrics FINAL
      WHERE entity_type = '${metricsOf}' GROUP BY entity_id
      HAVING ended_date < (SELECT max(as_of) FROM entity_metrics) - ${CARRY_DAYS}
    ) AS ends ON ends.entity_id = held.${idField}`;
