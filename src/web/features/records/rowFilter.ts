/** A row filter in the form: JSON text, and conditions that must all be met. */
import { allOf, type Filter, type FilterScalar, filterOperators } from "#domain/query";
import type { Condition } from "../table/query/tableSearch";

const isScalar = (value: unknown): value is FilterScalar =>
  value === null || ["string", "number", "boolean"].includes(typeof value);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function conditionOf(leaf: unknown): Condition | null {
  if (!isObject(leaf)) return null;
  const { field, value } = leaf;
  const operator = filterOperators.find((known) => known === leaf.operator);
  const isValue = isScalar(value) || (Array.isArray(value) && value.every(isScalar));
  return typeof field === "string" && operator !== undefined && isValue ? [field, operator, value] : null;
}

/** The conditions of a filter in JSON; null if it contains anything else, such as alternatives. */
export function conditionsOfFilter(text: string): Condition[] | null {
  if (text.trim() === "") return [];
  let filter: unknown;
  try {
    filter = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isObject(filter)) return null;
  const leaves = filter.operator === "and" && Array.isArray(filter.filters) ? filter.filters : [filter];
  const conditions = leaves.map(conditionOf);
  return conditions.some((one) => one === null) ? null : conditions.flatMap((one) => (one ? [one] : []));
}

/** The filter of conditions in JSON; blank without any. */
export function filterOfConditions(conditions: readonly Condition[]): string {
  const filter: Filter | null = allOf(
    ...conditions.map(([field, operator, value]) => ({ operator, field, value })),
  );
  return filter === null ? "" : JSON.stringify(filter);
}
