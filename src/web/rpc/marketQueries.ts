import { queryOptions } from "@tanstack/react-query";
import type { TRPCQueryKey } from "@trpc/tanstack-react-query";
import {
  type AggregateRow,
  type AggregatesResponse,
  allOf,
  type FieldName,
  type FigureSources,
  type Filter,
  type GroupName,
  type ListResponse,
  type LoanSplits,
  type MetricCoverage,
  type MetricSlug,
  type MetricTrends,
  type MonthCounts,
  type QueryInput,
  type QueryName,
  type ResourceSlug,
  type SeriesName,
  type SplitResource,
} from "#domain";
import { errorCode, errorMessage } from "./errorMessage";
import { packedSeries } from "./packedSeries";
import type { PackedSeries } from "./packSeries";
import type { RouterContext } from "./routerContext";

/** Rows of a resource. */
export type RowsQuery<Slug extends ResourceSlug = ResourceSlug> = {
  [One in Slug]: QueryInput<QueryName<One>> & { rowsOf: One };
}[Slug];

/** Totals over tokens, whole or by groups: of what a filter selects, since a search applies to lists. */
export interface TotalsQuery extends Omit<QueryInput<QueryName<"tokens">, GroupName>, "search"> {
  totalsOf: "tokens";
}

/** Totals over what the conditions of an address select, whatever they name. */
export interface SelectedQuery extends Omit<TotalsQuery, "totalsOf" | "filter">, Pick<QueryInput, "filter"> {
  selectedOf: "tokens";
}

/** How many rows of a resource there are of each month and group. */
export type CountsQuery = Pick<QueryInput, "filter" | "search"> &
  {
    [Slug in ResourceSlug]: {
      countsOf: Slug;
      /** The field of the day on which a row counts, and the field by which rows fall into groups. */
      date: FieldName<Slug>;
      by: FieldName<Slug>;
    };
  }[ResourceSlug];

/** The course of metrics of tokens over the last 90 days, by groups. */
export interface TrendsQuery {
  trendsOf: readonly MetricSlug[];
  /** The tokens that count; null for all. */
  filter: Filter<QueryName<"tokens">> | null;
  groupBy: GroupName;
  /** Groups, the largest first, at most. */
  most: number;
}

/** Of how many tokens metrics are known. */
export interface CoverageQuery {
  coverageOf: readonly MetricSlug[];
  /** The tokens that count; null for all. */
  filter: Filter<QueryName<"tokens">> | null;
}

/** Metrics of tokens over time: their packed form travels with the page. */
export interface SeriesQuery extends Pick<QueryInput<SeriesName, GroupName>, "filter" | "aggregate"> {
  seriesOf: "tokens";
}

/** What all loans add up to, by what they have in common. */
/** Sources of the figures of some rows. */
export interface SourcesQuery {
  sourcesOf: SplitResource;
  filter: Filter | null;
  metrics: readonly string[];
}

export interface SumsQuery {
  sumsOf: "loans";
}

/** What a screen may be about. */
export type SubjectQuery = RowsQuery | TotalsQuery;
export type ScreenQuery =
  | SubjectQuery
  | SelectedQuery
  | CountsQuery
  | TrendsQuery
  | CoverageQuery
  | SeriesQuery
  | SumsQuery
  | SourcesQuery;

type SubjectAnswer = ListResponse | AggregatesResponse;

/** Results, or why the address asks for none: it may name a field that does not exist, and the rest of the page stands. */
interface Refusable {
  problem: string | null;
}

export interface AnsweredCounts extends MonthCounts, Refusable {}

export interface SelectedTotals extends Refusable {
  results: readonly AggregateRow[];
}

/** Query options of the courses of metrics. */
export function trendsOptions(trpc: RouterContext["trpc"], { trendsOf, filter, groupBy, most }: TrendsQuery) {
  const measures: Filter<SeriesName> = { operator: "in", field: "measure_slug", value: trendsOf };
  const { queryKey, queryFn } = trpc.market.trends.queryOptions({
    query: {
      filter: allOf(measures, filter),
      aggregate: { groupBy },
      pagination: { page: 1, perPage: most },
    },
  });
  return queryOptions<MetricTrends, Error, MetricTrends, TRPCQueryKey>({ queryKey, queryFn });
}

type Answer =
  | SubjectAnswer
  | SelectedTotals
  | AnsweredCounts
  | MetricTrends
  | MetricCoverage
  | PackedSeries
  | LoanSplits
  | FigureSources;

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

/** Query options of rows of a resource. */
export function rowsOptions(trpc: RouterContext["trpc"], { rowsOf, ...query }: RowsQuery) {
  const { queryKey, queryFn } = trpc.market.table.queryOptions({ resource: rowsOf, query });
  return queryOptions<ListResponse, Error, ListResponse, TRPCQueryKey>({ queryKey, queryFn });
}

/** Query options of what a section asks, of any kind. */
export function screenOptions(trpc: RouterContext["trpc"], asked: ScreenQuery) {
  if ("sourcesOf" in asked) {
    const { sourcesOf: resource, filter, metrics } = asked;
    const { queryKey, queryFn } = trpc.market.sources.queryOptions({
      resource,
      filter,
      metrics: [...metrics],
    });
    return queryOptions<Answer, Error, Answer, TRPCQueryKey>({ queryKey, queryFn });
  }
  if ("trendsOf" in asked) {
    const { queryKey, queryFn } = trendsOptions(trpc, asked);
    return queryOptions<Answer, Error, Answer, TRPCQueryKey>({ queryKey, queryFn });
  }
  if ("coverageOf" in asked) {
    const { coverageOf: fields, filter } = asked;
    const { queryKey, queryFn } = trpc.market.coverage.queryOptions({ query: { fields, filter } });
    return queryOptions<Answer, Error, Answer, TRPCQueryKey>({ queryKey, queryFn });
  }
  if ("seriesOf" in asked) {
    const { seriesOf, ...query } = asked;
    const { queryKey, queryFn } = packedSeries(trpc, query, seriesOf);
    return queryOptions<Answer, Error, Answer, TRPCQueryKey>({ queryKey, queryFn });
  }
  if ("sumsOf" in asked) {
    const { queryKey, queryFn } = trpc.market.loanSplits.queryOptions();
    return queryOptions<Answer, Error, Answer, TRPCQueryKey>({ queryKey, queryFn });
  }
  if ("selectedOf" in asked) {
    const { selectedOf, ...query } = asked;
    const totals = trpc.market.aggregates.queryOptions({ resource: selectedOf, query });
    const [path, input] = totals.queryKey;
    return queryOptions<Answer, Error, Answer, TRPCQueryKey>({
      queryKey: [["selected", ...path], input],
      queryFn: ({ client }) =>
        client
          .fetchQuery({ ...totals, meta: { dehydrate: false } })
          .then(({ results }): SelectedTotals => ({ results, problem: null }), refused),
    });
  }
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
        .then((answer): AnsweredCounts => ({ ...answer, problem: null }), refused),
  });
}

function refused(error: unknown): Refusable & { results: [] } {
  if (errorCode(error) === "BAD_REQUEST") return { results: [], problem: errorMessage(error) };
  throw error;
}
