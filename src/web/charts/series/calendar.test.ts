import { expect, test } from "vitest";
import { network } from "../../../../tests/support/testSeries";
import { cutToRange, periodEnds, rangeStart, withMissingPeriods } from "./calendar";

test("a missing day between others is added", () => {
  expect(withMissingPeriods(["2026-02-27", "2026-03-02"], "day")).toEqual([
    "2026-02-27",
    "2026-02-28",
    "2026-03-01",
    "2026-03-02",
  ]);
});

test("a missing week, month or year is dated by its last day", () => {
  // 2026-01-04 and 2026-01-18 are Sundays.
  expect(withMissingPeriods(["2026-01-04", "2026-01-18"], "week")).toEqual([
    "2026-01-04",
    "2026-01-11",
    "2026-01-18",
  ]);
  expect(withMissingPeriods(["2024-01-31", "2024-03-12"], "month")).toEqual([
    "2024-01-31",
    "2024-02-29",
    "2024-03-12",
  ]);
  expect(withMissingPeriods(["2022-12-31", "2024-05-01"], "year")).toEqual([
    "2022-12-31",
    "2023-12-31",
    "2024-05-01",
  ]);
});

test("nothing is added between adjacent dates, or without dates", () => {
  expect(withMissingPeriods(["2026-01-31", "2026-02-10"], "month")).toEqual(["2026-01-31", "2026-02-10"]);
  expect(withMissingPeriods([], "day")).toEqual([]);
});

test("a range ends on the latest date of any series", () => {
  const series = [
    network("Ethereum", { "2025-01-30": 1, "2025-02-28": 2, "2025-03-15": 3 }),
    network("Base", { "2025-02-14": 4, "2025-03-10": 5 }),
  ];
  expect(cutToRange(series, "1m").map(({ points }) => points)).toEqual([
    [
      ["2025-02-28", 2],
      ["2025-03-15", 3],
    ],
    [["2025-03-10", 5]],
  ]);
  expect(cutToRange(series, "ytd")[0]?.points).toHaveLength(3);
  expect(cutToRange(series, "all")).toEqual(series);
});

test("months are counted back to the same day, or to the last of a shorter month", () => {
  expect(rangeStart("1m", "2026-03-15")).toBe("2026-02-15");
  expect(rangeStart("1m", "2026-03-31")).toBe("2026-02-28");
  expect(rangeStart("3m", "2026-05-31")).toBe("2026-02-28");
  expect(rangeStart("6m", "2026-12-31")).toBe("2026-06-30");
  expect(rangeStart("1y", "2028-02-29")).toBe("2027-02-28");
});

test("periods end on their last day, unless two dates would coincide there", () => {
  expect(periodEnds(["2026-01-31", "2026-02-10"], "month")).toEqual([
    Date.UTC(2026, 0, 31),
    Date.UTC(2026, 1, 28),
  ]);
  expect(periodEnds(["2026-02-10", "2026-02-11"], "month")).toBeUndefined();
});
