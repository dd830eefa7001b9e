import fc from "fast-check";
import { expect, test } from "vitest";
import { network } from "../../../../tests/support/testSeries";
import { alignSeries, percentOfTotal } from "./alignSeries";

test("shares are of the known values on the date", () => {
  expect(
    percentOfTotal([
      [30, null, 0, -1],
      [10, 5, 0, 3],
    ]),
  ).toEqual([
    [75, null, null, null],
    [25, 100, null, null],
  ]);
});

const cell = fc.option(fc.double({ min: 0, max: 1e15, noNaN: true }), { nil: null });

test("the shares of a date add up to a hundred, and unknown stays unknown", () => {
  fc.assert(
    fc.property(
      fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 8 })).chain(([rows, columns]) =>
        fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), {
          minLength: rows,
          maxLength: rows,
        }),
      ),
      (rows) => {
        const shares = percentOfTotal(rows);
        rows[0]?.forEach((_, column) => {
          const total = rows.reduce((sum, row) => sum + (row[column] ?? 0), 0);
          const known = shares.map((row) => row[column] ?? null);
          rows.forEach((row, index) => {
            if (row[column] === null) expect(known[index]).toBeNull();
          });
          if (total > 0) {
            expect(known.reduce<number>((sum, share) => sum + (share ?? 0), 0)).toBeCloseTo(100, 6);
          } else expect(known.every((share) => share === null)).toBe(true);
        });
      },
    ),
  );
});

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
