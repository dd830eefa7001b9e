import { queryOptions } from "@tanstack/react-query";
import type { TRPCQueryKey } from "@trpc/tanstack-react-query";
import type { AggregatesResponse, ListResponse, QueryInput } from "#domain";
import type { RouterContext } from "./routerContext";

/** Rows of a resource. */
export interface RowsQuery extends QueryInput {
  rowsOf: string;
}

/** Totals over tokens, whole or by groups. */
export interface TotalsQuery extends QueryInput {
  totalsOf: "tokens";
}

export type ScreenQuery = RowsQuery | TotalsQuery;

type Answer = ListResponse | AggregatesResponse;

/** Query options of what a screen asks, of either kind. */
export function answerOptions(trpc: RouterContext["trpc"], asked: ScreenQuery) {
  const { table, aggregates } = trpc.market;
  if ("rowsOf" in asked) {
    const { rowsOf, ...query } = asked;
    const { queryKey, queryFn } = table.queryOptions({ resource: rowsOf, query });
    return queryOptions<Answer, Error, Answer, TRPCQueryKey>({ queryKey, queryFn });
  }
  const { totalsOf, ...query } = asked;
  const { queryKey, queryFn } = aggregates.queryOptions({ resource: totalsOf, query });
  return queryOptions<Answer, Error, Answer, TRPCQueryKey>({ queryKey, queryFn });
}
