import type { MetricTrends } from "#domain/api";
import { metricByName } from "#domain/metrics";
import { Sparkline } from "../../ui/figures/Sparkline";
import { trendLabel } from "../table/query/tableTrend";
import { trendsById } from "../table/query/useTrends";
import type { SmallColumn } from "./SmallTable";

/** A column of sparklines, shown if there is space: figures such as the change over 30 days accompany it. */
export function trendColumn<Row>(
  name: string,
  trends: MetricTrends,
  idOf: (row: Row) => number | string | null,
): SmallColumn<Row> {
  const metric = metricByName(name);
  const byId = trendsById(trends);
  return {
    name: "trend",
    header: metric === undefined ? name : trendLabel(metric),
    spare: true,
    cell: (row) => <Sparkline values={byId.get(String(idOf(row))) ?? []} />,
  };
}
