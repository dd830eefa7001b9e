import { useQueries } from "@tanstack/react-query";
import { useRouteContext } from "@tanstack/react-router";
import { allOf, type Interval } from "#domain/query";
import type { ChartSeries } from "../../charts/series/chartSeries";
import { marketOptions, type SeriesQuery } from "../../rpc/marketQueries";
import type { PackedSeries } from "../../rpc/packedSeries";
import { useFigureScope } from "../../rpc/useTrpc";
import { ChangedValues } from "../dated/ChangedValues";
import { changedValues } from "../dated/changedValues";
import { useStatus } from "./marketStatus";

export interface SeriesChangesProps {
  title: string;
  /** The series as of the publication that the page shows. */
  shown: readonly ChartSeries[];
  interval: Interval;
  /** Queries of the figures that the chart is drawn from. */
  queries: readonly SeriesQuery[];
  /** The series of the chart from their responses. */
  seriesOf: (responses: readonly PackedSeries[]) => readonly ChartSeries[];
}

/** What has changed since in a chart that is drawn from a few queries. */
export default function SeriesChanges({ title, shown, interval, queries, seriesOf }: SeriesChangesProps) {
  const { stablecoins } = useFigureScope();
  const scopedTrpc = useRouteContext({ from: "__root__", select: (context) => context.scopedTrpc });
  const { as_of: last } = useStatus();
  const until = last === null ? null : ({ operator: "onOrBefore", field: "date", value: last } as const);
  const answers = useQueries({
    queries: queries.map((query) =>
      marketOptions(scopedTrpc({ stablecoins }), { ...query, filter: allOf(query.filter ?? null, until) }),
    ),
  });
  const responses = answers.flatMap(({ data }) => data ?? []);
  const isReady = responses.length === queries.length;
  const changed = isReady ? changedValues(shown, seriesOf(responses), interval) : undefined;
  return <ChangedValues title={title} changed={changed} isError={answers.some(({ isError }) => isError)} />;
}
