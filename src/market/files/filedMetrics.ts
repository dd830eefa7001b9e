import { type MetricPart, metricParts } from "#domain/metrics";
import type { ReadScope } from "#domain/people";
import type { EntityType } from "#domain/resources";
import { metricPartSql } from "../sql/metricParts";
import { metricsSql } from "../visible/metricsSql";

/**
 * One row per entity with every part of some metrics, a tuple for each metric: `m71` … A file has up to a
 * thousand columns of figures. With an aggregate for each, the engine takes twice as long to plan it (0.25
 * s), which is most of the time of a small file; for some 5,000 rows both take the same, and for 20,000 this
 * takes a fifth longer.
 */
export function filedMetricsSql(
  entityType: EntityType | "",
  ids: ReadonlySet<number>,
  scope: ReadScope | null,
): string {
  const parts = metricParts.map((part) => metricPartSql(part, (column) => column));
  // There is nothing in place 0, where a metric is that an entity lacks.
  const tuples = [...ids].map((id) => `figures[indexOf(figures.1, ${id})] AS m${id}`);
  return `SELECT entity_id, ${tuples.join(", ")} FROM (
      SELECT entity_id, groupArray(tuple(metric_id, ${parts.join(", ")})) AS figures
      FROM ${metricsSql(scope, entityType)}
      WHERE entity_type = '${entityType}' AND metric_id IN (${[...ids].join(", ")}) GROUP BY entity_id)`;
}

/** A part of a metric over the statement above as `x`. */
export const filedPartSql = (metricId: number, part: MetricPart): string =>
  `x.m${metricId}.${metricParts.indexOf(part) + 2}`;
