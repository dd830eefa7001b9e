import { expect, test } from "vitest";
import { acrossTokensPhrase } from "./aggregationWords";
import { metrics } from "./catalogue";

test("what metrics say of themselves starts as a sentence does", () => {
  const said = metrics.flatMap(({ doc, formula, source, across }) => [
    doc,
    formula,
    source,
    acrossTokensPhrase(across),
  ]);
  expect(said.filter((text) => !/^(\p{Lu}|\d|Σ)/u.test(text))).toEqual([]);
});

test("a sentence has one full stop, which formulas and sources leave to where they stand", () => {
  for (const { doc, formula, source } of metrics) {
    expect(doc).toMatch(/\.$/);
    expect(`${formula}${source}`).not.toMatch(/\.$/);
  }
});
