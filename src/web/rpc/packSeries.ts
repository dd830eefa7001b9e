import type { Point, SeriesResponse, SeriesResult } from "#domain";

/**
 * Series as they travel with a page: dates once for all of them, values as
 * text. A page of ten weekly series shrinks to a third of what the answer takes.
 */
export interface PackedSeries {
  /** Every date of any series, in order, separated by commas. */
  dates: string;
  rows: readonly (Pick<SeriesResult, "group" | "measure"> & {
    /** One value per date, separated by commas; nothing where the series has none. */
    values: string;
  })[];
  /** Number of all groups, also of those that were not read. */
  groupCount: number;
  /** Why the API refuses what the address asks for, in words; left out where it does not. */
  problem?: string | undefined;
}

/** Series that there are none of, with the reason. */
export const refusedSeries = (problem: string): PackedSeries => ({
  dates: "",
  rows: [],
  groupCount: 0,
  problem,
});

/** Cents of trillions, and none of the noise of a double. */
const DIGITS = 15;

export function packSeries({ results, pagination }: SeriesResponse): PackedSeries {
  const dates = [...new Set(results.flatMap(({ points }) => points.map(([date]) => date)))].sort();
  return {
    dates: dates.join(","),
    rows: results.map(({ group, measure, points }) => {
      const byDate = new Map(points);
      const values = dates.map((date) => {
        const value = byDate.get(date);
        return value === undefined ? "" : String(Number(value.toPrecision(DIGITS)));
      });
      return { group, measure, values: values.join(",") };
    }),
    groupCount: pagination.resultCount,
  };
}

export interface UnpackedSeries {
  results: readonly SeriesResult[];
  groupCount: number;
  problem: string | null;
}

export function unpackSeries({ dates: dateText, rows, groupCount, problem }: PackedSeries): UnpackedSeries {
  const dates = dateText === "" ? [] : dateText.split(",");
  return {
    results: rows.map(({ group, measure, values: valueText }) => {
      const values = valueText.split(",");
      const points = dates.flatMap((date, index): Point[] => {
        const value = values[index] ?? "";
        return value === "" ? [] : [[date, Number(value)]];
      });
      return { group, measure, points };
    }),
    groupCount,
    problem: problem ?? null,
  };
}
