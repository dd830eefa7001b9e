import { invalidAt, type Resource, type Sort } from "#domain";
import type { FilterTarget, TargetResolver } from "./filterTarget";
import { orMeantBy } from "./meantNames";

export interface CompiledSort {
  sql: string;
  /** As it was applied, for the response. */
  sort: Sort;
}

/** Letters sort regardless of case; what is unknown comes last either way. */
export const orderBy = (sql: string, type: FilterTarget["type"], direction: "asc" | "desc"): string =>
  `${type === "string" ? `lowerUTF8(${sql})` : sql} ${direction.toUpperCase()} NULLS LAST`;

/** Text from A, everything else from the largest or newest. */
const naturalDirection = (type: FilterTarget["type"]): "asc" | "desc" =>
  type === "string" || type === "slug" || type === "enum" ? "asc" : "desc";

/** Rows that are alike in a yes or no are many: among them, the resource's own order holds. */
function amongAlike(type: FilterTarget["type"], own: Sort, resolve: TargetResolver): string {
  const target = type === "boolean" ? resolve(own.field) : null;
  if (target === null) return "";
  return `${orderBy(target.sql, target.type, own.direction || naturalDirection(target.type))}, `;
}

/**
 * The ORDER BY of a list: what was asked or the resource's own order, then the id.
 * @throws InvalidError for a field that cannot be sorted by.
 */
export function compileSort(
  asked: Sort | null,
  resource: Pick<Resource, "label" | "defaultSort" | "idField">,
  resolve: TargetResolver,
): CompiledSort {
  const wanted = asked ?? resource.defaultSort;
  const target = resolve(wanted.field);
  if (target === null || !target.sortable) {
    const meant = orMeantBy(wanted.field, resolve, ({ sortable }) => sortable);
    throw invalidAt(
      "sort.field",
      `${resource.label} cannot be sorted by ${JSON.stringify(wanted.field)}${meant}`,
    );
  }
  const direction =
    wanted.direction ||
    (wanted.field === resource.defaultSort.field
      ? resource.defaultSort.direction
      : naturalDirection(target.type));
  return {
    sql: `${orderBy(target.sql, target.type, direction)}, ${amongAlike(target.type, resource.defaultSort, resolve)}t.${resource.idField} ASC`,
    sort: { field: wanted.field, direction },
  };
}
