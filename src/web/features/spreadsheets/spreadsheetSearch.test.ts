import { expect, test } from "vitest";
import { readSpreadsheetSearch } from "./spreadsheetSearch";

test("the URL prefills an endpoint and a query, as text or parsed", () => {
  const query = { fields: ["slug"] };
  const text = '{"fields":["slug"]}';
  expect(readSpreadsheetSearch({ path: "/assets", query })).toEqual({ path: "/assets", query: text });
  expect(readSpreadsheetSearch({ path: "/assets", query: text })).toEqual({ path: "/assets", query: text });
});

test("invalid requests are dropped", () => {
  expect(readSpreadsheetSearch({})).toEqual({});
  expect(readSpreadsheetSearch({ path: 7, query: null })).toEqual({});
  expect(readSpreadsheetSearch({ path: "x".repeat(300), query: "y".repeat(30_000) })).toEqual({});
});
