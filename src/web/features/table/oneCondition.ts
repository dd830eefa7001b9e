/** A choice by one field, as it stands among the conditions of an address. */
import type { FilterValue } from "#domain";
import type { Condition, TableSearch } from "./tableSearch";

/** The value of the last condition of a kind on a field; undefined without one. */
export const conditionOn = (
  { filters = [] }: TableSearch,
  field: string,
  operator: Condition[1],
): FilterValue | undefined => filters.findLast(([on, by]) => on === field && by === operator)?.[2];

/** What of an address changes where the conditions of a kind on a field become one, or none. */
export function choosing(
  { filters = [] }: TableSearch,
  [field, operator]: readonly [string, Condition[1]],
  value: FilterValue | undefined,
): TableSearch {
  const others = filters.filter(([on, by]) => on !== field || by !== operator);
  const next: Condition[] = value === undefined ? others : [...others, [field, operator, value]];
  return { filters: next.length === 0 ? undefined : next };
}

/** The value that a field must have by one of the conditions; undefined where none says so. */
export const wantedValue = (filters: readonly Condition[] | undefined, field: string): string | undefined => {
  const value = filters?.find(
    (one) => one[0] === field && (one[1] === "equals" || one[1] === "includes"),
  )?.[2];
  const one = Array.isArray(value) && value.length === 1 ? value[0] : value;
  return typeof one === "string" ? one : undefined;
};

/** The conditions with another on a field, which takes the place of those on it; without one where it is null. */
export function withCondition(
  filters: readonly Condition[] | undefined,
  field: string,
  condition: Condition | null,
): Condition[] | undefined {
  const next = [
    ...(filters ?? []).filter(([name]) => name !== field),
    ...(condition === null ? [] : [condition]),
  ];
  return next.length === 0 ? undefined : next;
}
