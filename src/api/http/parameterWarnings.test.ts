import { expect, test } from "vitest";
import { parameterWarnings } from "./parameterWarnings";

const warnings = (search: string, ...known: string[]) =>
  parameterWarnings(new URLSearchParams(search), known);

test("parameters that mean nothing here are told, with those that do", () => {
  expect(warnings("quer=1&format=csv", "query", "format")).toEqual([
    { path: "quer", message: 'unknown parameter "quer"; valid parameters: query, format' },
  ]);
  expect(warnings("x=1")).toEqual([
    { path: "x", message: 'unknown parameter "x"; this endpoint takes none' },
  ]);
});

test("parameters that are given more than once are told", () => {
  expect(warnings("query=1&query=2&query=3", "query")).toEqual([
    { path: "query", message: "query appears 3 times; the first is used" },
  ]);
  expect(warnings("query=1", "query")).toEqual([]);
});

test("however many and long they are, the words about them are few", () => {
  const many = Array.from({ length: 1_000 }, (_, i) => `${"p".repeat(3_000)}${i}=1`).join("&");
  expect(JSON.stringify(warnings(many)).length).toBeLessThan(10_000);
});
