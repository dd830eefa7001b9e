import { expect, test } from "vitest";
import { type ChartPoint, type ChartSeries, OTHERS_TYPE } from "../../charts/series/chartSeries";
import { changedValues } from "./changedValues";

const measure = { id: 1, slug: "value", name: "Value (Dollar)", label: "Value", unit: "dollar" };
const line = (name: string, points: readonly ChartPoint[], type = "network"): ChartSeries => ({
  measure,
  group: { type, id: null, slug: name, name },
  points,
});

test("lists values that differ, that are gone, and that are new, the latest first", () => {
  const then = [
    line("a", [
      ["2026-01-01", 1],
      ["2026-01-02", 2],
      ["2026-01-03", 3],
    ]),
  ];
  const now = [
    line("a", [
      ["2025-12-31", 9],
      ["2026-01-01", 1],
      ["2026-01-02", 5],
    ]),
  ];
  expect(changedValues(then, now, "day")).toEqual({
    compared: 4,
    changes: [
      { date: "2026-01-03", name: "", unit: "dollar", before: 3, after: null },
      { date: "2026-01-02", name: "", unit: "dollar", before: 2, after: 5 },
      { date: "2025-12-31", name: "", unit: "dollar", before: null, after: 9 },
    ],
  });
  expect(changedValues(then, then, "day")).toEqual({ compared: 3, changes: [] });
});

test("names series by what distinguishes them, and lists series that exist only now", () => {
  const then = [line("a", [["2026-01-01", 1]])];
  const other = { ...line("b", [["2026-01-01", 4]]), measure: { ...measure, slug: "rate", label: "Rate" } };
  expect(changedValues(then, [...then, line("b", [["2026-01-01", 4]])], "day").changes).toEqual([
    { date: "2026-01-01", name: "b", unit: "dollar", before: null, after: 4 },
  ]);
  expect(changedValues(then, [...then, other], "day").changes[0]?.name).toBe("b: Rate");
});

test("compares periods, whichever of their days dates them", () => {
  // A Wednesday, and the Sunday of its week.
  const then = [line("a", [["2026-01-07", 1]])];
  expect(changedValues(then, [line("a", [["2026-01-11", 1]])], "week").changes).toEqual([]);
  expect(changedValues(then, [line("a", [["2026-01-11", 2]])], "week").changes).toMatchObject([
    { date: "2026-01-07", before: 1, after: 2 },
  ]);
});

test("ignores differences by rounding, also of the others, whose number may be another one", () => {
  const then = [
    line("a", [["2026-01-01", 0.1 + 0.2]]),
    line("big", [["2026-01-01", 1e12]]),
    line("All Others (2 items)", [["2026-01-01", 5]], OTHERS_TYPE),
  ];
  const now = [
    line("a", [["2026-01-01", 0.3]]),
    line("big", [["2026-01-01", 1e12]]),
    line("All Others (3 items)", [["2026-01-01", 5.001]], OTHERS_TYPE),
  ];
  expect(changedValues(then, now, "day")).toEqual({ compared: 3, changes: [] });
});
