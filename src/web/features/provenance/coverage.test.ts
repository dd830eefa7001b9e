import { expect, test } from "vitest";
import { coverageByMetric, coverageWords } from "./coverage";

test("a figure of some tokens states their number, a figure of all tokens does not", () => {
  const known = coverageByMetric({
    tokens: 1200,
    results: [
      { metric: "holding_addresses_count", tokens: 1 },
      { metric: "price_dollar", tokens: 1200 },
      { metric: "apy_7_day_percent", tokens: 0 },
    ],
  });
  expect([...known].map(([metric, coverage]) => [metric, coverageWords(coverage)])).toEqual([
    ["holding_addresses_count", "1 of 1,200 tokens"],
    ["apy_7_day_percent", "0 of 1,200 tokens"],
  ]);
});

test("subjects without tokens, as before a response, have no coverage", () => {
  expect(coverageByMetric({ tokens: 0, results: [{ metric: "price_dollar", tokens: 0 }] }).size).toBe(0);
  expect(coverageByMetric(undefined).size).toBe(0);
});
