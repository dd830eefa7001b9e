import { createFileRoute } from "@tanstack/react-router";
import { pageMeta } from "../features/shell/pageMeta";
import { readChartAddress } from "../features/visualization/chartAddress";
import { EmbeddedChart } from "../features/visualization/EmbeddedChart";

/** The only URL for embedding in other sites: it shows public data, without a session. */
export const Route = createFileRoute("/embed")({
  validateSearch: (raw: Record<string, unknown>) => ({ ...readChartAddress(raw), embed: 1 as const }),
  staticData: { isEmbeddable: true },
  loaderDeps: ({ search: { chart } }) => ({ chart }),
  loader: async ({ context, deps }) =>
    (await import("../features/visualization/loadChart")).loadChart(context, deps.chart, null),
  head: ({ match }) =>
    pageMeta({ site: match.context.site, title: "Chart", description: "A chart of the data API." }),
  component: Embed,
});

function Embed() {
  return <EmbeddedChart search={Route.useSearch()} />;
}
