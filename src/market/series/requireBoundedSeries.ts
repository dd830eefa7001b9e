import { type Filter, invalidAt, queryLimits } from "#domain/query";
import type { Market } from "../market";
import type { CompiledSeries } from "./compileSeries";
import { type Days, requestedDays } from "./requestedDays";

/** Length of a series without a known limit: a page has no more of them than usual. */
const LONG = Number.POSITIVE_INFINITY;

/**
 * Rejects series that are too large for one query before they are read: the product of measures, groups and
 * days (the size of the response; files count their actual values), and of measures, listings and days (the
 * values to read). Days are those from the first to the last with figures of each listing, so that one with a
 * century of history does not count for all others.
 * @returns maximum number of days of a series
 * @throws InvalidError with the numbers, the limit, and how to get below it
 */
export async function requireBoundedSeries(
  market: Market,
  { parts, binder }: CompiledSeries,
  { filter, isFile = false }: { filter: Filter | null; isFile?: boolean },
): Promise<number> {
  if (parts.length === 0) return LONG;
  const known = await daysOfListings(market);
  const rows = await market.store.compactRows<[part: number, group: string, listing: number]>(
    parts
      .map(({ listings }, part) => `SELECT ${part} AS part, toString(k), id FROM (${listings})`)
      .join("\nUNION ALL\n"),
    binder.parameters,
  );
  const requested = requestedDays(filter);
  const groups = parts.map(() => new Map<string, Days>());
  const listings = parts.map((): Days[] => []);
  for (const [part, group, id] of rows) {
    const own = known.get(id);
    const first = Math.max(own?.first ?? Infinity, requested.first);
    const last = Math.min(own?.last ?? -Infinity, requested.last);
    if (first > last) continue;
    listings[part]?.push({ first, last });
    const all = groups[part]?.get(group);
    groups[part]?.set(group, {
      first: Math.min(first, all?.first ?? first),
      last: Math.max(last, all?.last ?? last),
    });
  }
  const measures = parts.reduce((sum, part) => sum + part.measures, 0);
  const refuse = (what: string, members: readonly (readonly Days[])[], bound: number) => {
    const daysOf = members.map((days) => days.reduce((sum, { first, last }) => sum + last - first + 1, 0));
    const size = daysOf.reduce((sum, days, part) => sum + days * (parts[part]?.measures ?? 0), 0);
    if (size <= bound) return;
    const count = members.reduce((most, { length }) => Math.max(most, length), 0);
    const longest = members.flat().reduce((most, { first, last }) => Math.max(most, last - first + 1), 0);
    throw invalidAt(
      "filter",
      `${number(measures)} ${measures === 1 ? "metric" : "metrics"} of ${number(count)} ${what} over up to ${number(longest)} days are up to ${number(size)} values; queries are limited to ${number(bound)}: select fewer metrics, narrow the filter or the dates, ${isFile ? "or split the query" : "split the query, or request a file"}`,
    );
  };
  if (!isFile) {
    refuse(
      "groups",
      groups.map((of) => [...of.values()]),
      queryLimits.seriesValues,
    );
  }
  refuse("listings", listings, queryLimits.seriesValuesRead);
  return groups
    .flatMap((of) => [...of.values()])
    .reduce((most, { first, last }) => Math.max(most, last - first + 1), 0);
}

const number = (n: number) => n.toLocaleString("en");

/** The days from the first to the last with figures of each listing. */
function daysOfListings(market: Market): Promise<ReadonlyMap<number, Days>> {
  return market.remember({
    kind: "days of listings",
    key: null,
    isGround: true,
    sizeOf: (days) => days.size * 100,
    make: async () => {
      const rows = await market.store.compactRows<[listing: number, first: number, last: number]>(
        "SELECT token_id, toInt32(min(date)), toInt32(max(date)) FROM daily_metrics GROUP BY token_id",
      );
      return new Map(rows.map(([listing, first, last]) => [listing, { first, last }]));
    },
  });
}
