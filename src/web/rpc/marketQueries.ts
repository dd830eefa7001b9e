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

/** Totals over tokens, overall or by group, of rows that a filter selects; only lists support a search. */
export interface TotalsQuery extends Omit<QueryInput<QueryName<"tokens">, GroupName>, "search"> {
  totalsOf: "tokens";
}

/** Totals over the conditions in a URL, which can name any field. */
export interface SelectedQuery extends Omit<TotalsQuery, "totalsOf" | "filter">, Pick<QueryInput, "filter"> {
  selectedOf: "tokens";
}

/** Number of rows of a resource by month and group. */
export type CountsQuery = Pick<QueryInput, "filter" | "search"> &
  {
    [Slug in ResourceSlug]: {
      countsOf: Slug;
      /** Field with the date of a row, and field with its group. */
      date: FieldName<Slug>;
      by: FieldName<Slug>;
    };
  }[ResourceSlug];

/** Trends of token metrics over the last 90 days, by group. */
export interface TrendsQuery {
  trendsOf: readonly MetricSlug[];
  /** Filter on the tokens; null for all. */
  filter: Filter<QueryName<"tokens">> | null;
  groupBy: GroupName;
  /** Limit of groups, largest first. */
  most: number;
}

/** Number of tokens with a known value of each metric. */
export interface CoverageQuery {
  coverageOf: readonly MetricSlug[];
  /** Filter on the tokens; null for all. */
  filter: Filter<QueryName<"tokens">> | null;
}

/** Time series of token metrics, sent in packed form with the page. */
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

/** Query for the subject of a screen. */
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

/**
 * Results, or the error message of a URL that names an unknown field; the rest of the page is still shown.
 */
interface Refusable {
  problem: string | null;
}

export interface AnsweredCounts extends MonthCounts, Refusable {}

export interface SelectedTotals extends Refusable {
  results: readonly AggregateRow[];
}

/** Query options of trends. */
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
export function answerOptions(trpc: RouterContext["trpc"], request: SubjectQuery) {
  const { table, aggregates } = trpc.market;
  if ("rowsOf" in request) {
    const { rowsOf, ...query } = request;
    const { queryKey, queryFn } = table.queryOptions({ resource: rowsOf, query });
    return queryOptions<SubjectAnswer, Error, SubjectAnswer, TRPCQueryKey>({ queryKey, queryFn });
  }
  const { totalsOf, ...query } = request;
  const { queryKey, queryFn } = aggregates.queryOptions({ resource: totalsOf, query });
  return queryOptions<SubjectAnswer, Error, SubjectAnswer, TRPCQueryKey>({ queryKey, queryFn });
}

/** Query options of rows of a resource. */
export function rowsOptions(trpc: RouterContext["trpc"], { rowsOf, ...query }: RowsQuery) {
  const { queryKey, queryFn } = trpc.market.table.queryOptions({ resource: rowsOf, query });
  return queryOptions<ListResponse, Error, ListResponse, TRPCQueryKey>({ queryKey, queryFn });
}

/** Query options of any query of a section. */
export function screenOptions(trpc: RouterContext["trpc"], request: ScreenQuery) {
  if ("sourcesOf" in request) {
    const { sourcesOf: resource, filter, metrics } = request;
    const { queryKey, queryFn } = trpc.market.sources.queryOptions({
      resource,
      filter,
      metrics: [...metrics],
    });
    return queryOptions<Answer, Error, Answer, TRPCQueryKey>({ queryKey, queryFn });
  }
  if ("trendsOf" in request) {
    const { queryKey, queryFn } = trendsOptions(trpc, request);
    return queryOptions<Answer, Error, Answer, TRPCQueryKey>({ queryKey, queryFn });
  }
  if ("coverageOf" in request) {
    const { coverageOf: fields, filter } = request;
    const { queryKey, queryFn } = trpc.market.coverage.queryOptions({ query: { fields, filter } });
    return queryOptions<Answer, Error, Answer, TRPCQueryKey>({ queryKey, queryFn });
  }
  if ("seriesOf" in request) {
    const { seriesOf, ...query } = request;
    const { queryKey, queryFn } = packedSeries(trpc, query, seriesOf);
    return queryOptions<Answer, Error, Answer, TRPCQueryKey>({ queryKey, queryFn });
  }
  if ("sumsOf" in request) {
    const { queryKey, queryFn } = trpc.market.loanSplits.queryOptions();
    return queryOptions<Answer, Error, Answer, TRPCQueryKey>({ queryKey, queryFn });
  }
  if ("selectedOf" in request) {
    const { selectedOf, ...query } = request;
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
  if (!("countsOf" in request)) {
    const { queryKey, queryFn } = answerOptions(trpc, request);
    return queryOptions<Answer, Error, Answer, TRPCQueryKey>({ queryKey, queryFn });
  }
  const { countsOf, date, by, ...query } = request;
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
