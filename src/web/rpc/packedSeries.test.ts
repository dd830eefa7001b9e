import fc from "fast-check";
import { expect, test } from "vitest";
import type { Point, SeriesResponse } from "#domain/api";
import { packSeries, unpackSeries } from "./packedSeries";

const answer = (all: Point[][]): SeriesResponse => ({
  results: all.map((points, index) => ({
    measure: { id: 71, slug: "v", name: "V", label: "V", unit: "dollar", kind: "stock" },
    group: { type: "network", id: index, slug: `n${index}`, name: `N, ${index}`, color: "#112233" },
    points,
  })),
  filter: null,
  sort: { field: "value", direction: "desc" },
  pagination: { page: 1, perPage: 11, pageCount: 2, resultCount: 14 },
  aggregate: {},
});

test("series are restored exactly, including gaps and zeros", () => {
  const given = answer([
    [
      ["2026-01-01", 0],
      ["2026-01-08", 194_215_370_112.25],
    ],
    [["2026-01-08", -0.000001234]],
    [],
  ]);
  expect(unpackSeries(packSeries(given))).toEqual({
    results: given.results,
    groupCount: 14,
    problem: null,
  });
});

/** Doubles below this have fewer digits; all figures are far larger. */
const TINY = 1e-300;

test("no value changes before its fifteenth digit", () => {
  fc.assert(
    fc.property(fc.array(fc.double({ noNaN: true, min: -1e300, max: 1e300 }), { minLength: 1 }), (values) => {
      const points = values.map((value, day): Point => [`2026-01-${String(day + 10)}`, value]);
      const back = unpackSeries(packSeries(answer([points]))).results[0]?.points ?? [];
      expect(back).toHaveLength(values.length);
      for (const [index, [, value]] of back.entries()) {
        const exact = values[index] ?? 0;
        expect(Math.abs(value - exact)).toBeLessThanOrEqual(Math.max(Math.abs(exact) * 1e-14, TINY));
      }
    }),
  );
});
