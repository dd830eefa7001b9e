import type { Filter, FilterLeaf } from "./query";

/** Conjunction of the given filters; null for none. */
export function allOf<Name extends string>(
  ...parts: readonly (Filter<Name> | null | undefined)[]
): Filter<Name> | null {
  const given = parts.filter((part) => part !== null && part !== undefined);
  const [only] = given;
  return given.length <= 1 ? (only ?? null) : { operator: "and", filters: given };
}

export const isEqual = <Name extends string>(field: Name, value: FilterLeaf["value"]): FilterLeaf<Name> => ({
  operator: "equals",
  field,
  value,
});
