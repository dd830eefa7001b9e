import { queryOptions } from "@tanstack/react-query";
import type { RouterContext } from "../../../rpc/routerContext";
import { loadTable } from "./loadTable";
import type { TableSpec } from "./tableQuery";
import { readCursorSearch, readTotalsSearch, type TableSearch } from "./tableSearch";

/** Query options of what a table shows beside its rows, which are fetched along. Other parts of the address make no difference. */
export const tableOptions = (
  { queryClient, trpc }: Pick<RouterContext, "queryClient" | "trpc">,
  spec: TableSpec,
  search: TableSearch,
) => {
  const own = (spec.totals === undefined ? readCursorSearch : readTotalsSearch)({ ...search });
  return queryOptions({
    // The key of the rows names the stablecoin scope.
    queryKey: ["table", trpc.market.table.queryKey({ resource: spec.resource }), spec, own],
    queryFn: () => loadTable({ queryClient, trpc }, spec, own),
  });
};
