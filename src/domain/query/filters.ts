import type { Filter, FilterLeaf } from "./query";

/** Every part that is given must hold; null where nothing is asked. */
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
