import { noop, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Point, SeriesResult } from "#domain/api";
import { addsUp, metricByName } from "#domain/metrics";
import type { QueryInput } from "#domain/query";
import type { ChartEvent } from "../../charts/series/chartEvents";
import { BENCHMARK_TYPE, measureAddsUp, OTHERS_TYPE } from "../../charts/series/chartSeries";
import { othersName } from "../../charts/series/topGroups";
import { marketOptions, type RowsQuery } from "../../rpc/marketQueries";
import { packedSeries as packed, refusal, unpackSeries } from "../../rpc/packedSeries";
import type { RouterContext } from "../../rpc/routerContext";
import { useTrpc } from "../../rpc/useTrpc";
import { benchmarkLabel } from "./chartChoices";
import { chartChecksQuery, checkEventsOf, eventsOf, eventsQuery } from "./chartEvents";
import { type ChartState, NO_GROUP } from "./chartSearch";
import { type SourcesRequest, sourcesOptions } from "./marketStatus";
import {
  benchmarkQuery,
  type SeriesScope,
  secondQuery,
  seriesQuery,
  TOP_GROUPS,
  totalQuery,
} from "./seriesQuery";

interface OthersOptions {
  /** The largest groups in descending order. */
  groups: readonly SeriesResult[];
  /** The total as one series; undefined for metrics that are not additive. */
  total: SeriesResult | undefined;
  /** Number of all groups. */
  groupCount: number;
  /** Number of named groups if more exist than were fetched. */
  shown: number;
}

/**
 * The largest groups and one for the others: the total minus these groups, by day. Without an additive
 * metric, the others have a count but no values.
 */
export function withOthers({
  groups: read,
  total,
  groupCount,
  shown,
}: OthersOptions): readonly SeriesResult[] {
  if (groupCount <= read.length) return read;
  const groups = read.slice(0, shown);
  const left = groupCount - groups.length;
  const group = { type: OTHERS_TYPE, id: null, slug: null, name: othersName(left), color: null };
  const measure = read[0]?.measure;
  if (measure && !measureAddsUp(measure)) return [...groups, { measure, group, points: [] }];
  if (total === undefined) return read;
  const known = new Map<string, number>();
  for (const { points } of groups) {
    for (const [date, value] of points) known.set(date, (known.get(date) ?? 0) + value);
  }
  const points = total.points.map(([date, value]): Point => {
    const rest = value - (known.get(date) ?? 0);
    // Sums of doubles in another order differ in their last digits.
    return [date, Math.abs(rest) < Math.abs(value) * 1e-9 ? 0 : rest];
  });
  return [
    ...groups,
    {
      measure: total.measure,
      group,
      points,
    },
  ];
}

type Api = Pick<RouterContext, "queryClient" | "trpc">;

/** True if groups have a total: shares are of it, and the others are computed from it. */
export function hasTotal({ group, metric: slug }: ChartState): boolean {
  const metric = metricByName(slug);
  return group !== NO_GROUP && metric !== undefined && addsUp(metric);
}

/** True if the groups that are not drawn can be computed by subtraction. */
export const hasOthers = (state: ChartState) => hasTotal(state) && state.compare.length === 0;

export const packedSeries = (trpc: Api["trpc"], query: QueryInput, { resource = "tokens" }: SeriesScope) => ({
  ...packed(trpc, query, resource),
  select: unpackSeries,
});

const benchmarkQueries = (trpc: Api["trpc"], metric: string, benchmark: ReturnType<typeof benchmarkQuery>) =>
  benchmark && {
    series: packedSeries(trpc, benchmark.query, benchmark.scope),
    sources: sourcesOptions(trpc, {
      filter: benchmark.scope.filter,
      resource: benchmark.scope.resource,
      metrics: [metric],
    }),
  };

/** The figures with the sources that a chart names. */
export const chartSources = (
  { metric, second }: Pick<ChartState, "metric" | "second">,
  { filter, resource }: SeriesScope,
): SourcesRequest => ({ filter, resource, metrics: [metric, ...(second === null ? [] : [second])] });

export const chartQueries = (trpc: Api["trpc"], state: ChartState, scope: SeriesScope) => ({
  benchmark: benchmarkQueries(trpc, state.metric, benchmarkQuery(state, scope)),
  groups: packedSeries(trpc, seriesQuery(state, scope), scope),
  total: packedSeries(trpc, totalQuery(state, scope), scope),
  second: packedSeries(trpc, secondQuery(state, state.second ?? state.metric, scope), scope),
});

/** Prefetches the queries of `useChartData` and `useFigureStatus` in a loader. */
export async function loadChart(
  { queryClient, trpc }: Api,
  state: ChartState,
  scope: SeriesScope,
): Promise<void> {
  const { groups, total, second, benchmark } = chartQueries(trpc, state, scope);
  const sources = sourcesOptions(trpc, chartSources(state, scope));
  const staleTime = "static";
  await Promise.all([
    queryClient.query({ ...groups, staleTime }).then(({ results }) => {
      if (!state.events) return undefined;
      const { happened, checks } = eventQueries(state, scope, groupsOf(results));
      return Promise.all([
        happened && queryClient.query({ ...marketOptions(trpc, happened), staleTime }),
        // Optional: the figures are drawn without their marks.
        checks && queryClient.query({ ...marketOptions(trpc, checks), staleTime }).catch(noop),
      ]);
    }),
    ...(hasTotal(state) ? [queryClient.query({ ...total, staleTime })] : []),
    ...(benchmark
      ? [
          queryClient.query({ ...benchmark.series, staleTime }),
          queryClient.query({ ...benchmark.sources, staleTime }).catch(refusal),
        ]
      : []),
    ...(state.second === null ? [] : [queryClient.query({ ...second, staleTime })]),
    // Invalid URL parameters have no sources.
    queryClient.query({ ...sources, staleTime }).catch(refusal),
  ]);
}

