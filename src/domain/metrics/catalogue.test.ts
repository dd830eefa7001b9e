import { expect, test } from "vitest";
import { acrossTokensPhrase } from "./aggregationWords";
import { metricByName, metrics } from "./catalogue";

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

test("a metric is measured against one of its own unit", () => {
  const measured = metrics.filter(({ benchmark }) => benchmark !== null);
  expect(measured.map(({ slug }) => slug)).toEqual([
    "apy_7_day_percent",
    "apy_30_day_percent",
    "yield_to_maturity_percent",
  ]);
  for (const { benchmark, unit } of measured) expect(metricByName(benchmark ?? "")?.unit).toBe(unit);
});
