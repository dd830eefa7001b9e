import { createFileRoute } from "@tanstack/react-router";
import { loadChart } from "../features/chartView/chartData";
import { chartState, readChartSearch } from "../features/chartView/chartSearch";
import { loadStatus } from "../features/chartView/marketStatus";
import { OverviewPage } from "../features/overview/OverviewPage";
import { loadOverview } from "../features/overview/overviewQueries";
import { overviewChart, overviewGroups } from "../features/overview/overviewSet";
import { pageMeta } from "../features/shell/pageMeta";

export const Route = createFileRoute("/")({
  validateSearch: readChartSearch,
  staticData: { isEmbeddable: true },
  loaderDeps: ({ search }) => readChartSearch({ ...search }),
  loader: async ({ context, deps }) => {
    const status = await loadStatus(context);
    const state = chartState(deps, overviewChart, { groups: overviewGroups });
    await Promise.all([
      loadOverview(context),
      loadChart(context, state, { filter: null, asOf: status.as_of }),
    ]);
  },
  head: ({ match }) =>
    pageMeta({
      site: match.context.site,
      title: "Market Overview",
      description:
        "Tokenized real-world assets across public networks: value, holders and activity by asset class, network, platform and issuer.",
      path: "/",
    }),
  component: Page,
});

function Page() {
  return <OverviewPage search={Route.useLoaderDeps()} />;
}
