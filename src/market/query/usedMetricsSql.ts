/** One row per entity with the present and past values of some metrics, as `m71_val`, `m71_val_7d` … */
export function usedMetricsSql(entityType: string, ids: ReadonlySet<number>): string {
  const columns = [...ids].flatMap((id) =>
    ["val", "val_7d", "val_30d", "val_90d"].map(
      (part) => `anyIf(toNullable(${part}), metric_id = ${id}) AS m${id}_${part}`,
    ),
  );
  return `SELECT entity_id, ${columns.join(", ")} FROM entity_metrics FINAL
    WHERE entity_type = '${entityType}' AND metric_id IN (${[...ids].join(", ")}) GROUP BY entity_id`;
}
