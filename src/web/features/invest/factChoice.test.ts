import { expect, test } from "vitest";
import { answerCounts, valueCounts } from "./factChoice";

test("unknown is counted separately from no", () => {
  expect(answerCounts({ asset_count: 380, known_count: 36, none_count: 5 })).toEqual({
    yes: 31,
    no: 5,
    unknown: 344,
  });
  expect(answerCounts(undefined)).toEqual({ yes: 0, no: 0, unknown: 0 });
});

test("an asset counts once for each of its values", () => {
  const rows = [
    { investor_kinds: ["retail", "accredited", "retail"] },
    { investor_kinds: ["retail"] },
    { investor_kinds: null },
    { investor_kinds: "institutional" },
  ];
  expect(Object.fromEntries(valueCounts(rows, "investor_kinds"))).toEqual({
    retail: 2,
    accredited: 1,
    institutional: 1,
  });
});
