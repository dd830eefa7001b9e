import type { ReadScope } from "#domain/people";
import {
  assetsResource,
  type Field,
  fieldByName,
  fieldReferringTo,
  listingColumn,
  tokensResource,
} from "#domain/resources";
import { hiddenIn, hiddenMetricsOf, isHiddenField, requireReadable } from "../visible/visibleResource";
import type { FilterTarget } from "./filterTarget";
import { tableSql } from "./rowSource";
import { metricTarget, usedMetricsSql } from "./usedMetrics";

/** Resources with totals: both consist of listings, the rows of the `tokens` table. */
export type TotalledResource = "assets" | "tokens";

/** The field of tokens that repeats a field of the asset, under another name if it names the asset. */
const inheritedField = ({ name, refersTo }: Field): string =>
  name === "ticker"
    ? "asset_ticker"
    : refersTo?.entity === "asset"
      ? (fieldReferringTo(tokensResource, "asset", refersTo.field)?.name ?? name)
      : name;

/**
 * The listings of a total. Names have the meaning of the requested resource (`id` is the asset's in totals
 * over assets); fields of assets only are joined on use.
 */
export class ListingSource {
  private readonly tokenFields = new Set<Field>();
  private readonly assetFields = new Set<Field>();
  private readonly used = new Set<number>();
  /** Hidden fields of assets and tokens: totals are over both. */
  private readonly hidden: ReadonlySet<string>;
  readonly hiddenMetrics: ReadonlySet<number>;

  constructor(
    readonly resource: TotalledResource,
    /** Whether metrics of the resource are valid names too. */
    private readonly allowsMetrics: boolean,
    readonly scope: ReadScope | null = null,
  ) {
    this.hidden = hiddenIn(scope, "assets", "tokens");
    this.hiddenMetrics = hiddenMetricsOf(this.hidden);
  }

  readonly resolve = (name: string): FilterTarget | null => {
    const column = this.column(name);
    if (column === null) return this.allowsMetrics ? metricTarget(name, this.used, this.hiddenMetrics) : null;
    const { field, sql } = column;
    if (!field.filterable) return null;
    // If a policy hides the other list, it has no effect.
    const whole = field.complementOf === null ? null : this.column(field.complementOf);
    return {
      sql,
      ...(whole !== null && { complementOf: whole.sql }),
      type: field.type,
      values: field.values,
      nullable: field.nullable,
      sortable: field.sortable,
      reference: field.refersTo,
      isAddress: tokensResource.addressFields.some((address) => address === field.name),
    };
  };

  /**
   * The column of a name, filterable or not.
   * @throws ForbiddenError for a field that only the other of assets and tokens has, if a policy denies those
   */
  column(name: string): { field: Field; sql: string } | null {
    if (this.isHidden(name)) return null;
    const assetField = fieldByName(assetsResource, name);
    const tokenField = fieldByName(tokensResource, name);
    if (this.resource === "assets" && assetField !== undefined) {
      // Of the asset itself, not of one of its tokens.
      if (assetField.computed) return this.assetColumn(assetField);
      return this.tokenColumn(inheritedField(assetField)) ?? this.assetColumn(assetField);
    }
    if (tokenField !== undefined) {
      requireReadable(this, tokensResource);
      return this.tokenColumn(tokenField.name);
    }
    if (assetField === undefined) return null;
    requireReadable(this, assetsResource);
    return this.assetColumn(assetField);
  }

  /** Whether a field is hidden, under any of its names in either resource. */
  isHidden(name: string): boolean {
    const assetField = fieldByName(assetsResource, name);
    return (
      isHiddenField(assetsResource, name, this.hidden) ||
      isHiddenField(tokensResource, name, this.hidden) ||
      (assetField !== undefined && this.hidden.has(inheritedField(assetField)))
    );
  }

  private tokenColumn(name: string) {
    const field = tokensResource.fields.find((f) => f.name === name);
    if (field === undefined) return null;
    this.tokenFields.add(field);
    return { field, sql: `t.${name}` };
  }

  private assetColumn(field: Field) {
    this.assetFields.add(field);
    return { field, sql: `a.${field.name}` };
  }

  /** The FROM clause over the listings as `t`. Call it after every name has been resolved. */
  from(): string {
    const parts = [tableSql(tokensResource, this.tokenFields)];
    if (this.assetFields.size > 0) {
      parts.push(
        `INNER JOIN ${tableSql(assetsResource, this.assetFields, { as: "a", scope: this.scope })} ON a.id = t.asset_id`,
      );
    }
    if (this.used.size > 0) {
      const kind = this.resource === "assets" ? "asset" : "token";
      const key = `t.${listingColumn(kind, "id")}`;
      parts.push(`LEFT JOIN (${usedMetricsSql(kind, this.used, this.scope)}) AS m ON m.entity_id = ${key}`);
    }
    return parts.join(" ");
  }
}
