import { createFileRoute } from "@tanstack/react-router";
import { pageMeta } from "../features/shell/pageMeta";
import { readChartAddress } from "../features/visualization/chartAddress";
import { VisualizationPage } from "../features/visualization/VisualizationPage";

const importCode = () =>
  Promise.all([
    import("../features/visualization/loadChart"),
    import("../features/visualization/chartDefinition"),
  ]);

export const Route = createFileRoute("/developer/visualization")({
  validateSearch: readChartAddress,
  loaderDeps: ({ search: { chart } }) => ({ chart }),
  loader: async ({ context, deps }) => {
    const [{ loadChart }, { exampleChart }] = await importCode();
    await loadChart(context, deps.chart ?? exampleChart, exampleChart);
    return { under: "/tools/api/api-keys", crumb: "Visualization" };
  },
  head: ({ match }) =>
    pageMeta({
      site: match.context.site,
      title: "Visualization",
      description: "Build a chart from a data API query.",
    }),
  component: Visualization,
});

function Visualization() {
  return <VisualizationPage search={Route.useSearch()} />;
}
