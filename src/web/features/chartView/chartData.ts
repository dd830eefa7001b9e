import { queryOptions, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { addsUp, metricByName, type Point, type QueryInput, type SeriesResult } from "#domain";
import { errorCode, errorInWords } from "../../rpc/errorInWords";
import type { RouterContext } from "../../rpc/routerContext";
import { useTrpc } from "../../rpc/useTrpc";
import { type ChartState, NO_GROUP } from "./chartSearch";
import { sourcesOptions } from "./marketStatus";
import { type PackedSeries, packSeries, refusedSeries, unpackSeries } from "./packSeries";
import { type SeriesScope, secondQuery, seriesQuery, TOP_GROUPS, totalQuery } from "./seriesQuery";
import { withOthers } from "./withOthers";

type Api = Pick<RouterContext, "queryClient" | "trpc">;

/** Whether groups have a total: shares are of it, and the groups that are not drawn are what it has beside them. */
export function hasTotal({ group, metric: slug }: ChartState): boolean {
  const metric = metricByName(slug);
  return group !== NO_GROUP && metric !== undefined && addsUp(metric);
}

/** Whether the groups that are not drawn can be told by subtraction. */
export const hasOthers = (state: ChartState) => hasTotal(state) && state.compare.length === 0;

/** Series under a key of their own: only their packed form travels with the page. */
function packedSeries(trpc: Api["trpc"], query: QueryInput, { resource = "tokens" }: SeriesScope) {
  const answer = trpc.market.series.queryOptions({ resource, query });
  return queryOptions({
    queryKey: ["packed", ...answer.queryKey],
    queryFn: ({ client }) =>
      client.fetchQuery({ ...answer, meta: { dehydrate: false } }).then(packSeries, refusal),
    select: unpackSeries,
  });
}

/** An address may name a field that does not exist, or ask for too much at once: the rest of the page stands. */
function refusal(error: unknown): PackedSeries {
  if (errorCode(error) === "BAD_REQUEST") return refusedSeries(errorInWords(error));
  throw error;
}

const chartQueries = (trpc: Api["trpc"], state: ChartState, scope: SeriesScope) => ({
  groups: packedSeries(trpc, seriesQuery(state, scope), scope),
  total: packedSeries(trpc, totalQuery(state, scope), scope),
  second: packedSeries(trpc, secondQuery(state, state.second ?? state.metric, scope), scope),
});

/** Fetches what `useChartData` and `useFigureStatus` will read, for a loader. */
export async function loadChart(
  { queryClient, trpc }: Api,
  state: ChartState,
  scope: SeriesScope,
): Promise<void> {
  const { groups, total, second } = chartQueries(trpc, state, scope);
  const sources = sourcesOptions(trpc, scope.filter, scope.resource);
  const staleTime = "static";
  await Promise.all([
    queryClient.query({ ...groups, staleTime }),
    ...(hasTotal(state) ? [queryClient.query({ ...total, staleTime })] : []),
    ...(state.second === null ? [] : [queryClient.query({ ...second, staleTime })]),
    // Of what the address names in vain, nothing has a source.
    queryClient.query({ ...sources, staleTime }).catch(refusal),
  ]);
}

export interface ChartData {
  /** The largest groups, and what the others add up to. */
  series: readonly SeriesResult[];
  /** Everything that the chart is about, where the series are a selection: what shares are of. */
  total: readonly Point[] | undefined;
  /** The metric on an axis of its own. */
  second: SeriesResult | undefined;
  /** Number of all groups. */
  groupCount: number;
  /** Why there are no series, in words; null where nothing is wrong. */
  problem: string | null;
}

/** The series of a chart. */
export function useChartData(state: ChartState, scope: SeriesScope): ChartData {
  const queries = chartQueries(useTrpc(), state, scope);
  const { results, groupCount, problem } = useSuspenseQuery(queries.groups).data;
  const total = useQuery({ ...queries.total, enabled: hasTotal(state) }).data?.results[0];
  const other = useQuery({ ...queries.second, enabled: state.second !== null }).data?.results[0];
  // What is not asked for may still be known: the same query gives the total.
  const second = state.second === null ? undefined : other;
  const isSelection = state.compare.length > 0;
  // The same array as long as the answers are the same: a chart draws a new one anew.
  return useMemo(
    () => ({
      series: isSelection ? results : withOthers({ groups: results, total, groupCount, shown: TOP_GROUPS }),
      total: isSelection ? total?.points : undefined,
      second,
      groupCount,
      problem,
    }),
    [results, total, second, isSelection, groupCount, problem],
  );
}
