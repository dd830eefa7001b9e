import { catalogResources, fieldByName, type Resource } from "#domain";
import { referenceOf } from "../names/referenceNames";
import type { FilterTarget } from "./filterTarget";
import { metricTarget, usedMetricsSql } from "./usedMetrics";

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

  readonly resolve = (name: string): FilterTarget | null =>
    this.field(name) ?? (this.resource.metricsOf === null ? null : metricTarget(name, this.used));

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

  /** The FROM clause. Read it after every name has been resolved. */
  from(): string {
    const { metricsOf, idField } = this.resource;
    const rows = tableSql(this.resource);
    if (this.used.size === 0) return rows;
    return `${rows} LEFT JOIN (${usedMetricsSql(metricsOf ?? "", this.used)}) AS m ON m.entity_id = t.${idField}`;
  }
}
