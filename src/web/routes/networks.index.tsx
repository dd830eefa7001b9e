import { createFileRoute } from "@tanstack/react-router";
import { loadChart } from "../features/chartView/chartData";
import { chartState } from "../features/chartView/chartSearch";
import { loadStatus } from "../features/chartView/marketStatus";
import { readPageSearch } from "../features/chartView/pageSearch";
import { NetworksPage } from "../features/network/NetworksPage";
import { marketTotalOptions, networksTable } from "../features/network/networkQueries";
import { networksChart, networksGroups } from "../features/network/networkSet";
import { pageMeta } from "../features/shell/pageMeta";
import { loadTable } from "../features/table/loadTable";

export const Route = createFileRoute("/networks/")({
  validateSearch: readPageSearch,
  staticData: { isEmbeddable: true },
  loaderDeps: ({ search }) => readPageSearch({ ...search }),
  loader: async ({ context, deps }) => {
    const status = await loadStatus(context);
    const state = chartState(deps, networksChart, { groups: networksGroups });
    const [table] = await Promise.all([
      loadTable(context, networksTable, deps),
      loadChart(context, state, { filter: null, asOf: status.as_of }),
      context.queryClient.query({ ...marketTotalOptions(context.trpc), staleTime: "static" }),
    ]);
    return { table };
  },
  head: ({ match }) =>
    pageMeta({
      site: match.context.site,
      title: "Networks",
      description: "Blockchain networks with tokenized assets: value, holders and activity of each.",
      path: "/networks",
    }),
  component: Page,
});

function Page() {
  return <NetworksPage search={Route.useLoaderDeps()} table={Route.useLoaderData().table} />;
}
