import { describe, expect, test } from "vitest";
import { network } from "../../../../tests/support/testSeries";
import { cutToRange, rangeEnd, rangeStart } from "./calendar";
import { daysOf, readSpan, spanOf } from "./daySpan";

describe("a custom range", () => {
  test("is parsed if both are calendar days, in order", () => {
    expect(readSpan("2025-01-31..2025-03-02")).toBe("2025-01-31..2025-03-02");
    for (const wrong of [
      "2025-03-02..2025-01-31",
      "2025-03-02..2025-03-02",
      "2025-02-30..2025-03-31",
      "1815-06-18..2025-03-31",
      "2025-03-31..2300-01-01",
      "2025-01..2025-03",
      "..2025-03-31",
      "1y",
      "",
    ]) {
      expect([wrong, readSpan(wrong)]).toEqual([wrong, undefined]);
    }
  });

  test("has its own first and last day, whatever the latest day", () => {
    expect(rangeStart("2025-01-31..2025-03-02", "2026-11-21")).toBe("2025-01-31");
    expect(rangeEnd("2025-01-31..2025-03-02")).toBe("2025-03-02");
    expect(rangeEnd("1y")).toBeNull();
    expect(spanOf("all")).toBeNull();
    expect(daysOf({ from: "2025-01-31", to: "2025-03-02" })).toBe(30);
  });

  test("includes the points of both days and those between", () => {
    const series = [network("Base", { "2025-01-30": 1, "2025-01-31": 2, "2025-03-02": 3, "2025-03-03": 4 })];
    expect(cutToRange(series, "2025-01-31..2025-03-02")[0]?.points).toEqual([
      ["2025-01-31", 2],
      ["2025-03-02", 3],
    ]);
  });
});
