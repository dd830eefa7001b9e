import type { Condition } from "../table/tableSearch";

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
