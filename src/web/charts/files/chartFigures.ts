import { seriesColumns } from "#domain/files";
import type { EventMark } from "../plan/placeEvents";
import { alignSeries } from "../series/alignSeries";
import { describeEvent } from "../series/chartEvents";
import { BENCHMARK_TYPE, type ChartSeries, groupKey, seriesKey } from "../series/chartSeries";
import { timeOf } from "../series/daySpan";
import { topGroups } from "../series/topGroups";
import type { Figures } from "./figuresCsv";

export interface ChartFiguresOptions {
  interval: Parameters<typeof alignSeries>[1];
  /** Number of groups with their own column; the others are combined in the last column. */
  maxGroups: number;
  /** Keys of series without a column. Default: none. */
  hidden?: ReadonlySet<string>;
  /** True to mark every row as sample data, because files are read without their page. */
  isSample: boolean;
  /** Events of the chart, listed by date in the last column. Default: no events column. */
  marks?: readonly EventMark[];
}

/**
 * The figures of a chart in the wide layout that analysts circulate: `Timestamp,Date,Metric,<one column per
 * group>,…,All Others (N items)`, with milliseconds, ISO date and the metric's full name, and `Events` at the
 * end if the chart marks some. A cell without a value is null. Several metrics follow each other.
 */
export function chartFigures(
  series: readonly ChartSeries[],
  { interval, maxGroups, hidden, isSample, marks = [] }: ChartFiguresOptions,
): Figures {
  const isBenchmark = ({ group }: ChartSeries) => group.type === BENCHMARK_TYPE;
  const top = [
    ...topGroups(
      series.filter((one) => !isBenchmark(one)),
      maxGroups,
    ).series,
    ...series.filter(isBenchmark),
  ].filter((one) => hidden?.has(seriesKey(one)) !== true);
  const { dates, rows } = alignSeries(top, interval);
  const columns = new Map(top.map(({ group }) => [groupKey(group), group]));
  const header = seriesColumns([...columns.values()]);
  const happened = new Map(marks.map(({ date, events }) => [date, events.map(describeEvent).join(" ")]));
  const eventCell = (date: string) => (marks.length === 0 ? [] : [happened.get(date) ?? ""]);
  const measures = new Map(top.map(({ measure }) => [measure.slug, measure]));
  const lines = [...measures.values()].flatMap((measure) => {
    const ofMeasure = new Map(
      rows
        .filter(({ series: one }) => one.measure.slug === measure.slug)
        .map(({ series: one, values }) => [groupKey(one.group), values]),
    );
    const name = isSample ? `${measure.name} (sample)` : measure.name;
    return dates.flatMap((date, index) => {
      const cells = [...columns.keys()].map((key) => ofMeasure.get(key)?.[index] ?? null);
      // Omits dates that were only added for gaps of the chart.
      if (cells.every((cell) => cell === null) && !happened.has(date)) return [];
      return [[timeOf(date), date, name, ...cells, ...eventCell(date)]];
    });
  });
  const events = marks.length === 0 ? [] : ["Events"];
  return { names: ["Timestamp", "Date", "Metric", ...header, ...events], rows: lines };
}
