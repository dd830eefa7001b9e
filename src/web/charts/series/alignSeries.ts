import type { Interval } from "#domain/query";
import { withMissingPeriods } from "./calendar";
import type { ChartSeries } from "./chartSeries";

/**
 * The totals for shares by date: the given ones, else the sum of the rows. Null if no shares are possible: a
 * value is negative, or the total is zero or unknown.
 */
export function wholesOf(
  rows: readonly (readonly (number | null)[])[],
  totals?: readonly (number | null)[],
): (number | null)[] {
  const width = rows[0]?.length ?? 0;
  return Array.from({ length: width }, (_, column) => {
    let sum = 0;
    for (const row of rows) {
      const value = row[column] ?? 0;
      if (value < 0) return null;
      sum += value;
    }
    const whole = totals === undefined ? sum : (totals[column] ?? null);
    return whole === null || whole <= 0 ? null : whole;
  });
}

/** The share of each value in the total of its date, in percent. Unknown stays unknown. */
export const percentOfTotal = (
  rows: readonly (readonly (number | null)[])[],
  wholes: readonly (number | null)[] = wholesOf(rows),
): (number | null)[][] =>
  rows.map((row) =>
    row.map((value, column) => {
      const whole = wholes[column] ?? null;
      return value === null || whole === null ? null : (value / whole) * 100;
    }),
  );

export interface AlignedSeries {
  series: ChartSeries;
  /** One per date; `null` if the series has no value on that date. */
  values: (number | null)[];
}

export interface Alignment {
  /** All dates of the series in order, and one for each period in which no series has any. */
  dates: string[];
  rows: AlignedSeries[];
}

const known = (value: number | null | undefined): number | null =>
  typeof value === "number" && Number.isFinite(value) ? value : null;

/** Aligns series to common dates. Values that are missing or not finite are gaps. */
export function alignSeries(series: readonly ChartSeries[], interval: Interval): Alignment {
  const dates = withMissingPeriods(
    series.flatMap(({ points }) => points.map(([date]) => date.slice(0, 10))),
    interval,
  );
  const place = new Map(dates.map((date, index) => [date, index]));
  const rows = series.map((one): AlignedSeries => {
    const values = new Array<number | null>(dates.length).fill(null);
    for (const [date, value] of one.points) {
      const index = place.get(date.slice(0, 10));
      if (index !== undefined) values[index] = known(value);
    }
    return { series: one, values };
  });
  return { dates, rows };
}
