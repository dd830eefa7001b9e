import { useMemo } from "react";
import type { SeriesResponse } from "#domain/api";
import { Chart } from "../../charts/Chart";
import type { ChartRequest } from "../../charts/files/codeSamples";
import { measureAddsUp } from "../../charts/series/chartSeries";
import { useStatus } from "../chartView/marketStatus";
import { useCanDownload } from "../people/session/useCanDownload";

export interface ResponseChartProps {
  body: SeriesResponse;
  /** The request shown in the chart's code samples. */
  request: ChartRequest;
}

/** Draws the series of a response in the site's own chart. */
export function ResponseChart({ body, request }: ResponseChartProps) {
  const canXlsx = useCanDownload("xlsx");
  const { has_sample: isSample } = useStatus();
  const { results, aggregate } = body;
  const interval = aggregate.interval ?? "day";
  const view = useMemo(
    () =>
      ({
        mode:
          results.length > 1 && results.every(({ measure }) => measureAddsUp(measure)) ? "stacked" : "lines",
        scale: "linear",
        percent: false,
        range: "all",
        interval,
      }) as const,
    [results, interval],
  );
  const labels = [...new Set(results.map(({ measure }) => measure.label))].join(", ");
  const by = (aggregate.groupBy ?? "date").replaceAll("_", " ");
  const title = by === "date" || by === "measure" ? labels : `${labels} by ${by}`;
  return (
    <Chart
      canXlsx={canXlsx}
      id="answer"
      title={title}
      headingLevel={3}
      series={results}
      view={view}
      isSample={isSample}
      canEmbed={false}
      request={request}
    />
  );
}
