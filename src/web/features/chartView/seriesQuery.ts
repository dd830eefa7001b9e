import { allOf, type Filter, isEqual, type QueryInput } from "#domain/query";
import { type SeriesName, type SplitResource, splitNamed } from "#domain/resources";
import { daysBefore, firstDayOf, rangeEnd } from "../../charts/series/calendar";
import { exportUrl } from "../../format/exportUrl";
import type { FigureScope } from "../../rpc/apiOptions";
import { benchmarkSource } from "./chartChoices";
import { type ChartState, NO_GROUP } from "./chartSearch";

/** Number of groups that are drawn; the others are combined. */
export const TOP_GROUPS = 10;

export interface SeriesScope {
  /** Resource of the figures. Default: tokens. */
  resource?: SplitResource;
  /** Filter on the resource; null for all rows. */
  filter: Filter | null;
  /** Latest day with figures; null if there is none. */
  asOf: string | null;
}

/** Query for the largest groups of a chart, or for its single line. */
export function seriesQuery(state: ChartState, scope: SeriesScope): QueryInput {
  const compared = comparedGroups(state, scope);
  return {
    filter: allOf(...conditions(state, scope), compared),
    aggregate: { groupBy: state.group === NO_GROUP ? "date" : state.group, interval: state.interval },
    // One more than is drawn: a single remaining group is shown by name.
    pagination: { page: 1, perPage: compared ? state.compare.length : TOP_GROUPS + 1 },
  };
}

/** Filter for the compared groups; null without a comparison. */
function comparedGroups(state: ChartState, { resource = "tokens" }: SeriesScope): Filter | null {
  const field = splitNamed(resource, state.group)?.slugField;
  if (field == null || state.compare.length === 0) return null;
  return { operator: "in", field, value: state.compare };
}

/** Query for another metric of the chart's subject, as one line. */
export const secondQuery = (state: ChartState, metric: string, scope: SeriesScope): QueryInput => ({
  filter: allOf(...conditions({ ...state, metric }, scope), comparedGroups(state, scope)),
  aggregate: { groupBy: "date", interval: state.interval },
});

/** Query for the benchmark as one line, and the resource of its figures. */
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

/** Data API path of a chart's endpoint. */
export const seriesPath = ({ resource = "tokens" }: SeriesScope): string => seriesPaths[resource];

/** URL of a file with every group of a chart, including those that are not drawn. */
export function seriesFileUrl(
  state: ChartState,
  scope: SeriesScope,
  {
    format = "csv",
    subject,
    figures = {},
  }: {
    format?: "csv" | "xlsx";
    subject?: string;
    /** The figures that the page shows. */
    figures?: FigureScope;
  } = {},
): string {
  const { pagination: _, ...query } = seriesQuery(state, scope);
  return exportUrl({ path: seriesPath(scope), format, query, subject, figures });
}

/** Query for the total of a grouped chart, from which `All Others` is computed. */
export const totalQuery = (state: ChartState, scope: SeriesScope): QueryInput => ({
  filter: allOf(...conditions(state, scope)),
  aggregate: { groupBy: "date", interval: state.interval },
});

function conditions(state: ChartState, { filter, asOf }: SeriesScope): (Filter | null)[] {
  const shown = asOf === null ? null : firstDayOf(state, asOf);
  // The first average needs earlier days.
  const start = shown === null ? null : daysBefore(shown, state.average);
  const end = rangeEnd(state.range);
  const days: readonly (Filter<SeriesName> | null)[] = [
    start === null ? null : { operator: "onOrAfter", field: "date", value: start },
    end === null ? null : { operator: "onOrBefore", field: "date", value: end },
  ];
  return [isEqual<SeriesName>("measure_slug", state.metric), filter, ...days];
}
