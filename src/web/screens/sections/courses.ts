import { allOf, type Filter, type Interval, type MetricSlug } from "#domain";
import type { ColorChoice } from "../../charts/color/groupColor";
import { rangeStart } from "../../charts/series/calendar";
import type { RangePreset } from "../../charts/series/chartSeries";
import type { Course } from "../../features/courses/courseLines";
import type { SeriesQuery } from "../../rpc/marketQueries";
import { type PackedSeries, unpackSeries } from "../../rpc/packSeries";

export interface CourseOptions {
  /** Newest day; null while there is none. */
  asOf: string | null;
  interval?: Interval;
  range?: RangePreset;
}

/** Asks for metrics of tokens over time, each as one line. By default two years by month. */
export function coursesQuery(
  metrics: readonly MetricSlug[],
  filter: Filter | null,
  { asOf, interval = "month", range = "2y" }: CourseOptions,
): SeriesQuery {
  const start = asOf === null ? null : rangeStart(range, asOf);
  return {
    seriesOf: "tokens",
    filter: allOf(
      { operator: "in", field: "measure_slug", value: [...metrics] },
      filter,
      start === null ? null : { operator: "onOrAfter", field: "date", value: start },
    ),
    aggregate: { groupBy: "date", interval },
  };
}

/** The lines of metrics, each in the colour given for it; without those of which nothing is known. */
export function metricCourses(
  packed: PackedSeries,
  colors: Readonly<Partial<Record<MetricSlug, ColorChoice>>>,
): Course[] {
  const { results } = unpackSeries(packed);
  return Object.entries(colors).flatMap(([slug, color]) => {
    const found = results.find(({ measure }) => measure.slug === slug);
    return found === undefined || found.points.length === 0
      ? []
      : [{ name: found.measure.label ?? found.measure.name, color, points: found.points }];
  });
}
