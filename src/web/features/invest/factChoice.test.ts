import { expect, test } from "vitest";
import { answerCounts } from "./factChoice";

test("what is unknown is counted apart from no", () => {
  expect(answerCounts({ asset_count: 380, known_count: 36, none_count: 5 })).toEqual({
    yes: 31,
    no: 5,
    unknown: 344,
  });
  expect(answerCounts(undefined)).toEqual({ yes: 0, no: 0, unknown: 0 });
});
