import { queryOptions } from "@tanstack/react-query";
import type { RouterContext } from "../../rpc/routerContext";
import type { ChartDefinition } from "./chartDefinition";

/** Query options of the series of a chart, limited to the reader's access. */
export const chartOptions = (trpc: RouterContext["trpc"], { endpoint, query }: ChartDefinition) => {
  const { queryKey, queryFn } = trpc.reference.chart.queryOptions({
    path: endpoint,
    query: JSON.stringify(query),
  });
  return queryOptions({ queryKey, queryFn, retry: false });
};
