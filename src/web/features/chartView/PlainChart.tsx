import { useRouteContext } from "@tanstack/react-router";
import { lazy, type ReactNode, useMemo } from "react";
import type { FigureSources, ListResponse } from "#domain/api";
import type { MetricSlug } from "#domain/metrics";
import type { Interval } from "#domain/query";
import { Chart } from "../../charts/Chart";
import type { ChartRange, ChartSeries } from "../../charts/series/chartSeries";
import type { SeriesQuery } from "../../rpc/marketQueries";
import { type PackedSeries, unpackSeries } from "../../rpc/packedSeries";
import { WhileDated } from "../dated/WhileDated";
import { useCanDownload } from "../people/session/useCanDownload";
import { sourceLine } from "../provenance/sourceLine";
import { firstDateOf } from "./chartData";
import { checkEventsOf } from "./chartEvents";
import { useStatus } from "./marketStatus";

const CitedChart = lazy(() => import("../dated/CitedChart"));
const SeriesChanges = lazy(() => import("./SeriesChanges"));

interface PlainChartProps {
  /** Anchor of this secondary chart. */
  id: string;
  title: string;
  /** Must be a stable array: the chart redraws when its identity changes. */
  series: readonly ChartSeries[];
  interval: Interval;
  /** Default: two years. */
  range?: ChartRange;
  /** Sources of the figures, and whether they are sample data. Default: not shown. */
  figures?: FigureSources | undefined;
  /** Open results about its figures, marked on it. Must be a stable object. Default: none. */
  checks?: ListResponse | undefined;
  /** Says what has changed since, on pages with earlier figures; a lazy component. */
  changes: ReactNode;
  /** Description of the chart, one sentence. */
  children?: ReactNode;
}

/** A secondary line chart without controls. */
export function PlainChart({
  id,
  title,
  series,
  interval,
  range = "2y",
  figures,
  checks,
  changes,
  children,
}: PlainChartProps) {
  const { brand } = useRouteContext({ from: "__root__", select: ({ site }) => site });
  const status = { ...useStatus(), ...figures };
  const events = useMemo(
    () => (checks === undefined ? [] : checkEventsOf(checks, firstDateOf(series))),
    [checks, series],
  );
  const measures = new Set(series.map(({ measure: { label, name } }) => label ?? name));
  return (
    <div className="min-w-0 rounded-lg border bg-surface p-4">
      <Chart
        id={id}
        title={title}
        subtitle={sourceLine({ brand, status, measure: [...measures].join(", ") })}
        series={series}
        events={events}
        view={{ mode: "lines", range, interval, scale: "linear", percent: false }}
        isSample={status.has_sample}
        brand={brand}
        size="sm"
        canXlsx={useCanDownload("xlsx")}
        canEmbed={false}
        citation={(onClose) => (
          <CitedChart
            id={id}
            title={title}
            date={series[0]?.points.at(-1)?.[0] ?? status.as_of}
            onClose={onClose}
          />
        )}
        controls={children && <p className="text-muted text-sm">{children}</p>}
      />
      <WhileDated>{changes}</WhileDated>
    </div>
  );
}

export interface MetricLinesProps
  extends Pick<PlainChartProps, "id" | "title" | "interval" | "range" | "figures" | "checks"> {
  packed: PackedSeries;
  /** The query whose response that is. */
  query: SeriesQuery;
  /** One line each, in this order; all of one unit. */
  metrics: readonly MetricSlug[];
  children?: ReactNode;
}

/** Metrics of one subject as lines of one chart. Renders nothing unless all of them are known. */
export function MetricLines({ packed, query, metrics, ...props }: MetricLinesProps) {
  const series = useMemo(() => linesOf(packed, metrics), [packed, metrics]);
  if (series.length < metrics.length) return null;
  const changes = (
    <SeriesChanges
      title={props.title}
      shown={series}
      interval={props.interval}
      queries={[query]}
      seriesOf={(responses) => responses.flatMap((one) => linesOf(one, metrics))}
    />
  );
  return <PlainChart {...props} series={series} changes={changes} />;
}

function linesOf(packed: PackedSeries, metrics: readonly MetricSlug[]): ChartSeries[] {
  const { results } = unpackSeries(packed);
  return metrics.flatMap((slug) => results.find(({ measure }) => measure.slug === slug) ?? []);
}
