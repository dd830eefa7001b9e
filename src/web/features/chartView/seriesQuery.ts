import {
  allOf,
  type Filter,
  isEqual,
  type QueryInput,
  type SeriesName,
  type SplitResource,
  type StablecoinScope,
  splitNamed,
} from "#domain";
import { daysBefore, firstDayOf, rangeEnd } from "../../charts/series/calendar";
import { exportUrl } from "../../format/exportUrl";
import { benchmarkSource } from "./benchmarks";
import { type ChartState, NO_GROUP } from "./chartSearch";

/** Groups drawn by themselves; the others are added up into one. */
export const TOP_GROUPS = 10;

export interface SeriesScope {
  /** Whose figures they are. Default: tokens. */
  resource?: SplitResource;
  /** Which of them the chart is about; null for all. */
  filter: Filter | null;
  /** Newest day with figures; null while there are none. */
  asOf: string | null;
}

/** The largest groups of a chart, or its single line. */
export function seriesQuery(state: ChartState, scope: SeriesScope): QueryInput {
  const compared = comparedGroups(state, scope);
  return {
    filter: allOf(...conditions(state, scope), compared),
    aggregate: { groupBy: state.group === NO_GROUP ? "date" : state.group, interval: state.interval },
    // One more than is drawn: a rest of one group is shown as itself.
    pagination: { page: 1, perPage: compared ? state.compare.length : TOP_GROUPS + 1 },
  };
}

/** The groups that a reader chose; null without a choice. */
function comparedGroups(state: ChartState, { resource = "tokens" }: SeriesScope): Filter | null {
  const field = splitNamed(resource, state.group)?.slugField;
  if (field == null || state.compare.length === 0) return null;
  return { operator: "in", field, value: state.compare };
}

/** Another metric of everything that is drawn, as one line. */
export const secondQuery = (state: ChartState, metric: string, scope: SeriesScope): QueryInput => ({
  filter: allOf(...conditions({ ...state, metric }, scope), comparedGroups(state, scope)),
  aggregate: { groupBy: "date", interval: state.interval },
});

/** What the series are measured against, as one line, and whose figures it is of. */
export function benchmarkQuery(
  state: ChartState,
  scope: SeriesScope,
): { query: QueryInput; scope: SeriesScope } | undefined {
  if (state.benchmark === null) return undefined;
  const source = benchmarkSource(state.benchmark);
  if ("metric" in source) return { query: secondQuery(state, source.metric, scope), scope };
  const other: SeriesScope = { filter: source.filter, asOf: scope.asOf };
  return { query: totalQuery(state, other), scope: other };
}

const seriesPaths: Readonly<Record<SplitResource, string>> = {
  tokens: "tokens/aggregates/timeseries",
  assets: "assets/aggregates/timeseries",
  pools: "pool_timeseries",
  loans: "loan_timeseries",
};

/** Path of the endpoint that answers a chart, within the data API. */
export const seriesPath = ({ resource = "tokens" }: SeriesScope): string => seriesPaths[resource];

/** Address of a file with every group that a chart is about, not only those that it draws. */
export function seriesFileUrl(
  state: ChartState,
  scope: SeriesScope,
  {
    format = "csv",
    subject,
    stablecoins,
  }: {
    format?: "csv" | "xlsx";
    subject?: string;
    /** The stablecoin scope of the page. */
    stablecoins?: StablecoinScope | undefined;
  } = {},
): string {
  const { pagination: _, ...query } = seriesQuery(state, scope);
  return exportUrl({ path: seriesPath(scope), format, query, subject, stablecoins });
}

/** Everything that a grouped chart is about as one line, from which `All Others` follows. */
export const totalQuery = (state: ChartState, scope: SeriesScope): QueryInput => ({
  filter: allOf(...conditions(state, scope)),
  aggregate: { groupBy: "date", interval: state.interval },
});

function conditions(state: ChartState, { filter, asOf }: SeriesScope): (Filter | null)[] {
  const shown = asOf === null ? null : firstDayOf(state, asOf);
  // The first average needs the days before it.
  const start = shown === null ? null : daysBefore(shown, state.average);
  const end = rangeEnd(state.range);
  const days: readonly (Filter<SeriesName> | null)[] = [
    start === null ? null : { operator: "onOrAfter", field: "date", value: start },
    end === null ? null : { operator: "onOrBefore", field: "date", value: end },
  ];
  return [isEqual<SeriesName>("measure_slug", state.metric), filter, ...days];
}
