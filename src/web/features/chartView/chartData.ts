import { useSuspenseQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { metricByName, type SeriesResult } from "#domain";
import type { RouterContext } from "../../routes/__root";
import { useTrpc } from "../../rpc/useTrpc";
import { type ChartState, NO_GROUP } from "./chartSearch";
import { type SeriesScope, seriesQuery, TOP_GROUPS, totalQuery } from "./seriesQuery";
import { withOthers } from "./withOthers";

type Trpc = RouterContext["trpc"];

/** Whether the groups that are not drawn can be told by subtraction. */
const hasOthers = (state: ChartState) =>
  state.group !== NO_GROUP && state.compare.length === 0 && metricByName(state.metric)?.across.rule === "sum";

function chartQueries(trpc: Trpc, state: ChartState, scope: SeriesScope) {
  const series = (query: ReturnType<typeof seriesQuery>) =>
    trpc.market.series.queryOptions({ resource: "tokens", query });
  const groups = series(seriesQuery(state, scope));
  return hasOthers(state) ? [groups, series(totalQuery(state, scope))] : [groups];
}

/** Fetches what `useChartData` will read, for a loader. */
export const loadChart = async (
  { queryClient, trpc }: Pick<RouterContext, "queryClient" | "trpc">,
  state: ChartState,
  scope: SeriesScope,
): Promise<void> => {
  await Promise.all(
    chartQueries(trpc, state, scope).map((options) => queryClient.query({ ...options, staleTime: "static" })),
  );
};

export interface ChartData {
  /** The largest groups, and what the others add up to. */
  series: readonly SeriesResult[];
  /** Number of all groups. */
  groupCount: number;
}

/** The series of a chart. */
export function useChartData(state: ChartState, scope: SeriesScope): ChartData {
  const trpc = useTrpc();
  const [groups, total] = useSuspenseQueries({ queries: chartQueries(trpc, state, scope) });
  const answer = groups?.data;
  const whole = total?.data.results[0];
  // The same array as long as the answers are the same: a chart draws a new one anew.
  return useMemo(() => {
    const groupCount = answer?.pagination.resultCount ?? 0;
    return {
      series: withOthers({
        groups: answer?.results ?? [],
        total: whole,
        groupCount,
        shown: TOP_GROUPS,
      }),
      groupCount,
    };
  }, [answer, whole]);
}
