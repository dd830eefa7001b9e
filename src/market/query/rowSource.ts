import type { ReadScope } from "#domain/people";
import { catalogResources, type Field, fieldByName, holdersResource, type Resource } from "#domain/resources";
import type { SqlBinder } from "../sql/sqlBinder";
import { visibleCounts } from "../visible/visibleCounts";
import type { VisibleResource } from "../visible/visibleResource";
import { withComputedSql } from "./computedFields";
import type { FilterTarget } from "./filterTarget";
import {
  type BranchConditions,
  isNumbered,
  type Ledger,
  numberCondition,
  transactionsSql,
} from "./ledgerRows";
import { metricTarget, usedMetricsSql } from "./usedMetrics";

/** Tables whose rows replace earlier ones must be read after replacement. Holders of a token are replaced as a whole. */
export const isReplacing = ({ table }: Resource) =>
  table !== holdersResource.table && !catalogResources.some((resource) => resource.table === table);

/**
 * The table of a resource in a FROM clause, as `t` or another name, with these fields: computed ones, and
 * those over the listings visible in a scope.
 */
export function tableSql(
  resource: Resource,
  fields: Iterable<Field> = [],
  { as = "t", scope = null }: { as?: string; scope?: ReadScope | null } = {},
): string {
  const read = [...fields];
  const rows = visibleCounts(resource, read, scope);
  return read.some((field) => field.computed)
    ? `(${withComputedSql(resource, "entity_rows.*", rows)}) AS ${as}`
    : `${rows} AS ${as}${isReplacing(resource) ? " FINAL" : ""}`;
}

/**
 * The rows of a resource, for statements that filter and sort them: resolves names of fields and metrics to
 * columns, and joins the metrics that were named, and only those.
 */
export class RowSource {
  private readonly used = new Set<number>();
  private readonly fields: Set<Field>;

  /**
   * @param columns the fields that are read of the rows themselves
   * @param isWhole whether no row stands beside one that replaces it (`isSettled`)
   * @param ledger the ledger of transfers, if its rows belong to the resource (`ledgerOf`)
   */
  constructor(
    readonly resource: Resource & Partial<Pick<VisibleResource, "hiddenMetrics">>,
    columns: readonly Field[] = [],
    private readonly scope: ReadScope | null = null,
    private readonly isWhole = false,
    private readonly ledger: Ledger | null = null,
  ) {
    this.fields = new Set(columns);
  }

  readonly resolve = (name: string): FilterTarget | null =>
    this.field(name) ??
    (this.resource.metricsOf === null ? null : metricTarget(name, this.used, this.resource.hiddenMetrics));

  private field(name: string): FilterTarget | null {
    const field = fieldByName(this.resource, name);
    if (field?.filterable !== true) return null;
    this.fields.add(field);
    // Where a policy hides the other list, it decides nothing.
    const whole = field.complementOf === null ? undefined : fieldByName(this.resource, field.complementOf);
    if (whole !== undefined) this.fields.add(whole);
    return {
      sql: `t.${field.name}`,
      ...(whole !== undefined && { complementOf: `t.${whole.name}` }),
      type: field.type,
      values: field.values,
      nullable: field.nullable,
      sortable: field.sortable,
      reference: field.refersTo,
      isAddress: this.resource.addressFields.includes(field.name),
      ...(this.ledger !== null &&
        isNumbered(field.name) && {
          amongTexts: (texts: readonly string[], binder: SqlBinder) =>
            numberCondition(field.name, texts, binder),
        }),
    };
  }

  /**
   * The FROM clause. Read it after every name has been resolved.
   * @param named conditions on its rows that were compiled elsewhere
   */
  from({ named = "", where }: { named?: string; where?: BranchConditions | undefined } = {}): string {
    const { metricsOf, idField } = this.resource;
    if (this.ledger !== null) {
      const hasDollars =
        named.includes("t.amount_dollar") || [...this.fields].some(({ name }) => name === "amount_dollar");
      return `${transactionsSql({ ledger: this.ledger, isWhole: this.isWhole, hasDollars, where })} AS t`;
    }
    const rows =
      this.isWhole && isReplacing(this.resource)
        ? `${this.resource.table} AS t`
        : tableSql(this.resource, this.fields, { scope: this.scope });
    if (this.used.size === 0) return rows;
    return `${rows} LEFT JOIN (${usedMetricsSql(metricsOf ?? "", this.used, this.scope)}) AS m ON m.entity_id = t.${idField}`;
  }
}
