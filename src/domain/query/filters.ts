import type { Filter, FilterLeaf } from "./query";

/** Every part that is given must hold; null where nothing is asked. */
export function allOf(...parts: readonly (Filter | null | undefined)[]): Filter | null {
  const given = parts.filter((part) => part !== null && part !== undefined);
  const [only] = given;
  return given.length <= 1 ? (only ?? null) : { operator: "and", filters: given };
}

export const isEqual = (field: string, value: FilterLeaf["value"]): FilterLeaf => ({
  operator: "equals",
  field,
  value,
});
