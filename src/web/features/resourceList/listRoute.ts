import { resourceByName } from "#domain";
import type { RouterContext } from "../../routes/__root";
import { loadStatus } from "../chartView/marketStatus";
import { pageMeta } from "../shell/pageMeta";
import { loadTable } from "../table/loadTable";
import { readTableSearch, type TableSearch } from "../table/tableSearch";
import { type ListName, listDescription, listSets } from "./listSets";

/** What the routes of all generic lists share: their address, their data, their head. */
export function listRoute(name: ListName) {
  const spec = listSets[name];
  const resource = resourceByName(spec.resource);
  return {
    validateSearch: readTableSearch,
    loaderDeps: ({ search }: { search: TableSearch }) => readTableSearch({ ...search }),
    loader: async ({ context, deps }: { context: RouterContext; deps: TableSearch }) => {
      const [table] = await Promise.all([loadTable(context, spec, deps), loadStatus(context)]);
      return { table };
    },
    head: ({ match }: { match: { context: RouterContext } }) =>
      pageMeta({
        site: match.context.site,
        title: resource?.label ?? name,
        description: `${listDescription(name)} Search, filter, sort and download.`.trim(),
        path: `/${name}`,
      }),
  };
}
