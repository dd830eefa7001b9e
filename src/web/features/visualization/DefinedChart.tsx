import { useMemo } from "react";
import type { EndpointResponse } from "#domain/api";
import { Chart } from "../../charts/Chart";
import type { ChartRequest } from "../../charts/files/codeSamples";
import { measureAddsUp } from "../../charts/series/chartSeries";
import { useStatus } from "../chartView/marketStatus";
import { parseResponse } from "../explorer/parseResponse";
import { ResponseProblems } from "../explorer/ResponseProblems";
import { useCanDownload } from "../people/session/useCanDownload";
import type { ChartDefinition } from "./chartDefinition";

export interface DefinedChartProps {
  chart: ChartDefinition;
  answer: EndpointResponse;
  brand: string;
  request: ChartRequest;
  /** Set in embedded charts: URL of the chart's page. */
  embeddedFrom?: string;
}

/** Draws the chart of a definition. */
export function DefinedChart({ chart, answer, brand, request, embeddedFrom }: DefinedChartProps) {
  const canXlsx = useCanDownload("xlsx");
  const { has_sample: isSample } = useStatus();
  const read = useMemo(() => parseResponse("series", answer), [answer]);
  const { mode, scale, percent } = chart;
  const interval = chart.query.aggregate?.interval ?? "day";
  const view = useMemo(
    () => ({ mode, scale, percent, range: "all", interval }) as const,
    [mode, scale, percent, interval],
  );
  if (read.kind === "error") return <ResponseProblems status={read.status} body={read.body} />;
  if (read.kind !== "series") return null;
  const { results } = read.body;
  // Metrics that are not additive are neither stacked nor shown as shares.
  const adds = results.every(({ measure }) => measureAddsUp(measure));
  const labels = [...new Set(results.map(({ measure }) => measure.label))].join(", ");
  return (
    <Chart
      canXlsx={canXlsx}
      id="chart"
      title={chart.title || labels || "Chart"}
      series={results}
      view={adds ? view : { ...view, mode: mode === "stacked" ? "lines" : mode, percent: false }}
      isSample={isSample}
      brand={brand}
      canEmbed={false}
      request={request}
      embedded={embeddedFrom !== undefined}
      {...(embeddedFrom !== undefined && { pageUrl: embeddedFrom })}
    />
  );
}