/** Never fetched; a disabled query still needs a key. */
const NOTHING: RowsQuery = { rowsOf: "evidence", pagination: { page: 1, perPage: 1 } };

const groupsOf = (results: readonly SeriesResult[]) => results.map(({ group }) => group);

/** Queries for the events of a chart and for the checks that its figures break. */
const eventQueries = (state: ChartState, scope: SeriesScope, groups: readonly SeriesResult["group"][]) => ({
  happened: eventsQuery(state, scope, groups),
  checks: chartChecksQuery({ ...state, metrics: chartSources(state, scope).metrics ?? [] }, scope, groups),
});

export interface ChartEvents {
  /** Events to mark; empty while they are hidden. */
  events: readonly ChartEvent[];
  /** True if there can be events: the chart distinguishes assets, or its figures are checked. */
  canHave: boolean;
}

/** Events of the assets that a chart draws, and the checks that its figures break. */
export function useChartEvents(state: ChartState, scope: SeriesScope, data: ChartData): ChartEvents {
  const trpc = useTrpc();
  const { happened, checks } = eventQueries(state, scope, data.groups);
  const isShown = (query: RowsQuery | undefined) => query !== undefined && state.events;
  const facts = useQuery({ ...marketOptions(trpc, happened ?? NOTHING), enabled: isShown(happened) }).data;
  const broken = useQuery({ ...marketOptions(trpc, checks ?? NOTHING), enabled: isShown(checks) }).data;
  const { group } = state;
  const [hasFacts, hasChecks] = [isShown(happened), isShown(checks)];
  // Memoized, because the chart redraws arrays that change identity.
  const events = useMemo(() => {
    const drawn = new Set(data.series.map((one) => one.group.slug));
    const first = firstDateOf(data.series);
    return [
      ...(hasChecks && broken !== undefined ? checkEventsOf(broken, first) : []),
      ...(hasFacts && facts !== undefined ? eventsOf(facts) : []),
    ].filter(({ slug }) => group !== "asset" || drawn.has(slug));
  }, [facts, broken, hasFacts, hasChecks, data, group]);
  return { events, canHave: (happened ?? checks) !== undefined };
}

/** The first date with a value; dates are in order. */
export const firstDateOf = (
  series: readonly { points: readonly (readonly [string, number | null])[] }[],
): string | undefined => series.flatMap(({ points }) => points[0]?.[0] ?? []).toSorted()[0];

export interface ChartData {
  /** The largest groups, and the sum of the others. */
  series: readonly SeriesResult[];
  /** All groups of the response, including those drawn among the others. */
  groups: readonly SeriesResult["group"][];
  /** Total of the chart's subject if the series are a selection; the base of shares. */
  total: readonly Point[] | undefined;
  /** The metric on the secondary axis. */
  second: SeriesResult | undefined;
  /** The benchmark of the series, drawn as a further group. */
  benchmark: { series: SeriesResult; isSample: boolean } | undefined;
  /** Number of all groups. */
  groupCount: number;
  /** Error message if there are no series; null otherwise. */
  problem: string | null;
}

/** Converts a series to a benchmark with the metric of the measured series. */
const asBenchmark = (
  { points }: SeriesResult,
  { name, measure }: { name: string; measure: SeriesResult["measure"] },
): SeriesResult => ({
  measure,
  group: { type: BENCHMARK_TYPE, id: null, slug: null, name, color: null },
  points,
});

/** Fetches the series of a chart. */
export function useChartData(state: ChartState, scope: SeriesScope): ChartData {
  const trpc = useTrpc();
  const queries = chartQueries(trpc, state, scope);
  const { results, groupCount, problem } = useSuspenseQuery(queries.groups).data;
  const total = useQuery({ ...queries.total, enabled: hasTotal(state) }).data?.results[0];
  const other = useQuery({ ...queries.second, enabled: state.second !== null }).data?.results[0];
  const measured = useQuery({
    ...(queries.benchmark?.series ?? queries.groups),
    enabled: queries.benchmark !== undefined,
  }).data?.results[0];
  const sources = useQuery({
    ...(queries.benchmark?.sources ?? sourcesOptions(trpc, chartSources(state, scope))),
    enabled: queries.benchmark !== undefined,
  }).data;
  const name = state.benchmark === null ? undefined : benchmarkLabel(state.benchmark);
  const measure = results[0]?.measure;
  const isSample = sources?.has_sample === true;
  const benchmark = useMemo(
    () =>
      name === undefined || measured === undefined || measure === undefined
        ? undefined
        : { series: asBenchmark(measured, { name, measure }), isSample },
    [name, measured, measure, isSample],
  );
  // The same query can be cached as the total without being requested here.
  const second = state.second === null ? undefined : other;
  const isSelection = state.compare.length > 0;
  // Memoized, because the chart redraws arrays that change identity.
  return useMemo(
    () => ({
      series: isSelection ? results : withOthers({ groups: results, total, groupCount, shown: TOP_GROUPS }),
      groups: groupsOf(results),
      total: isSelection ? total?.points : undefined,
      second,
      benchmark,
      groupCount,
      problem,
    }),
    [results, total, second, benchmark, isSelection, groupCount, problem],
  );
}
