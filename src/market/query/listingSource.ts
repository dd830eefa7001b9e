import { assetsResource, type Field, fieldByName, type Resource, tokensResource } from "#domain";
import { referenceOf } from "../names/referenceNames";
import type { FilterTarget } from "./filterTarget";
import { tableSql } from "./rowSource";
import { metricTarget, usedMetricsSql } from "./usedMetrics";

/** Resources that can be totalled: both are made of listings, the rows of the `tokens` table. */
export type TotalledResource = "assets" | "tokens";

/** Columns of the `tokens` table that repeat a field of the asset under another name. */
const inheritedNames: Readonly<Record<string, string>> = {
  id: "asset_id",
  slug: "asset_slug",
  name: "asset_name",
  ticker: "asset_ticker",
};

/**
 * The listings that a total is made of. Names mean what they mean for the resource that is asked (`id` is the
 * asset's in totals over assets); fields that only assets have are reached by a join made when they are named.
 */
export class ListingSource {
  private readonly tokenFields = new Set<Field>();
  private readonly assetFields = new Set<Field>();
  private readonly used = new Set<number>();

  constructor(
    readonly resource: TotalledResource,
    /** Whether metrics of the resource may be named too. */
    private readonly allowsMetrics: boolean,
  ) {}

  readonly resolve = (name: string): FilterTarget | null => {
    const column = this.column(name);
    if (column === null) return this.allowsMetrics ? metricTarget(name, this.used) : null;
    const { field, sql, owner } = column;
    if (!field.filterable) return null;
    return {
      sql,
      type: field.type,
      values: field.values,
      nullable: field.nullable,
      sortable: field.sortable,
      reference: referenceOf(owner, field.name),
    };
  };

  /** The column that a name stands for, filterable or not. */
  column(name: string): { field: Field; sql: string; owner: Resource } | null {
    const assetField = fieldByName(assetsResource, name);
    const tokenField = fieldByName(tokensResource, name);
    if (this.resource === "assets" && assetField !== undefined) {
      // Of the asset itself, not of one of its tokens.
      if (assetField.computed) return this.assetColumn(assetField);
      const inherited = inheritedNames[assetField.name];
      if (inherited !== undefined) return this.tokenColumn(inherited);
      return this.tokenColumn(assetField.name) ?? this.assetColumn(assetField);
    }
    if (tokenField !== undefined) return this.tokenColumn(tokenField.name);
    return assetField === undefined ? null : this.assetColumn(assetField);
  }

  private tokenColumn(name: string) {
    const field = tokensResource.fields.find((f) => f.name === name);
    if (field === undefined) return null;
    this.tokenFields.add(field);
    return { field, sql: `t.${name}`, owner: tokensResource };
  }

  private assetColumn(field: Field) {
    this.assetFields.add(field);
    return { field, sql: `a.${field.name}`, owner: assetsResource };
  }

  /** The FROM clause over the listings as `t`. Read it after every name has been resolved. */
  from(): string {
    const parts = [tableSql(tokensResource, this.tokenFields)];
    if (this.assetFields.size > 0) {
      parts.push(`INNER JOIN ${tableSql(assetsResource, this.assetFields, "a")} ON a.id = t.asset_id`);
    }
    if (this.used.size > 0) {
      const [entityType, key] = this.resource === "assets" ? ["asset", "t.asset_id"] : ["token", "t.id"];
      parts.push(`LEFT JOIN (${usedMetricsSql(entityType ?? "", this.used)}) AS m ON m.entity_id = ${key}`);
    }
    return parts.join(" ");
  }
}
