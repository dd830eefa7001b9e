import { levelParts, metricByName } from "#domain/metrics";
import type { ReadScope } from "#domain/people";
import type { EntityType } from "#domain/resources";
import { metricPartSql, splitMetricPath } from "../sql/metricParts";
import { metricsSql } from "../visible/metricsSql";
import type { FilterTarget } from "./filterTarget";

/**
 * SQL of a metric or a part of one (`holders.chg_30d_pct`), over the columns of `usedMetricsSql` joined as
 * `m`; null for unknown and hidden metrics. Records in `used` which metrics to join.
 */
export function metricTarget(
  path: string,
  used: Set<number>,
  hidden: ReadonlySet<number> = new Set(),
): FilterTarget | null {
  const split = splitMetricPath(path);
  const metric = split === null ? undefined : metricByName(split.name);
  if (split === null || metric === undefined || hidden.has(metric.id)) return null;
  used.add(metric.id);
  return {
    sql: metricPartSql(split.part, (column) => `m.m${metric.id}_${column}`),
    type: "number",
    values: null,
    nullable: true,
    sortable: true,
    reference: null,
  };
}

/** One row per entity with the present and past values of some metrics, as `m71_val`, `m71_val_7d` … */
export function usedMetricsSql(
  entityType: EntityType | "",
  ids: ReadonlySet<number>,
  scope: ReadScope | null,
): string {
  const columns = [...ids].flatMap((id) =>
    levelParts.map((part) => `anyIf(toNullable(${part}), metric_id = ${id}) AS m${id}_${part}`),
  );
  return `SELECT entity_id, ${columns.join(", ")} FROM ${metricsSql(scope, entityType)}
    WHERE entity_type = '${entityType}' AND metric_id IN (${[...ids].join(", ")}) GROUP BY entity_id`;
}
