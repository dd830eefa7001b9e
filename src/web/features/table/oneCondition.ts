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
  return { filters: next.length === 0 ? undefined : next, page: undefined };
}
