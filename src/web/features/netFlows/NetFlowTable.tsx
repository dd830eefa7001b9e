import type { AggregateRow, MetricSlug } from "#domain";
import { groupColumn } from "../resourceList/groupColumn";
import { changeColumn, metricColumn } from "../resourceList/metricColumns";
import { SmallTable } from "../resourceList/SmallTable";
import { FlowBar } from "./FlowBar";
import { type FlowPeriod, flowOf, netFlowMetrics } from "./netFlows";

export interface NetFlowTableProps {
  caption: string;
  /** Header of the first column: `Network`. */
  header: string;
  /** Largest flows first. */
  rows: readonly AggregateRow[];
  period: FlowPeriod;
  /** The stock metric of the flows. */
  stock: MetricSlug;
}

/** Net flows, with the stock and its change over the same period. */
export function NetFlowTable({ caption, header, rows, period, stock }: NetFlowTableProps) {
  const metric = netFlowMetrics[period];
  const largest = Math.max(0, ...rows.map((row) => Math.abs(flowOf(row, metric) ?? 0)));
  return (
    <SmallTable
      caption={caption}
      columns={[
        groupColumn(header),
        metricColumn<AggregateRow>(metric, { main: true }),
        {
          name: "bar",
          header: "Outflow, inflow",
          spare: true,
          cell: (row) => <FlowBar value={flowOf(row, metric) ?? 0} largest={largest} />,
        },
        metricColumn<AggregateRow>(stock),
        changeColumn<AggregateRow>(stock, period === "7d" ? 7 : 30, { header: `Change (${period})` }),
      ]}
      rows={rows}
      rowKey={({ group }) => group.id ?? group.name}
      empty="No mints or burns reported for this period."
    />
  );
}
