import { useQueries } from "@tanstack/react-query";
import { useRouteContext } from "@tanstack/react-router";
import type { SeriesResponse } from "#domain/api";
import { CARRY_DAYS, type MetricSlug, metricByName } from "#domain/metrics";
import { allOf, isEqual, type QueryInput } from "#domain/query";
import { splitNamed } from "#domain/resources";
import { daysBefore } from "../../charts/series/calendar";
import type { ChartSeries } from "../../charts/series/chartSeries";
import { textOf } from "../../format/textOf";
import { useFigureScope } from "../../rpc/useTrpc";
import { useStatus } from "../chartView/marketStatus";
import { ChangedValues } from "../dated/ChangedValues";
import { changedValues } from "../dated/changedValues";
import { type ScatterMetrics, type ScatterPoint, unitOf } from "./scatterPoints";

export interface ScatterChangesProps {
  title: string;
  /** As of the publication that the page shows. */
  points: readonly ScatterPoint[];
  metrics: ScatterMetrics;
}

/** What has changed since in the figures of the dots, which are those of the latest day then. */
export default function ScatterChanges({ title, points, metrics }: ScatterChangesProps) {
  const { stablecoins } = useFigureScope();
  const scopedTrpc = useRouteContext({ from: "__root__", select: (context) => context.scopedTrpc });
  const { as_of: day } = useStatus();
  const parts = ["y", "x", "size"] as const;
  const answers = useQueries({
    queries: parts.map((part) =>
      scopedTrpc({ stablecoins }).market.series.queryOptions({
        resource: "tokens",
        query: latestQuery(metrics[part], points, day),
      }),
    ),
  });
  if (day === null) return null;
  const seriesOf = (figureOf: (point: ScatterPoint, part: (typeof parts)[number]) => number | null) =>
    parts.flatMap((part) => points.map((point) => dotOf(point, metrics[part], day, figureOf(point, part))));
  const isReady = answers.every(({ data }) => data !== undefined);
  const [y, x, size] = answers.map(({ data }) => latestValues(data));
  const present = { y, x, size };
  return (
    <ChangedValues
      title={title}
      nameLabel="Figure"
      changed={
        isReady
          ? changedValues(
              seriesOf((point, part) => point[part]),
              seriesOf(({ row }, part) => present[part]?.get(String(row.slug)) ?? null),
              "day",
            )
          : undefined
      }
      isError={answers.some(({ isError }) => isError)}
    />
  );
}

/** Query for the latest values of some assets, which are at most carried for a few days. */
function latestQuery(metric: MetricSlug, points: readonly ScatterPoint[], day: string | null): QueryInput {
  const field = splitNamed("tokens", "asset")?.slugField ?? "asset_slug";
  return {
    filter: allOf(
      isEqual("measure_slug", metric),
      { operator: "in", field, value: points.map(({ row }) => String(row.slug)) },
      day === null ? null : { operator: "onOrAfter", field: "date", value: daysBefore(day, CARRY_DAYS) },
      day === null ? null : { operator: "onOrBefore", field: "date", value: day },
    ),
    aggregate: { groupBy: "asset", interval: "day" },
    pagination: { page: 1, perPage: points.length },
  };
}

const latestValues = (response: SeriesResponse | undefined): ReadonlyMap<string, number> =>
  new Map(
    (response?.results ?? []).flatMap(({ group, points }) => {
      const value = points.at(-1)?.[1];
      return group.slug === null || value === undefined ? [] : [[group.slug, value] as const];
    }),
  );

/** A figure of a dot as a series of one day. */
const dotOf = (
  { row }: ScatterPoint,
  metric: MetricSlug,
  day: string,
  value: number | null,
): ChartSeries => ({
  measure: {
    id: 0,
    slug: metric,
    name: metricByName(metric)?.label ?? metric,
    unit: unitOf(metric),
  },
  group: { type: "asset", id: row.id as number, slug: textOf(row.slug), name: String(row.name) },
  points: [[day, value]],
});
