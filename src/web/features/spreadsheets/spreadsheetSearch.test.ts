import { expect, test } from "vitest";
import { readSpreadsheetSearch } from "./spreadsheetSearch";

test("the address fills in an endpoint and a query, whether it arrives as text or parsed", () => {
  const query = { fields: ["slug"] };
  const text = '{"fields":["slug"]}';
  expect(readSpreadsheetSearch({ path: "/assets", query })).toEqual({ path: "/assets", query: text });
  expect(readSpreadsheetSearch({ path: "/assets", query: text })).toEqual({ path: "/assets", query: text });
});

test("what is no request is left out", () => {
  expect(readSpreadsheetSearch({})).toEqual({});
  expect(readSpreadsheetSearch({ path: 7, query: null })).toEqual({});
  expect(readSpreadsheetSearch({ path: "x".repeat(300), query: "y".repeat(30_000) })).toEqual({});
});
