import { fieldByName, invalidAt, perUnitReason, type Resource, type Sort } from "#domain";
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
  /** From the first that decides to the last. */
  keys: readonly SortKey[];
  /** As it was applied, for the response. */
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

/** The ORDER BY of keys: what is unknown comes last either way. Reversed, the same rows come from the last to the first. */
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

/** Text from A, everything else from the largest or newest. */
const naturalDirection = (type: FilterTarget["type"]): SortKey["direction"] =>
  type === "string" || type === "slug" || type === "enum" ? "asc" : "desc";

/** Rows that are alike in a yes or no are many: among them, the resource's own order holds. */
function amongAlike(type: FilterTarget["type"], own: Sort, resolve: TargetResolver): SortKey[] {
  const target = type === "boolean" ? resolve(own.field) : null;
  return target === null ? [] : [keyOf(target, own.direction || naturalDirection(target.type))];
}

type Sorted = Pick<Resource, "label" | "defaultSort" | "idField" | "fields" | "pagedByKey">;

/** What tells rows apart that are alike: their id, with the time where it is that and the id that tell every row. */
const tellingKeys = (resource: Sorted): SortKey[] =>
  [resource.idField, resource.pagedByKey?.time].flatMap((name) => {
    const field = name === undefined ? undefined : fieldByName(resource, name);
    return field === undefined
      ? []
      : [{ sql: `t.${field.name}`, type: field.type, nullable: field.nullable, direction: "asc" as const }];
  });

/**
 * The order of a list: what was asked or the resource's own order, then the id.
 * @throws InvalidError for a field that cannot be sorted by.
 */
export function compileSort(asked: Sort | null, resource: Sorted, resolve: TargetResolver): CompiledSort {
  const wanted = asked ?? resource.defaultSort;
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
    ...tellingKeys(resource),
  ];
  return {
    // Sorted by once, a value decides nothing more.
    keys: keys.filter(({ sql }, at) => keys.findIndex((key) => key.sql === sql) === at),
    sort: { field: wanted.field, direction },
  };
}
