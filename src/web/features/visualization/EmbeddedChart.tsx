import { useSuspenseQuery } from "@tanstack/react-query";
import { useRouteContext } from "@tanstack/react-router";
import { buttonClass } from "../../ui/controls/Button";
import { EmptyState } from "../../ui/display/EmptyState";
import { ErrorState } from "../../ui/display/ErrorState";
import { requestOf } from "../apiTools/requestOf";
import { endpointOptions } from "../explorer/explorerQueries";
import { parseResponse } from "../explorer/parseResponse";
import type { ChartAddress } from "./chartAddress";
import { type ChartDefinition, openChartEndpoints, readChart } from "./chartDefinition";
import { DefinedChart } from "./DefinedChart";
import { chartOptions } from "./loadChart";

/** A user-built chart for embedding in other sites. */
export function EmbeddedChart({ search }: { search: ChartAddress }) {
  // An embedded page has no session, so only public endpoints are listed.
  const { chart, problems } = readChart(search.chart, openChartEndpoints);
  if (chart !== null) return <Embedded chart={chart} />;
  if (search.chart === undefined) return <NoChart />;
  return (
    <>
      <h1 className="sr-only">Chart</h1>
      <ErrorState title="This chart cannot be shown">
        {problems.map(({ path, message }) => `${path}: ${message}`).join("; ")}
      </ErrorState>
    </>
  );
}

/** Explains the missing definition and links to the editor. Embedded links open in a new tab. */
function NoChart() {
  const { site } = useRouteContext({ from: "__root__" });
  const outside = { target: "_blank", rel: "noreferrer" } as const;
  return (
    <>
      <h1 className="sr-only">Chart</h1>
      <EmptyState
        title="No chart in this address"
        actions={
          <>
            <a
              href={`${site.origin}/developer/visualization`}
              className={buttonClass({ variant: "primary" })}
              {...outside}
            >
              Build a chart
            </a>
            <a href={site.origin} className={buttonClass()} {...outside}>
              Market overview
            </a>
          </>
        }
      >
        <p>
          This address embeds a chart in other pages, but no chart was given. Add it to the parameter{" "}
          <code>chart</code>, as JSON, up to 20,000 characters long.
        </p>
        <p className="mt-2">
          Build a chart under Visualization and copy its embed code, or choose “Copy embed code” in the menu
          of any chart.
        </p>
      </EmptyState>
    </>
  );
}

/** Replaces a chart of data that is not public, with a link to a page that can show it with a session. */
function ClosedChart({ title, chart }: { title: string; chart: ChartDefinition }) {
  const { site } = useRouteContext({ from: "__root__" });
  const address = `${site.origin}/developer/visualization?${new URLSearchParams({ chart: JSON.stringify(chart) })}`;
  return (
    <>
      <h1 className="sr-only">{title}</h1>
      <EmptyState
        title="This chart is not public"
        actions={
          <a href={address} className={buttonClass({ variant: "primary" })} target="_blank" rel="noreferrer">
            Open in {site.brand}
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        }
      >
        Its data requires sign-in, so it cannot be embedded. Charts of {openChartEndpoints.join(" and ")} can
        be.
      </EmptyState>
    </>
  );
}

function Embedded({ chart }: { chart: ChartDefinition }) {
  const { trpc, site } = useRouteContext({ from: "__root__" });
  const endpoint = useSuspenseQuery(endpointOptions(trpc, chart.endpoint)).data;
  const answer = useSuspenseQuery(chartOptions(trpc, chart)).data;
  const read = parseResponse("series", answer);
  if (read.kind === "error" && (read.status === 401 || read.status === 403)) {
    return <ClosedChart title={chart.title || endpoint.title} chart={chart} />;
  }
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
