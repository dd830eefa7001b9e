import { queryOptions } from "@tanstack/react-query";
import type { TRPCQueryKey } from "@trpc/tanstack-react-query";
import type { AggregatesResponse, ListResponse, MonthCounts, QueryInput } from "#domain";
import { errorCode, errorInWords } from "./errorInWords";
import type { RouterContext } from "./routerContext";

/** Rows of a resource. */
export interface RowsQuery extends QueryInput {
  rowsOf: string;
}

/** Totals over tokens, whole or by groups. */
export interface TotalsQuery extends QueryInput {
  totalsOf: "tokens";
}

/** How many rows of a resource there are of each month and group. */
export interface CountsQuery extends Pick<QueryInput, "filter" | "search"> {
  countsOf: string;
  /** The field of the day on which a row counts, and the field by which rows fall into groups. */
  date: string;
  by: string;
}

/** What a screen may be about. */
export type SubjectQuery = RowsQuery | TotalsQuery;
export type ScreenQuery = SubjectQuery | CountsQuery;

type SubjectAnswer = ListResponse | AggregatesResponse;

/** Counts, or why the address asks for none: it may name a field that does not exist, and the rest of the page stands. */
export interface AnsweredCounts extends MonthCounts {
  problem: string | null;
}

type Answer = SubjectAnswer | AnsweredCounts;

/** Query options of rows or totals. */
export function answerOptions(trpc: RouterContext["trpc"], asked: SubjectQuery) {
  const { table, aggregates } = trpc.market;
  if ("rowsOf" in asked) {
    const { rowsOf, ...query } = asked;
    const { queryKey, queryFn } = table.queryOptions({ resource: rowsOf, query });
    return queryOptions<SubjectAnswer, Error, SubjectAnswer, TRPCQueryKey>({ queryKey, queryFn });
  }
  const { totalsOf, ...query } = asked;
  const { queryKey, queryFn } = aggregates.queryOptions({ resource: totalsOf, query });
  return queryOptions<SubjectAnswer, Error, SubjectAnswer, TRPCQueryKey>({ queryKey, queryFn });
}

/** Query options of what a section asks, of any kind. */
export function screenOptions(trpc: RouterContext["trpc"], asked: ScreenQuery) {
  if (!("countsOf" in asked)) {
    const { queryKey, queryFn } = answerOptions(trpc, asked);
    return queryOptions<Answer, Error, Answer, TRPCQueryKey>({ queryKey, queryFn });
  }
  const { countsOf, date, by, ...query } = asked;
  const counts = trpc.market.counts.queryOptions({ resource: countsOf, date, by, query });
  const [path, input] = counts.queryKey;
  return queryOptions<Answer, Error, Answer, TRPCQueryKey>({
    queryKey: [["counted", ...path], input],
    queryFn: ({ client }) =>
      client
        .fetchQuery({ ...counts, meta: { dehydrate: false } })
        .then((answer): AnsweredCounts => ({ ...answer, problem: null }), refusedCounts),
  });
}

function refusedCounts(error: unknown): AnsweredCounts {
  if (errorCode(error) === "BAD_REQUEST") return { results: [], problem: errorInWords(error) };
  throw error;
}
