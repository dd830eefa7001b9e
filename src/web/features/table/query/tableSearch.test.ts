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

test("valid parameters are kept, and invalid ones dropped individually", () => {
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

test("a cursor is kept as text, and dropped if the rows or their order change", () => {
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

test("a functional change of the rows also resets the page", () => {
  const current = { page: 3, q: "usd", sort: "name" };
  expect(patched<{ page?: number; q?: string }>(current, ({ q }) => ({ q: `${q}c` }))).toEqual({
    ...current,
    page: undefined,
    q: "usdc",
  });
});

test("a duplicate condition is removed", () => {
  const base = ["network_slugs", "in", ["base"]];
  expect(readTableSearch({ filters: [base, ["value", "gte", 1], base] }).filters).toEqual([
    base,
    ["value", "gte", 1],
  ]);
});

test("a leading minus sorts in descending order, also by metric paths", () => {
  expect(searchSort({ sort: "-holders.chg_30d_pct" })).toEqual({
    field: "holders.chg_30d_pct",
    direction: "desc",
  });
  expect(searchSort({ sort: "name" })).toEqual({ field: "name", direction: "asc" });
  expect(searchSort({})).toBeNull();
});

test("one condition is a filter of its own, several are combined by and", () => {
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

test("the first column always stays first, without duplicates", () => {
  expect(searchColumns({}, ["name", "value"])).toEqual(["name", "value"]);
  expect(searchColumns({ columns: "holders,name,value,holders" }, ["name", "value"])).toEqual([
    "name",
    "holders",
    "value",
  ]);
});

test("a click sorts in the column's own direction, the next one reverses it", () => {
  expect(nextSort("value", { field: "name", direction: "asc" }, "desc")).toBe("-value");
  expect(nextSort("value", { field: "value", direction: "desc" }, "desc")).toBe("value");
  expect(nextSort("value", { field: "value", direction: "asc" }, "desc")).toBe("-value");
});
