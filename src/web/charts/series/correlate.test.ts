import fc from "fast-check";
import { expect, test } from "vitest";
import type { ChartPoint } from "./chartSeries";
import { correlate, correlateChanges } from "./correlate";

const days = (...values: (number | null)[]): ChartPoint[] =>
  values.map((value, index) => [`2026-01-${String(index + 1).padStart(2, "0")}`, value]);
const measured = (unit: string, points: ChartPoint[]) => ({
  measure: { id: 1, slug: "value", name: "Value", unit },
  points,
});

test("parallel series correlate fully, and opposite ones negatively", () => {
  expect(correlate(days(1, 2, 3), days(10, 20, 30))).toEqual({ coefficient: 1, pairs: 3 });
  expect(correlate(days(1, 2, 3), days(6, 4, 2))).toEqual({ coefficient: -1, pairs: 3 });
});

test("the coefficient is Pearson's", () => {
  // By hand: means 3 and 4; sums of squares 10 and 6, then 10 and 10; sums of products 6 and 9.
  expect(correlate(days(1, 2, 3, 4, 5), days(2, 4, 5, 4, 5))?.coefficient).toBeCloseTo(6 / Math.sqrt(60), 12);
  expect(correlate(days(1, 2, 3, 4, 5), days(2, 3, 5, 4, 6))?.coefficient).toBeCloseTo(0.9, 12);
});

test("only common dates count, and at least three of them are required", () => {
  expect(correlate(days(1, null, 3, 4, 5), days(2, 9, 6, null, 10))).toEqual({ coefficient: 1, pairs: 3 });
  expect(correlate(days(1, 2), days(1, 2))).toBeNull();
  expect(correlate(days(1, 2, 3), [["2025-01-01", 1]])).toBeNull();
});

test("a constant series has no correlation", () => {
  expect(correlate(days(0.1, 0.1, 0.1), days(1, 2, 3))).toEqual({ coefficient: null, pairs: 3 });
});

test("two growing series do not correlate in their changes", () => {
  const a = days(100, 110, 111, 122);
  const b = days(100, 101, 111, 112);
  expect(correlate(a, b)?.coefficient).toBeGreaterThan(0.7);
  const changes = correlateChanges(measured("dollar", a), measured("dollar", b));
  expect(changes?.coefficient).toBeLessThan(-0.9);
  expect(changes?.pairs).toBe(3);
});

test("percentages correlate by their changes in points, also below zero", () => {
  const spread = measured("percent", days(1, -1, -2, 1, 0));
  const price = measured("dollar", days(100, 80, 72, 93.6, 84.24));
  expect(correlateChanges(spread, price)).toEqual({ coefficient: 1, pairs: 4 });
});

test("the order of two series and their units make no difference", () => {
  const values = fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 20, maxLength: 20 });
  fc.assert(
    fc.property(values, values, fc.integer({ min: 1, max: 1_000 }), (x, y, factor) => {
      const one = correlate(days(...x), days(...y))?.coefficient ?? null;
      const other = correlate(days(...y.map((value) => value * factor)), days(...x))?.coefficient ?? null;
      expect(one === null).toBe(other === null);
      if (one !== null && other !== null) expect(other).toBeCloseTo(one, 9);
    }),
  );
});
