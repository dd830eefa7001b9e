import { expect, test } from "vitest";
import type { ChartPoint } from "./chartSeries";
import { movingAverage } from "./transformSeries";

const days = (...values: (number | null)[]): ChartPoint[] =>
  values.map((value, index) => [`2026-01-${String(index + 1).padStart(2, "0")}`, value]);
const valuesOf = (points: readonly ChartPoint[]) => points.map(([, value]) => value);

test("each date has the mean of the days up to it, from the first with all of them", () => {
  expect(valuesOf(movingAverage(days(1, 2, 3, 4, 9), 3))).toEqual([null, null, 2, 3, 16 / 3]);
});

test("unknown values are excluded from the mean, and stay unknown", () => {
  expect(valuesOf(movingAverage(days(1, null, 5, 6), 3))).toEqual([null, null, 3, 5.5]);
  expect(valuesOf(movingAverage(days(1, 2, null), 2))).toEqual([null, 1.5, null]);
});

test("days are counted, not points", () => {
  const weeks: ChartPoint[] = [
    ["2026-01-04", 10],
    ["2026-01-11", 20],
    ["2026-01-18", 60],
  ];
  expect(valuesOf(movingAverage(weeks, 7))).toEqual([10, 20, 60]);
  expect(valuesOf(movingAverage(weeks, 14))).toEqual([null, 15, 40]);
});

test("an empty series has no average", () => {
  expect(movingAverage([], 7)).toEqual([]);
  expect(valuesOf(movingAverage(days(4), 7))).toEqual([null]);
});

test("a large value leaves no rounding error after it leaves the window", () => {
  const points = [1e17, 0.1, 0.3, 0.2, 0].map((value, index) => [`2026-01-0${index + 1}`, value] as const);
  const [, , , , last] = movingAverage(points, 2);
  expect(movingAverage(points, 2)[3]?.[1]).toBe(0.25);
  expect(last?.[1]).toBe(0.1);
});
