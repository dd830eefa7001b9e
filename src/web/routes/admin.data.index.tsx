import { createFileRoute } from "@tanstack/react-router";
import { AdministeredData } from "../features/administration/AdministeredData";
import { readDataSearch } from "../features/administration/dataSearch";
import { pageMeta } from "../features/shell/pageMeta";

export const Route = createFileRoute("/admin/data/")({
  validateSearch: readDataSearch,
  loaderDeps: ({ search }) => readDataSearch({ ...search }),
  loader: async ({ context, deps }) => {
    await (await import("../features/corrections/loadPart")).loadData(context, deps);
  },
  head: ({ match }) => pageMeta({ site: match.context.site, title: "Data", description: "Administration." }),
  component: AdministeredData,
});
