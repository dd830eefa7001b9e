import fc from "fast-check";
import { expect, test } from "vitest";
import { percentOfTotal } from "./percentOfTotal";

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
