/** A choice by one field, as it stands among the conditions of an address. */
import type { FilterValue } from "#domain";
import { type Condition, isSame, type TableSearch, withOne } from "../query/tableSearch";

/** The value of the last condition of a kind on a field; undefined without one. */
export const conditionOn = (
  { filters = [] }: TableSearch,
  field: string,
  operator: Condition[1],
): FilterValue | undefined => filters.findLast(([on, by]) => on === field && by === operator)?.[2];

/** Changes an address so that of the conditions of a kind on a field there is one, or none. */
export const choosing =
  ([field, operator]: readonly [string, Condition[1]], value: FilterValue | undefined) =>
  ({ filters = [] }: TableSearch): TableSearch =>
    conditionsOf([
      ...filters.filter(([on, by]) => on !== field || by !== operator),
      ...(value === undefined ? [] : [[field, operator, value] as const]),
    ]);

/** Changes an address so that a condition is among its own. */
export const adding =
  (condition: Condition) =>
  ({ filters = [] }: TableSearch): TableSearch =>
    conditionsOf(withOne(filters, condition));

/** Changes an address so that a condition is no longer among its own. */
export const removing =
  (condition: Condition) =>
  ({ filters = [] }: TableSearch): TableSearch =>
    conditionsOf(filters.filter((one) => !isSame(one, condition)));

/** Changes an address so that the conditions on a field, of every kind, become one; null takes them out. */
export const replacing =
  (field: string, condition: Condition | null) =>
  ({ filters = [] }: TableSearch): TableSearch =>
    conditionsOf([...filters.filter(([name]) => name !== field), ...(condition === null ? [] : [condition])]);

const conditionsOf = (filters: Condition[]): TableSearch => ({
  filters: filters.length === 0 ? undefined : filters,
});

/** The value that a field must have by one of the conditions; undefined where none says so. */
export const filteredValue = (
  filters: readonly Condition[] | undefined,
  field: string,
): string | undefined => {
  const value = filters?.find(
    (one) => one[0] === field && (one[1] === "equals" || one[1] === "includes"),
  )?.[2];
  const one = Array.isArray(value) && value.length === 1 ? value[0] : value;
  return typeof one === "string" ? one : undefined;
};
