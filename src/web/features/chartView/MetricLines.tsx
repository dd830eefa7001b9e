import { type ReactNode, useMemo } from "react";
import type { MetricSlug } from "#domain";
import type { ChartSeries } from "../../charts/series/chartSeries";
import { type PackedSeries, unpackSeries } from "../../rpc/packedSeries";
import { PlainChart, type PlainChartProps } from "./PlainChart";

export interface MetricLinesProps
  extends Pick<PlainChartProps, "id" | "title" | "interval" | "range" | "figures"> {
  packed: PackedSeries;
  /** One line each, in this order; all of one unit. */
  metrics: readonly MetricSlug[];
  children?: ReactNode;
}

/** Metrics of one subject as lines of one chart. Renders nothing unless all of them are known. */
export function MetricLines({ packed, metrics, ...props }: MetricLinesProps) {
  const series = useMemo(() => linesOf(packed, metrics), [packed, metrics]);
  if (series.length < metrics.length) return null;
  return <PlainChart {...props} series={series} />;
}

function linesOf(packed: PackedSeries, metrics: readonly MetricSlug[]): ChartSeries[] {
  const { results } = unpackSeries(packed);
  return metrics.flatMap((slug) => results.find(({ measure }) => measure.slug === slug) ?? []);
}
