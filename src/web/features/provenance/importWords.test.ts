import { expect, test } from "vitest";
import { importWords } from "./importWords";

test("says what an import made of its rows, and nothing of what is none", () => {
  const detail = { bytes: 3301, rowsRead: 1_200, valuesAccepted: 1, rowsRefused: 0, broken: null };
  expect(importWords(JSON.stringify(detail))).toBe("1,200 rows read, 1 value accepted, 0 rows rejected");
  expect(["", "{}", "null", "[1]", "not JSON", '{"cursor":"2026"}'].map(importWords).join("")).toBe("");
});
