import fc from "fast-check";
import { expect, test } from "vitest";
import { alignSeries } from "./alignSeries";
import { network } from "./testSeries";

test("missing values are gaps, never zero", () => {
  const { dates, rows } = alignSeries(
    [
      network("Ethereum", { "2026-01-01": 1, "2026-01-02": null, "2026-01-04": 4 }),
      network("Base", { "2026-01-02": 20 }),
    ],
    "day",
  );
  expect(dates).toEqual(["2026-01-01", "2026-01-02", "2026-01-03", "2026-01-04"]);
  expect(rows.map(({ values }) => values)).toEqual([
    [1, null, null, 4],
    [null, 20, null, null],
  ]);
});

test("a zero stays a zero, and values that are not finite are gaps", () => {
  const { rows } = alignSeries(
    [
      network("Ethereum", {
        "2026-01-01": 0,
        "2026-01-02": Number.NaN,
        "2026-01-03": Number.POSITIVE_INFINITY,
      }),
    ],
    "day",
  );
  expect(rows[0]?.values).toEqual([0, null, null]);
});

const day = fc
  .integer({ min: 0, max: 400 })
  .map((offset) => new Date(Date.UTC(2025, 0, 1 + offset)).toISOString().slice(0, 10));
const points = fc.dictionary(
  day,
  fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }), { nil: null }),
);

test("every known value is at its date and no other date has a value", () => {
  fc.assert(
    fc.property(fc.array(points, { minLength: 1, maxLength: 5 }), (all) => {
      const series = all.map((one, index) => network(`n${index}`, one));
      const { dates, rows } = alignSeries(series, "day");
      expect([...dates].sort()).toEqual(dates);
      expect(new Set(dates).size).toBe(dates.length);
      all.forEach((one, index) => {
        const values = rows[index]?.values ?? [];
        expect(values).toHaveLength(dates.length);
        dates.forEach((date, column) => {
          expect(values[column]).toBe(one[date] ?? null);
        });
      });
    }),
  );
});
