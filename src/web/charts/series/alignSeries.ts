import type { Interval } from "#domain";
import { withMissingPeriods } from "./calendar";
import type { ChartSeries } from "./chartSeries";

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
