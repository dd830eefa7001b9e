import { expect, test } from "vitest";
import { parameterWarnings } from "./respond";

const warnings = (search: string, ...known: string[]) =>
  parameterWarnings(new URLSearchParams(search), known);

test("reports unknown parameters with the valid ones", () => {
  expect(warnings("quer=1&format=csv", "query", "format")).toEqual([
    { path: "quer", message: 'unknown parameter "quer"; valid parameters: query, format' },
  ]);
  expect(warnings("x=1")).toEqual([
    { path: "x", message: 'unknown parameter "x"; this endpoint takes none' },
  ]);
});

test("reports repeated parameters", () => {
  expect(warnings("query=1&query=2&query=3", "query")).toEqual([
    { path: "query", message: "query appears 3 times; the first is used" },
  ]);
  expect(warnings("query=1", "query")).toEqual([]);
});

test("limits the number and length of warnings", () => {
  const many = Array.from({ length: 1_000 }, (_, i) => `${"p".repeat(3_000)}${i}=1`).join("&");
  expect(JSON.stringify(warnings(many)).length).toBeLessThan(10_000);
});
