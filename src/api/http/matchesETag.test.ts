import { expect, test } from "vitest";
import { matchesETag } from "./matchesETag";

test.each([
  ['W/"1-abc"', true],
  // Form in which a compressing proxy sends it.
  ['"1-abc"', true],
  ['"other", W/"1-abc"', true],
  ['"a, b",W/"1-abc" ', true],
  ["*", true],
  [" * ", true],
  ['W/"1-abcd"', false],
  ['"a, 1-abc"', false],
  ["1-abc", false],
  ["W/1-abc", false],
  ["", false],
  [null, false],
])("a client that says %j holds it: %j", (header, expected) => {
  expect(matchesETag(header, 'W/"1-abc"')).toBe(expected);
});
