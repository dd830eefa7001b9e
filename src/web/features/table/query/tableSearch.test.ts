import { expect, test } from "vitest";
import {
  nextSort,
  patched,
  readCursorSearch,
  readTableSearch,
  searchColumns,
  searchFilter,
  searchSort,
} from "./tableSearch";

test("what is well formed is kept, the rest is dropped part by part", () => {
  expect(
    readTableSearch({
      page: 3,
      perPage: "many",
      sort: "-value",
      q: 2026,
      filters: [["network_slugs", "in", ["base"]]],
      columns: "",
      change: "1d",
      utm_source: "mail",
    }),
  ).toEqual({ page: 3, sort: "-value", q: "2026", filters: [["network_slugs", "in", ["base"]]] });
  expect(readTableSearch({ page: 0, filters: [["x", "resembles", 1]] })).toEqual({});
});

test("a place among rows is kept as text, and given up where the rows or their order become others", () => {
  expect(readCursorSearch({ before: 12, page: 3, sort: "-name" })).toEqual({ before: "12", sort: "-name" });
  expect(readCursorSearch({ after: "WyJ0", before: "end" })).toEqual({ after: "WyJ0" });
  expect(readCursorSearch({ page: 3 })).toEqual({ page: 3 });
  expect(readTableSearch({ after: "WyJ0", page: 3 })).toEqual({ page: 3 });
  const previous = { after: "WyJ0", page: 3, sort: "-name", columns: "name" };
  for (const patch of [
    { filters: undefined },
    { sort: "name" },
    { perPage: 25 },
    { q: "usd" },
    { group: "network" },
  ]) {
    const next = patched<object>(previous, patch);
    expect(next).toEqual({ ...previous, after: undefined, before: undefined, page: undefined, ...patch });
  }
  expect(patched<object>(previous, { columns: undefined, change: "7d" })).toEqual({
    ...previous,
    columns: undefined,
    change: "7d",
  });
  expect(patched<object>(previous, { after: undefined, before: "end" })).toEqual({
    ...previous,
    after: undefined,
    before: "end",
  });
});

test("a change by what was asked for begins other rows at their first page too", () => {
  const asked = { page: 3, q: "usd", sort: "name" };
  expect(patched<{ page?: number; q?: string }>(asked, ({ q }) => ({ q: `${q}c` }))).toEqual({
    ...asked,
    page: undefined,
    q: "usdc",
  });
});

test("a condition that stands twice in an address is one", () => {
  const base = ["network_slugs", "in", ["base"]];
  expect(readTableSearch({ filters: [base, ["value", "gte", 1], base] }).filters).toEqual([
    base,
    ["value", "gte", 1],
  ]);
});

test("a leading minus sorts from high to low, metric paths included", () => {
  expect(searchSort({ sort: "-holders.chg_30d_pct" })).toEqual({
    field: "holders.chg_30d_pct",
    direction: "desc",
  });
  expect(searchSort({ sort: "name" })).toEqual({ field: "name", direction: "asc" });
  expect(searchSort({})).toBeNull();
});

test("one condition stands alone, several are joined by and", () => {
  expect(searchFilter({})).toBeNull();
  expect(searchFilter({ filters: [["a", "gte", 1]] })).toEqual({ field: "a", operator: "gte", value: 1 });
  expect(
    searchFilter({
      filters: [
        ["a", "gte", 1],
        ["b", "equals", true],
      ],
    }),
  ).toEqual({
    operator: "and",
    filters: [
      { field: "a", operator: "gte", value: 1 },
      { field: "b", operator: "equals", value: true },
    ],
  });
});

test("the first column stays first whatever is chosen, and none comes twice", () => {
  expect(searchColumns({}, ["name", "value"])).toEqual(["name", "value"]);
  expect(searchColumns({ columns: "holders,name,value,holders" }, ["name", "value"])).toEqual([
    "name",
    "holders",
    "value",
  ]);
});

test("a click sorts by the column's own direction, the next one turns it around", () => {
  expect(nextSort("value", { field: "name", direction: "asc" }, "desc")).toBe("-value");
  expect(nextSort("value", { field: "value", direction: "desc" }, "desc")).toBe("value");
  expect(nextSort("value", { field: "value", direction: "asc" }, "desc")).toBe("-value");
});
