import { type Filter, isFilterGroup, readDateValue } from "#domain";
import { DATE_FIELD } from "./seriesFilter";

/** From a day to a day, as days since 1970. */
export interface Days {
  first: number;
  last: number;
}

const DAY = 86_400_000;

/** A day as days since 1970. */
export const dayNumber = (day: string): number => Date.parse(day) / DAY;

/** The days that the conditions on the date leave at most; alternatives (`or`) leave them all. */
export function requestedDays(filter: Filter | null): Days {
  const asked = { first: -Infinity, last: Infinity };
  for (const { operator, field, value } of conditions(filter)) {
    if (field !== DATE_FIELD || typeof value !== "string") continue;
    const day = dayNumber(readDateValue(value, "filter").date);
    if (["equals", "after", "onOrAfter", "gt", "gte"].includes(operator))
      asked.first = Math.max(asked.first, day);
    if (["equals", "before", "onOrBefore", "lt", "lte"].includes(operator))
      asked.last = Math.min(asked.last, day);
  }
  return asked;
}

/** The conditions that all have to hold. */
function* conditions(filter: Filter | null): Generator<Exclude<Filter, { filters: unknown }>> {
  if (filter === null) return;
  if (!isFilterGroup(filter)) yield filter;
  else if (filter.operator === "and" || filter.filters.length === 1) {
    for (const inner of filter.filters) yield* conditions(inner);
  }
}
