import { noop } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { AdministeredData } from "../features/administration/AdministeredData";
import { readDataSearch } from "../features/administration/dataSearch";
import { loadStatus } from "../features/chartView/marketStatus";
import { pageMeta } from "../features/shell/pageMeta";

export const Route = createFileRoute("/admin/data/")({
  validateSearch: readDataSearch,
  loaderDeps: ({ search }) => readDataSearch({ ...search }),
  loader: async ({ context, deps: { file = null, page = 1, files = 1 } }) => {
    const { queryClient, trpc } = context;
    await Promise.all([
      loadStatus(context),
      // Errors are shown by the component.
      queryClient.query(trpc.administration.quarantine.queryOptions({ file, page })).catch(noop),
      queryClient.query(trpc.administration.files.queryOptions({ page: files })).catch(noop),
      queryClient.query(trpc.market.allSources.queryOptions()).catch(noop),
    ]);
  },
  head: ({ match }) =>
    pageMeta({
      site: match.context.site,
      title: "Data",
      description: "Sources, freshness and rejected rows.",
    }),
  component: AdministeredData,
});
