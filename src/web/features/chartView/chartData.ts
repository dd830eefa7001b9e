import { queryOptions, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { metricByName, type Point, type QueryInput, type SeriesResult } from "#domain";
import type { RouterContext } from "../../rpc/routerContext";
import { useTrpc } from "../../rpc/useTrpc";
import { type ChartState, NO_GROUP } from "./chartSearch";
import { sourcesOptions } from "./marketStatus";
import { packSeries, unpackSeries } from "./packSeries";
import { type SeriesScope, seriesQuery, TOP_GROUPS, totalQuery } from "./seriesQuery";
import { withOthers } from "./withOthers";

type Api = Pick<RouterContext, "queryClient" | "trpc">;

/** Whether groups have a total: shares are of it, and the groups that are not drawn are what it has beside them. */
const hasTotal = (state: ChartState) =>
  state.group !== NO_GROUP && metricByName(state.metric)?.across.rule === "sum";

/** Whether the groups that are not drawn can be told by subtraction. */
export const hasOthers = (state: ChartState) => hasTotal(state) && state.compare.length === 0;

/** Series under a key of their own: only their packed form travels with the page. */
function packedSeries(trpc: Api["trpc"], query: QueryInput) {
  const answer = trpc.market.series.queryOptions({ resource: "tokens", query });
  return queryOptions({
    queryKey: ["packed", ...answer.queryKey],
    queryFn: async ({ client }) =>
      packSeries(await client.fetchQuery({ ...answer, meta: { dehydrate: false } })),
    select: unpackSeries,
  });
}

const chartQueries = (trpc: Api["trpc"], state: ChartState, scope: SeriesScope) => ({
  groups: packedSeries(trpc, seriesQuery(state, scope)),
  total: packedSeries(trpc, totalQuery(state, scope)),
});

/** Fetches what `useChartData` and `useFigureStatus` will read, for a loader. */
export async function loadChart(
  { queryClient, trpc }: Api,
  state: ChartState,
  scope: SeriesScope,
): Promise<void> {
  const { groups, total } = chartQueries(trpc, state, scope);
  await Promise.all([
    queryClient.query({ ...groups, staleTime: "static" }),
    queryClient.query({ ...sourcesOptions(trpc, scope.filter), staleTime: "static" }),
    ...(hasTotal(state) ? [queryClient.query({ ...total, staleTime: "static" })] : []),
  ]);
}

export interface ChartData {
  /** The largest groups, and what the others add up to. */
  series: readonly SeriesResult[];
  /** Everything that the chart is about, where the series are a selection: what shares are of. */
  total: readonly Point[] | undefined;
  /** Number of all groups. */
  groupCount: number;
}

/** The series of a chart. */
export function useChartData(state: ChartState, scope: SeriesScope): ChartData {
  const queries = chartQueries(useTrpc(), state, scope);
  const { results, groupCount } = useSuspenseQuery(queries.groups).data;
  const total = useQuery({ ...queries.total, enabled: hasTotal(state) }).data?.results[0];
  const isSelection = state.compare.length > 0;
  // The same array as long as the answers are the same: a chart draws a new one anew.
  return useMemo(
    () => ({
      series: isSelection ? results : withOthers({ groups: results, total, groupCount, shown: TOP_GROUPS }),
      total: isSelection ? total?.points : undefined,
      groupCount,
    }),
    [results, total, isSelection, groupCount],
  );
}
