import { queryOptions } from "@tanstack/react-query";
import type { RouterContext } from "../../../rpc/routerContext";
import { loadTable } from "./loadTable";
import type { TableSpec } from "./tableQuery";
import { readCursorSearch, readTotalsSearch, type TableSearch } from "./tableSearch";

/**
 * Query options of a table's data other than its rows, which are prefetched with it. The key excludes
 * unrelated search parameters.
 */
export const tableOptions = (
  { queryClient, trpc }: Pick<RouterContext, "queryClient" | "trpc">,
  spec: TableSpec,
  search: TableSearch,
) => {
  const own = (spec.totals === undefined ? readCursorSearch : readTotalsSearch)({ ...search });
  return queryOptions({
    // The key of the rows includes the stablecoin scope.
    queryKey: ["table", trpc.market.table.queryKey({ resource: spec.resource }), spec, own],
    queryFn: () => loadTable({ queryClient, trpc }, spec, own),
  });
};
