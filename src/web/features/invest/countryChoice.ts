/**
 * The statements of public documents about offering assets in a country, as conditions on assets. Each asset
 * meets exactly one.
 */
import { allOf, type Filter } from "#domain/query";
import type { FieldName } from "#domain/resources";
import type { RowsQuery } from "../../rpc/marketQueries";
import type { Condition, TableSearch } from "../table/query/tableSearch";

const OFFERED = "offered_countries";
const EXCLUDED = "excluded_countries";

/** The results for a country; the first one is the default. */
export const countryResults = [
  { value: "offered", label: "Offered" },
  { value: "excluded", label: "Excluded" },
  { value: "unknown", label: "Unknown" },
] as const;
export type CountryResult = (typeof countryResults)[number]["value"];

export type CountryCounts = Readonly<Record<CountryResult, number>>;

/** @param country an ISO 3166-1 alpha-2 code; filters also accept the slug of a jurisdiction */
export function countryConditions(country: string, result: CountryResult): CountryCondition[] {
  switch (result) {
    case "offered":
      return [[OFFERED, "in", [country]]];
    case "excluded":
      return [[EXCLUDED, "in", [country]]];
    case "unknown":
      return [
        [OFFERED, "not-in", [country]],
        [EXCLUDED, "not-in", [country]],
      ];
  }
}

type CountryCondition = readonly [typeof OFFERED | typeof EXCLUDED, Condition[1], Condition[2]];

const isCountryCondition = (condition: Condition): condition is CountryCondition =>
  condition[0] === OFFERED || condition[0] === EXCLUDED;

const filterOf = (conditions: readonly CountryCondition[]): Filter<CountryCondition[0]> | null =>
  allOf(...conditions.map(([field, operator, value]) => ({ field, operator, value })));

/** Replaces the conditions on countries; without a choice, removes them. */
export const choosingCountry =
  (choice: { country: string; result: CountryResult } | null) =>
  ({ filters = [] }: TableSearch): TableSearch => {
    const next = [
      ...filters.filter((one) => !isCountryCondition(one)),
      ...(choice === null ? [] : countryConditions(choice.country, choice.result)),
    ];
    return { filters: next.length === 0 ? undefined : next };
  };

/**
 * The country of all conditions on countries.
 * @returns undefined if there is none or several; a null result if the conditions match none of the three
 */
export function chosenCountry(
  search: TableSearch,
): { country: string; result: CountryResult | null } | undefined {
  const conditions = countryConditionsOf(search);
  const [country, ...others] = new Set(conditions.flatMap(([, , value]) => value).map(String));
  if (country === undefined || others.length > 0) return undefined;
  const keyOf = (some: readonly Condition[]) =>
    some
      .map((one) => JSON.stringify(one))
      .toSorted()
      .join();
  const found = countryResults.find(
    ({ value }) => keyOf(countryConditions(country, value)) === keyOf(conditions),
  );
  return { country, result: found?.value ?? null };
}

/** The conditions on countries in a URL. */
export const countryConditionsOf = ({ filters = [] }: TableSearch): CountryCondition[] =>
  filters.filter(isCountryCondition);

/** The conditions on countries in a URL as a filter; null without any. */
export const countryFilter = (search: TableSearch) => filterOf(countryConditionsOf(search));

/** Queries that count the assets of a filter by result; empty without a country. */
export function countryQueries(country: string | undefined, within: Filter<FieldName<"assets">> | null) {
  const count = (result: CountryResult): RowsQuery<"assets"> | undefined =>
    country === undefined
      ? undefined
      : {
          rowsOf: "assets",
          filter: allOf(within, filterOf(countryConditions(country, result))),
          pagination: { page: 1, perPage: 1 },
          fields: ["id"],
        };
  return { offered: count("offered"), excluded: count("excluded"), unknown: count("unknown") };
}

/** Whether the chosen result has no assets while others lack a statement about the country. */
export const offersUnknown = (result: CountryResult | null, counts: CountryCounts): boolean =>
  result !== null && result !== "unknown" && counts[result] === 0 && counts.unknown > 0;

type Counted = { pagination: { resultCount: number } } | undefined;

/** The counts from the responses to `countryQueries`; null without a country. */
export const countryCounts = ({
  offered,
  excluded,
  unknown,
}: Readonly<Record<CountryResult, Counted>>): CountryCounts | null =>
  offered && excluded && unknown
    ? {
        offered: offered.pagination.resultCount,
        excluded: excluded.pagination.resultCount,
        unknown: unknown.pagination.resultCount,
      }
    : null;
