import { expect, test } from "vitest";
import {
  choosingCountry,
  chosenCountry,
  countryConditions,
  countryCounts,
  countryResults,
  offersUnknown,
} from "./countryChoice";

test("each result is parsed from the conditions that it sets", () => {
  for (const { value: result } of countryResults) {
    const { filters } = choosingCountry({ country: "DE", result })({});
    expect(chosenCountry({ filters })).toEqual({ country: "DE", result });
  }
});

test("another country or result replaces the conditions on countries and keeps all others", () => {
  const retail = ["open_to_retail", "equals", true] as const;
  const unknown = choosingCountry({ country: "DE", result: "unknown" })({ filters: [retail] });
  expect(unknown.filters).toHaveLength(3);
  expect(choosingCountry({ country: "FR", result: "offered" })(unknown)).toEqual({
    filters: [retail, ...countryConditions("FR", "offered")],
  });
  expect(choosingCountry(null)(unknown)).toEqual({ filters: [retail] });
});

test("conditions of other kinds match none of the three results", () => {
  expect(chosenCountry({ filters: [["excluded_countries", "not-in", ["DE"]]] })).toEqual({
    country: "DE",
    result: null,
  });
  expect(chosenCountry({ filters: [["excluded_countries", "not-in", ["DE", "FR"]]] })).toBeUndefined();
  expect(chosenCountry({})).toBeUndefined();
});

test("a result without assets offers those without a statement", () => {
  const counts = { offered: 0, excluded: 2, unknown: 3 };
  expect(
    countryResults.filter(({ value }) => offersUnknown(value, counts)).map(({ value }) => value),
  ).toEqual(["offered"]);
  expect(offersUnknown(null, counts)).toBe(false);
  expect(offersUnknown("offered", { ...counts, unknown: 0 })).toBe(false);
});

test("there are no counts without a country", () => {
  const none = { offered: undefined, excluded: undefined, unknown: undefined };
  expect(countryCounts(none)).toBeNull();
  const count = (resultCount: number) => ({ pagination: { resultCount } });
  expect(countryCounts({ offered: count(1), excluded: count(2), unknown: count(3) })).toEqual({
    offered: 1,
    excluded: 2,
    unknown: 3,
  });
});
