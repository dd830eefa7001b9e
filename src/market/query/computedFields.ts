import { CARRY_DAYS, ownMetrics } from "#domain/metrics";
import type { Resource } from "#domain/resources";

/** The first day with figures of the row itself. An asset with only a price starts with its first price. */
const firstDaySql = (metricsOf: Resource["metricsOf"]): string => {
  const own = `metric_id IN (${ownMetrics.map(({ id }) => id).join(", ")})`;
  const fallback = metricsOf === "token" ? "NULL" : "min(first_day)";
  return `if(countIf(${own}) > 0, minIf(first_day, ${own}), ${fallback})`;
};

/** The server's day in UTC. Whatever keeps answers for a data version keeps them for this day only (`currentDay`). */
const TODAY_SQL = "toDate(now('UTC'))";

/**
 * SELECT of a resource's rows, or some of their columns, with the fields that are computed from their
 * figures. Ended entities were last reported more than seven days before the latest day of all data. Entities
 * without a launch date in the catalog appeared on the first day with their own figures. The next report of
 * an attestation is overdue after its due date.
 */
export const withComputedSql = (
  { table, metricsOf, idField, launchField, fields }: Resource,
  columns = "entity_rows.*",
  rows = table,
): string => {
  const launched = launchField === null ? "NULL" : `entity_rows.${launchField}`;
  const overdue = fields.some(({ name }) => name === "is_attestation_overdue")
    ? `, CAST(entity_rows.attestation_due_date < ${TODAY_SQL}, 'Nullable(Bool)') AS is_attestation_overdue`
    : "";
  return `SELECT ${columns}${overdue}, known.ended_date AS ended_date, coalesce(${launched}, known.started) AS appeared_date,
      multiIf(${launched} IS NOT NULL, 'catalog', known.started IS NOT NULL, 'first_data', NULL) AS appeared_basis
    FROM ${rows} AS entity_rows LEFT JOIN (
      SELECT entity_id, toNullable(${firstDaySql(metricsOf)}) AS started,
        if(max(reported) < (SELECT max(as_of) FROM entity_metrics) - ${CARRY_DAYS}, max(reported), NULL) AS ended_date
      FROM entity_metrics WHERE entity_type = '${metricsOf}' GROUP BY entity_id
    ) AS known ON known.entity_id = entity_rows.${idField}`;
};
