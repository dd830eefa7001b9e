import { queryOptions } from "@tanstack/react-query";
import type { RouterContext } from "../../rpc/routerContext";
import { loadStatus } from "../chartView/marketStatus";
import { endpointOptions } from "../explorer/explorerQueries";
import { type ChartDefinition, readChart } from "./chartDefinition";

/** Query options of the series of a chart, limited to the reader's access. */
export const chartOptions = (trpc: RouterContext["trpc"], { endpoint, query }: ChartDefinition) => {
  const { queryKey, queryFn } = trpc.reference.chart.queryOptions({
    path: endpoint,
    query: JSON.stringify(query),
  });
  return queryOptions({ queryKey, queryFn, retry: false });
};

/**
 * Prefetches the data of a user-built chart.
 *
 * @param fallback chart whose endpoint is described if the URL has none
 */
export async function loadChart(
  context: RouterContext,
  raw: unknown,
  fallback: ChartDefinition | null,
): Promise<void> {
  const { queryClient, trpc } = context;
  const { chart } = readChart(raw);
  const described = chart ?? fallback;
  await Promise.all([
    loadStatus(context),
    described && queryClient.query(endpointOptions(trpc, described.endpoint)),
    chart && queryClient.query({ ...chartOptions(trpc, chart), staleTime: "static" }),
  ]);
}
