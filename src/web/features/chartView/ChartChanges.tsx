import { useQuery } from "@tanstack/react-query";
import { useRouteContext } from "@tanstack/react-router";
import { calendar } from "#domain/days";
import { groupName, splitNamed } from "#domain/resources";
import { cutToRange, firstDayOf, rangeEnd, rangeStart } from "../../charts/series/calendar";
import { type ChartSeries, groupKey, OTHERS_TYPE } from "../../charts/series/chartSeries";
import { useFigureScope } from "../../rpc/useTrpc";
import { ChangedValues } from "../dated/ChangedValues";
import { changedValues } from "../dated/changedValues";
import { type ChartData, chartQueries, hasTotal, packedSeries, withOthers } from "./chartData";
import type { ChartState } from "./chartSearch";
import { type SeriesScope, seriesQuery } from "./seriesQuery";

export interface ChartChangesProps {
  title: string;
  state: ChartState;
  scope: SeriesScope;
  /** The figures as of the publication that the page shows. */
  data: ChartData;
}

/** Groups that are read if the chart shows all of them: some may be new since. */
const MOST_GROUPS = 100;

/** What has changed since in a chart whose state is in the URL. */
export default function ChartChanges({ title, state, scope, data }: ChartChangesProps) {
  const then = drawnSeries(data);
  const { series, isError } = usePresentSeries(state, scope, data);
  const start = rangeStart(state.range, lastDateOf(then)) ?? calendar.first;
  return (
    <ChangedValues
      title={title}
      changed={
        series &&
        changedValues(
          cutToRange(then, state.range),
          cutToRange(series, `${start}..${calendar.last}`),
          state.interval,
        )
      }
      isError={isError}
    />
  );
}

const drawnSeries = ({ series, benchmark, second }: Pick<ChartData, "series" | "benchmark" | "second">) => [
  ...series,
  ...(benchmark === undefined ? [] : [benchmark.series]),
  ...(second === undefined ? [] : [second]),
];

/** The latest day with a value; the last of the calendar without any. */
const lastDateOf = (series: readonly ChartSeries[]): string =>
  series
    .flatMap(({ points }) => points.at(-1)?.[0] ?? [])
    .toSorted()
    .at(-1) ?? calendar.last;

/** The same series of the same days, as the latest publication has them; undefined while loading. */
function usePresentSeries(state: ChartState, scope: SeriesScope, data: ChartData) {
  const { stablecoins } = useFigureScope();
  const scopedTrpc = useRouteContext({ from: "__root__", select: (context) => context.scopedTrpc });
  const trpc = scopedTrpc({ stablecoins });
  const days: ChartState = { ...state, average: 0, range: daysOf(state, scope.asOf ?? calendar.last) };
  const named = data.series.filter(({ group }) => group.type !== OTHERS_TYPE);
  const hasOthers = named.length < data.series.length;
  const canSelect = splitNamed(scope.resource ?? "tokens", state.group)?.slugField != null;
  const compare = hasOthers && canSelect ? named.flatMap(({ group: { slug } }) => slug ?? []) : state.compare;
  const query = seriesQuery({ ...days, compare }, scope);
  const groups = useQuery(
    packedSeries(trpc, { ...query, pagination: { page: 1, perPage: MOST_GROUPS } }, scope),
  );
  const queries = chartQueries(trpc, days, scope);
  const needsTotal = hasOthers && hasTotal(state);
  const needsSecond = data.second !== undefined;
  const total = useQuery({ ...queries.total, enabled: needsTotal });
  const second = useQuery({ ...queries.second, enabled: needsSecond });
  const needsBenchmark = data.benchmark !== undefined && queries.benchmark !== undefined;
  const measured = useQuery({ ...(queries.benchmark?.series ?? queries.total), enabled: needsBenchmark });
  const isError =
    groups.isError ||
    typeof groups.data?.problem === "string" ||
    (needsTotal && total.isError) ||
    (needsSecond && second.isError) ||
    (needsBenchmark && measured.isError);
  if (
    groups.data === undefined ||
    (needsTotal && total.data === undefined) ||
    (needsSecond && second.data === undefined) ||
    (needsBenchmark && measured.data === undefined)
  ) {
    return { series: undefined, isError };
  }
  const wanted = new Set(named.map(({ group }) => groupKey(group)));
  const read = groups.data.results.map((one) => ({
    ...one,
    group: { ...one.group, name: groupName(one.group, scope.resource ?? "tokens") },
  }));
  const kept = read.filter(({ group }) => wanted.has(groupKey(group)));
  const benchmark = needsBenchmark ? measured.data?.results[0] : undefined;
  const series = drawnSeries({
    series: hasOthers
      ? withOthers({
          groups: kept,
          total: total.data?.results[0],
          // Those that are not drawn, whatever their number is now.
          groupCount: kept.length + 1,
          shown: kept.length,
        })
      : read,
    second: needsSecond ? second.data?.results[0] : undefined,
    benchmark:
      benchmark && data.benchmark
        ? { series: { ...data.benchmark.series, points: benchmark.points }, isSample: false }
        : undefined,
  });
  return { series, isError };
}

/** The days of a chart as a range of its own, since a preset one ends on the latest day. */
function daysOf(state: ChartState, last: string): ChartState["range"] {
  const end = rangeEnd(state.range) ?? last;
  return `${firstDayOf(state, last) ?? calendar.first}..${end < last ? end : last}`;
}
