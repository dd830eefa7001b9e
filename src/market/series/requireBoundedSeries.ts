import { type Filter, invalidAt, isFilterGroup, queryLimits } from "#domain";
import type { Market } from "../market";
import { readDateValue } from "../query/dateValue";
import type { CompiledSeries } from "./compileSeries";
import { DATE_FIELD } from "./seriesFilter";

/**
 * Refuses series that are too much for one query, before they are read: the product of measures, groups and days
 * (what the answer may hold; files count what they do hold), and of measures, listings and days (what has to be
 * read for it).
 * @throws InvalidError with the numbers, the bound, and how to get under it
 */
export async function requireBoundedSeries(
  market: Market,
  { parts, binder }: CompiledSeries,
  { filter, isFile = false }: { filter: Filter | null; isFile?: boolean },
): Promise<void> {
  if (parts.length === 0) return;
  const data = await daysOfData(market);
  if (data === null) return;
  const counted = await market.store.compactRows<[part: number, groups: string, listings: string]>(
    parts
      .map(({ listings }, part) => `SELECT ${part} AS part, uniqExact(k), count() FROM (${listings})`)
      .join("\nUNION ALL\n"),
    binder.parameters,
  );
  const days = daysWithin(filter, data);
  const total = (column: 1 | 2) =>
    counted.reduce((sum, row) => sum + (parts[row[0]]?.measures ?? 0) * Number(row[column]) * days, 0);
  const measures = parts.reduce((sum, part) => sum + part.measures, 0);
  const refuse = (what: string, size: number, bound: number) => {
    if (size <= bound) return;
    throw invalidAt(
      "filter",
      `${number(measures)} measures of ${what} over ${number(days)} days are up to ${number(size)} values; a query takes ${number(bound)}: name fewer measures, narrow the filter or the dates, or ask in parts${isFile ? "" : " or for a file"}`,
    );
  };
  const largest = (column: 1 | 2) => Math.max(...counted.map((row) => Number(row[column])));
  if (!isFile) refuse(`${number(largest(1))} groups`, total(1), queryLimits.seriesValues);
  refuse(`${number(largest(2))} listings`, total(2), queryLimits.seriesValuesRead);
}

const number = (n: number) => n.toLocaleString("en");

interface Days {
  first: string;
  last: string;
}

/** The days that have data; null where none has. */
async function daysOfData(market: Market): Promise<Days | null> {
  const { days } = await market.remember({
    kind: "days of data",
    key: null,
    sizeOf: () => 100,
    make: async () => {
      const rows = await market.store.compactRows<[first: string | null, last: string | null]>(
        "SELECT minOrNull(date), maxOrNull(date) FROM daily_metrics",
      );
      const [first, last] = rows[0] ?? [null, null];
      return { days: first === null || last === null ? null : { first, last } };
    },
  });
  return days;
}

const DAY = 86_400_000;

/** How many days the conditions on the date leave at most; alternatives (`or`) leave them all. */
function daysWithin(filter: Filter | null, { first, last }: Days): number {
  let from = first;
  let to = last;
  for (const { operator, field, value } of conditions(filter)) {
    if (field !== DATE_FIELD || typeof value !== "string") continue;
    const { date } = readDateValue(value, "filter");
    const isLower = ["equals", "after", "onOrAfter", "gt", "gte"].includes(operator);
    const isUpper = ["equals", "before", "onOrBefore", "lt", "lte"].includes(operator);
    if (isLower && date > from) from = date;
    if (isUpper && date < to) to = date;
  }
  return Math.max(0, (Date.parse(to) - Date.parse(from)) / DAY + 1);
}

/** The conditions that all have to hold. */
function* conditions(filter: Filter | null): Generator<Exclude<Filter, { filters: unknown }>> {
  if (filter === null) return;
  if (!isFilterGroup(filter)) yield filter;
  else if (filter.operator === "and" || filter.filters.length === 1) {
    for (const inner of filter.filters) yield* conditions(inner);
  }
}
