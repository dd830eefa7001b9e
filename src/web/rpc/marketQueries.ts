/**
 * The queries of sections, by kind: the property of a query that names its kind holds what it is about. To add
 * a kind, describe its query and its response in `QueryKinds`, and its procedure in `marketQueries`.
 */
import { type DataTag, queryOptions, type UnusedSkipTokenOptions } from "@tanstack/react-query";
import type { TRPCQueryKey } from "@trpc/tanstack-react-query";
import type {
  AggregateRow,
  AggregatesResponse,
  FigureSources,
  ListResponse,
  LoanSplits,
  MetricCoverage,
  MetricTrends,
  MonthCounts,
} from "#domain/api";
import type { MetricSlug } from "#domain/metrics";
import { allOf, type Filter, type QueryInput } from "#domain/query";
import type {
  FieldName,
  GroupName,
  QueryName,
  ResourceSlug,
  SeriesName,
  SplitResource,
} from "#domain/resources";
import { errorCode, errorMessage } from "./errorMessage";
import { type PackedSeries, packedSeries } from "./packedSeries";
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

/** Totals of all loans, by their common properties. */
export interface SumsQuery {
  sumsOf: "loans";
}

/** Sources of the figures of some rows. */
export interface SourcesQuery {
  sourcesOf: SplitResource;
  filter: Filter | null;
  metrics: readonly string[];
}

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

/** The query and the response of each kind. */
interface QueryKinds {
  rowsOf: { query: RowsQuery; response: ListResponse };
  totalsOf: { query: TotalsQuery; response: AggregatesResponse };
  selectedOf: { query: SelectedQuery; response: SelectedTotals };
  countsOf: { query: CountsQuery; response: AnsweredCounts };
  trendsOf: { query: TrendsQuery; response: MetricTrends };
  coverageOf: { query: CoverageQuery; response: MetricCoverage };
  seriesOf: { query: SeriesQuery; response: PackedSeries };
  sumsOf: { query: SumsQuery; response: LoanSplits };
  sourcesOf: { query: SourcesQuery; response: FigureSources };
}

type QueryKind = keyof QueryKinds;
/** A query for the subject of a screen. */
export type SubjectQuery = RowsQuery | TotalsQuery;
export type MarketQuery = QueryKinds[QueryKind]["query"];
type MarketResponse = QueryKinds[QueryKind]["response"];

/** The response of a query; undefined without one. */
export type ResponseOf<Query> = Query extends object
  ? {
      [Kind in QueryKind]: Query extends Record<Kind, unknown> ? QueryKinds[Kind]["response"] : never;
    }[QueryKind]
  : undefined;

type Trpc = RouterContext["trpc"];

/** Key and function of a query, whichever procedure it calls. */
type Options<Response> = Pick<
  UnusedSkipTokenOptions<Response, Error, Response, TRPCQueryKey>,
  "queryKey" | "queryFn"
>;

const kinds: {
  readonly [Kind in QueryKind]: (
    trpc: Trpc,
    query: QueryKinds[Kind]["query"],
  ) => Options<QueryKinds[Kind]["response"]>;
} = {
  rowsOf: ({ market }, { rowsOf, ...query }) => market.table.queryOptions({ resource: rowsOf, query }),
  totalsOf: ({ market }, { totalsOf, ...query }) =>
    market.aggregates.queryOptions({ resource: totalsOf, query }),
  selectedOf: ({ market }, { selectedOf, ...query }) => {
    const totals = market.aggregates.queryOptions({ resource: selectedOf, query });
    const [path, input] = totals.queryKey;
    return {
      queryKey: [["selected", ...path], input],
      queryFn: ({ client }) =>
        client
          .fetchQuery({ ...totals, meta: { dehydrate: false } })
          .then(({ results }): SelectedTotals => ({ results, problem: null }), refused),
    };
  },
  countsOf: ({ market }, { countsOf, date, by, ...query }) => {
    const counts = market.counts.queryOptions({ resource: countsOf, date, by, query });
    const [path, input] = counts.queryKey;
    return {
      queryKey: [["counted", ...path], input],
      queryFn: ({ client }) =>
        client
          .fetchQuery({ ...counts, meta: { dehydrate: false } })
          .then((answer): AnsweredCounts => ({ ...answer, problem: null }), refused),
    };
  },
  trendsOf: ({ market }, { trendsOf, filter, groupBy, most }) => {
    const measures: Filter<SeriesName> = { operator: "in", field: "measure_slug", value: trendsOf };
    return market.trends.queryOptions({
      query: {
        filter: allOf(measures, filter),
        aggregate: { groupBy },
        pagination: { page: 1, perPage: most },
      },
    });
  },
  coverageOf: ({ market }, { coverageOf: fields, filter }) =>
    market.coverage.queryOptions({ query: { fields, filter } }),
  seriesOf: (trpc, { seriesOf, ...query }) => packedSeries(trpc, query, seriesOf),
  sumsOf: ({ market }) => market.loanSplits.queryOptions(),
  sourcesOf: ({ market }, { sourcesOf: resource, filter, metrics }) =>
    market.sources.queryOptions({ resource, filter, metrics: [...metrics] }),
};

function refused(error: unknown): Refusable & { results: [] } {
  if (errorCode(error) === "BAD_REQUEST") return { results: [], problem: errorMessage(error) };
  throw error;
}

const isKind = (name: string): name is QueryKind => Object.hasOwn(kinds, name);

const isOfKind = <Kind extends QueryKind>(
  kind: Kind,
  query: MarketQuery,
): query is QueryKinds[Kind]["query"] => kind in query;

const optionsOfKind = <Kind extends QueryKind>(kind: Kind, trpc: Trpc, query: MarketQuery) =>
  isOfKind(kind, query) ? kinds[kind](trpc, query) : undefined;

type MarketOptions<Response> = UnusedSkipTokenOptions<Response, Error, Response, TRPCQueryKey> & {
  queryKey: DataTag<TRPCQueryKey, Response, Error>;
};

/** Query options of a query of any kind. */
export function marketOptions<Query extends MarketQuery>(
  trpc: Trpc,
  query: Query,
): MarketOptions<ResponseOf<Query>>;
export function marketOptions(trpc: Trpc, query: MarketQuery): { queryKey: TRPCQueryKey } {
  const kind = Object.keys(query).find(isKind);
  const options = kind && optionsOfKind(kind, trpc, query);
  if (options === undefined) throw new Error(`No kind of query has ${Object.keys(query).join(", ")}`);
  const { queryKey, queryFn } = options;
  return queryOptions<MarketResponse, Error, MarketResponse, TRPCQueryKey>({ queryKey, queryFn });
}
