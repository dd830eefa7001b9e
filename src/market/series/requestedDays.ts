import { DAY_MS } from "#domain/days";
import { type Filter, isFilterGroup, readDateValue } from "#domain/query";
import { DATE_FIELD } from "./seriesFilter";

/** A range of days since 1970. */
export interface Days {
  first: number;
  last: number;
}

/** A day as days since 1970. */
export const dayNumber = (day: string): number => Date.parse(day) / DAY_MS;

/**
 * The widest range of days that the conditions on the date permit; alternatives (`or`) do not restrict it.
 */
export function requestedDays(filter: Filter | null): Days {
  const days = { first: -Infinity, last: Infinity };
  for (const { operator, field, value } of conditions(filter)) {
    if (field !== DATE_FIELD || typeof value !== "string") continue;
    const day = dayNumber(readDateValue(value, "filter").date);
    if (["equals", "after", "onOrAfter", "gt", "gte"].includes(operator))
      days.first = Math.max(days.first, day);
    if (["equals", "before", "onOrBefore", "lt", "lte"].includes(operator))
      days.last = Math.min(days.last, day);
  }
  return days;
}

/** The conditions that must all be met. */
function* conditions(filter: Filter | null): Generator<Exclude<Filter, { filters: unknown }>> {
  if (filter === null) return;
  if (!isFilterGroup(filter)) yield filter;
  else if (filter.operator === "and" || filter.filters.length === 1) {
    for (const inner of filter.filters) yield* conditions(inner);
  }
}
