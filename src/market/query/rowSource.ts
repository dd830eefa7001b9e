import { catalogResources, fieldByName, metricByName, type Resource } from "#domain";
import { referenceOf } from "../names/referenceNames";
import { metricPartSql, splitMetricPath } from "../sql/metricParts";
import type { FilterTarget } from "./filterTarget";
import { usedMetricsSql } from "./usedMetricsSql";

/** Tables whose rows replace earlier ones must be read as they are after replacement. */
const isReplacing = (resource: Resource) => !catalogResources.some(({ table }) => table === resource.table);

/** The table of a resource in a FROM clause, as `t`. */
export const tableSql = (resource: Resource): string =>
  `${resource.table} AS t${isReplacing(resource) ? " FINAL" : ""}`;

/**
 * The rows of a resource, for statements that filter and sort them: resolves names of fields and metrics to
 * columns, and joins the metrics that were named, and only those.
 */
export class RowSource {
  private readonly used = new Set<number>();

  constructor(readonly resource: Resource) {}

  readonly resolve = (name: string): FilterTarget | null => this.field(name) ?? this.metric(name);

  private field(name: string): FilterTarget | null {
    const field = fieldByName(this.resource, name);
    if (field?.filterable !== true) return null;
    return {
      sql: `t.${field.name}`,
      type: field.type,
      values: field.values,
      nullable: field.nullable,
      sortable: field.sortable,
      reference: referenceOf(this.resource, field.name),
    };
  }

  private metric(path: string): FilterTarget | null {
    const split = splitMetricPath(path);
    const metric = split === null ? undefined : metricByName(split.name);
    if (split === null || metric === undefined || this.resource.metricsOf === null) return null;
    this.used.add(metric.id);
    return {
      sql: metricPartSql(split.part, (column) => `m.m${metric.id}_${column}`),
      type: "number",
      values: null,
      nullable: true,
      sortable: true,
      reference: null,
    };
  }

  /** The FROM clause. Read it after every name has been resolved. */
  from(): string {
    const { metricsOf, idField } = this.resource;
    const rows = tableSql(this.resource);
    if (this.used.size === 0) return rows;
    return `${rows} LEFT JOIN (${usedMetricsSql(metricsOf ?? "", this.used)}) AS m ON m.entity_id = t.${idField}`;
  }
}
