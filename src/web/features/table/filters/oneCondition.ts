/** A single choice by one field, stored among the conditions in the URL. */
import type { FilterValue } from "#domain/query";
import { type Condition, isSame, type TableSearch, withOne } from "../query/tableSearch";

/** The value of the last condition with this field and operator; undefined without one. */
export const conditionOn = (
  { filters = [] }: TableSearch,
  field: string,
  operator: Condition[1],
): FilterValue | undefined => filters.findLast(([on, by]) => on === field && by === operator)?.[2];

/** Sets or removes the condition with this field and operator. */
export const choosing =
  ([field, operator]: readonly [string, Condition[1]], value: FilterValue | undefined) =>
  ({ filters = [] }: TableSearch): TableSearch =>
    conditionsOf([
      ...filters.filter(([on, by]) => on !== field || by !== operator),
      ...(value === undefined ? [] : [[field, operator, value] as const]),
    ]);

/** Adds a condition. */
export const adding =
  (condition: Condition) =>
  ({ filters = [] }: TableSearch): TableSearch =>
    conditionsOf(withOne(filters, condition));

/** Removes a condition. */
export const removing =
  (condition: Condition) =>
  ({ filters = [] }: TableSearch): TableSearch =>
    conditionsOf(filters.filter((one) => !isSame(one, condition)));

/** Replaces all conditions on a field by one; null removes them. */
export const replacing =
  (field: string, condition: Condition | null) =>
  ({ filters = [] }: TableSearch): TableSearch =>
    conditionsOf([...filters.filter(([name]) => name !== field), ...(condition === null ? [] : [condition])]);

const conditionsOf = (filters: Condition[]): TableSearch => ({
  filters: filters.length === 0 ? undefined : filters,
});

/** The value that a condition requires of a field; undefined without such a condition. */
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
