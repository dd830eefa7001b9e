import { expect, test } from "vitest";
import { isNestedDeeper } from "./isNestedDeeper";

const nested = (levels: number): unknown => JSON.parse(`${"[".repeat(levels)}1${"]".repeat(levels)}`);

test.each([
  [1, 0, false],
  [null, 0, false],
  [[], 0, false],
  [[1], 0, true],
  [[1], 1, false],
  [{ a: 1, b: { c: [1] } }, 2, true],
  [{ a: 1, b: { c: [1] } }, 3, false],
])("%j is nested deeper than %i levels: %j", (value, levels, expected) => {
  expect(isNestedDeeper(value, levels)).toBe(expected);
});

test("detects depths that would overflow the stack", () => {
  const deep = nested(100_000);
  expect(() => JSON.stringify(deep)).toThrow(RangeError);
  expect(isNestedDeeper(deep, 50)).toBe(true);
});
