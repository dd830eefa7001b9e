import { expect, test } from "vitest";
import { editableQuery, queryText, readExplorerSearch } from "./explorerSearch";
import { jsonProblem } from "./JsonField";

test("the URL contains the query in the API's format, and the selected view", () => {
  const query = { pagination: { page: 2 } };
  expect(readExplorerSearch({ query, view: "json", other: 1 })).toEqual({ query, view: "json" });
  expect(readExplorerSearch({ view: "table" })).toEqual({});
  expect(readExplorerSearch({ view: "video" })).toEqual({});
});

test("an invalid query stays in the URL as text, and the API reports the error", () => {
  expect(readExplorerSearch({ query: "{filter" })).toEqual({ query: "{filter" });
  expect(readExplorerSearch({ query: [1] })).toEqual({ query: "[1]" });
  expect(readExplorerSearch({ query: "x".repeat(20_001) })).toEqual({});
  expect(queryText("{filter")).toBe("{filter");
  expect(queryText({ search: "a" })).toBe('{"search":"a"}');
});

test.each([
  ["text", "{filter"],
  ["a filter that is a list", { filter: [] }],
  ["a group without filters", { filter: { operator: "and" } }],
  ["a condition without a value", { filter: { operator: "equals", field: "name" } }],
  ["fields that are no list", { fields: "name" }],
])("%s can only be edited as JSON", (_, query) => {
  const { query: read = "" } = readExplorerSearch({ query });
  expect(editableQuery(read)).toBeNull();
});

test("a JSON syntax error is reported with its line", () => {
  expect(jsonProblem('{"a": 1}')).toBeNull();
  expect(jsonProblem('{\n"a": 1,\n}')).toMatch(/^This is not valid JSON(: see line 3)?$/);
});
