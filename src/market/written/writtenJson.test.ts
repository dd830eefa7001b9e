import fc from "fast-check";
import { expect, test } from "vitest";
import { WrittenJson, writeJson } from "./writtenJson";

test("the text of an answer is that of JSON.stringify", () => {
  const anything = fc.anything({ withNullPrototype: true, withSparseArray: false, maxDepth: 4 });
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(writeJson(value)).toBe(JSON.stringify(value));
    }),
    { numRuns: 500 },
  );
  fc.assert(
    fc.property(fc.dictionary(fc.string(), anything), (value) => {
      expect(writeJson(value)).toBe(JSON.stringify(value));
    }),
    { numRuns: 500 },
  );
});

test("parts that are written already stand in it as they are, and are read by JSON.stringify", () => {
  const points = new WrittenJson('[["2026-01-31",1.5]]', 1);
  const answer = { a: points, b: [points, { c: points }], "d\n": undefined };
  const text = '{"a":[["2026-01-31",1.5]],"b":[[["2026-01-31",1.5]],{"c":[["2026-01-31",1.5]]}]}';
  expect(writeJson(answer)).toBe(text);
  expect(JSON.stringify(answer)).toBe(text);
});
