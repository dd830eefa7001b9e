import { useSuspenseQuery } from "@tanstack/react-query";
import { useRouteContext } from "@tanstack/react-router";
import { ErrorState } from "../../ui/ErrorState";
import { requestOf } from "../apiTools/requestOf";
import { endpointOptions } from "../explorer/explorerQueries";
import type { ChartAddress } from "./chartAddress";
import { type ChartDefinition, readChart } from "./chartDefinition";
import { chartOptions } from "./chartOptions";
import { DefinedChart } from "./DefinedChart";

/** A chart that somebody built, alone, for other people's pages. */
export function EmbeddedChart({ search }: { search: ChartAddress }) {
  const { chart, problems } = readChart(search.chart);
  if (chart !== null) return <Embedded chart={chart} />;
  return (
    <>
      <h1 className="sr-only">Chart</h1>
      <ErrorState title="This chart cannot be shown">
        {problems.map(({ path, message }) => `${path}: ${message}`).join("; ")}
      </ErrorState>
    </>
  );
}

function Embedded({ chart }: { chart: ChartDefinition }) {
  const { trpc, site } = useRouteContext({ from: "__root__" });
  const endpoint = useSuspenseQuery(endpointOptions(trpc, chart.endpoint)).data;
  const answer = useSuspenseQuery(chartOptions(trpc, chart)).data;
  const from = `${site.origin}/embed?${new URLSearchParams({ chart: JSON.stringify(chart) })}`;
  return (
    <>
      <h1 className="sr-only">{chart.title || endpoint.title}</h1>
      <DefinedChart
        chart={chart}
        answer={answer}
        brand={site.brand}
        request={requestOf(endpoint, { origin: site.origin, query: chart.query })}
        embeddedFrom={from}
      />
    </>
  );
}
