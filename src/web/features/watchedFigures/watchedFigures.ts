import { metricOf, type ResourceRow, type SeriesResponse } from "#domain";
import { WATCHED_METRIC } from "./watchedQueries";

/** A row of the watchlist with its value now and on the day of the last visit; null if unknown. */
export interface WatchedFigure {
  row: ResourceRow;
  now: number | null;
  before: number | null;
}

/** Rows with their values on both days. */
export function watchedFigures(
  rows: readonly ResourceRow[],
  past: SeriesResponse["results"],
): WatchedFigure[] {
  const earlier = new Map(past.map(({ group, points }) => [group.id, points.at(-1)?.[1] ?? null]));
  return rows.map((row) => ({
    row,
    now: metricOf(row, WATCHED_METRIC)?.val ?? null,
    before: earlier.get(Number(row.id)) ?? null,
  }));
}

/** Change of a figure in percent; null if either value is unknown or the earlier one is zero. */
export const changeSince = ({ now, before }: Pick<WatchedFigure, "now" | "before">): number | null =>
  now === null || before === null || before === 0 ? null : (100 * (now - before)) / before;

/** Total of the watched figures, and the change of those with both values. */
export function watchedTotal(figures: readonly WatchedFigure[]): {
  now: number | null;
  change: number | null;
} {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const known = figures.flatMap(({ now }) => now ?? []);
  const both = figures.flatMap(({ now, before }) =>
    now === null || before === null ? [] : [{ now, before }],
  );
  return {
    now: known.length === 0 ? null : sum(known),
    change: changeSince({
      now: both.length === 0 ? null : sum(both.map(({ now }) => now)),
      before: sum(both.map(({ before }) => before)),
    }),
  };
}
