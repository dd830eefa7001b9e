import { invalidAt, type Sort } from "#domain/query";
import { fieldByName, perUnitReason, type Resource } from "#domain/resources";
import type { FilterTarget, TargetResolver } from "./filterTarget";
import { suggestedFields } from "./suggestedFields";

/** One of the values that rows are sorted by. */
export interface SortKey {
  sql: string;
  type: FilterTarget["type"];
  nullable: boolean;
  direction: "asc" | "desc";
}

export interface CompiledSort {
  /** In order of precedence. */
  keys: readonly SortKey[];
  /** The applied sort, for the response. */
  sort: Sort & Pick<SortKey, "direction">;
}

/** Letters sort regardless of case. */
const keyOf = ({ sql, type, nullable }: FilterTarget, direction: SortKey["direction"]): SortKey => ({
  sql: type === "string" ? `lowerUTF8(${sql})` : sql,
  type,
  nullable,
  direction,
});

const opposite = { asc: "desc", desc: "asc" } as const;

/**
 * The ORDER BY of keys, with unknown values last in both directions. Reversed, it returns the same rows in
 * opposite order.
 */
export const orderBy = (
  keys: readonly SortKey[],
  { isReversed = false }: { isReversed?: boolean } = {},
): string =>
  keys
    .map(({ sql, direction }) =>
      isReversed
        ? `${sql} ${opposite[direction].toUpperCase()} NULLS FIRST`
        : `${sql} ${direction.toUpperCase()} NULLS LAST`,
    )
    .join(", ");

/** Text ascending, everything else descending. */
const naturalDirection = (type: FilterTarget["type"]): SortKey["direction"] =>
  type === "string" || type === "slug" || type === "enum" ? "asc" : "desc";

/** Many rows are equal in a boolean: the resource's default order applies among them. */
function amongAlike(type: FilterTarget["type"], own: Sort, resolve: TargetResolver): SortKey[] {
  const target = type === "boolean" ? resolve(own.field) : null;
  return target === null ? [] : [keyOf(target, own.direction || naturalDirection(target.type))];
}

type Sorted = Pick<Resource, "label" | "defaultSort" | "idField" | "fields" | "pagedByKey">;

/**
 * Keys that break ties: the id, with the time if both together identify a row.
 * @param isTimeFirst whether the newest come first, and the id decides among those of the same time
 */
const tellingKeys = (resource: Sorted, isTimeFirst: boolean): SortKey[] => {
  const names = [resource.idField, resource.pagedByKey?.time];
  return (isTimeFirst ? names.toReversed() : names).flatMap((name) => {
    const field = name === undefined ? undefined : fieldByName(resource, name);
    if (field === undefined) return [];
    const direction = isTimeFirst && name !== resource.idField ? "desc" : "asc";
    return [{ sql: `t.${field.name}`, type: field.type, nullable: field.nullable, direction }];
  });
};

/**
 * The order of a list: the requested order or the resource's default, then the id.
 * @throws InvalidError for a field that is not sortable
 */
export function compileSort(
  requested: Sort | null,
  resource: Sorted,
  resolve: TargetResolver,
  { isTimeFirst = false }: { isTimeFirst?: boolean } = {},
): CompiledSort {
  const wanted = requested ?? resource.defaultSort;
  const target = resolve(wanted.field);
  if (target === null || !target.sortable) {
    const meant =
      perUnitReason(wanted.field) || suggestedFields(wanted.field, resolve, ({ sortable }) => sortable);
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
  const keys = [
    keyOf(target, direction),
    ...amongAlike(target.type, resource.defaultSort, resolve),
    ...tellingKeys(resource, isTimeFirst),
  ];
  return {
    // A repeated value cannot decide anything.
    keys: keys.filter(({ sql }, at) => keys.findIndex((key) => key.sql === sql) === at),
    sort: { field: wanted.field, direction },
  };
}
