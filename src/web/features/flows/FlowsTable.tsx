import { type AggregateRow, metricOf } from "#domain";
import { groupColumn } from "../resourceList/groupColumn";
import { changeColumn, metricColumn } from "../resourceList/metricColumns";
import { type SmallColumn, SmallTable } from "../resourceList/SmallTable";

export const inflow = "trailing_30_day_bridge_inflow_dollar";
export const outflow = "trailing_30_day_bridge_outflow_dollar";
export const net = "trailing_30_day_net_bridge_flow_dollar";

const columns: SmallColumn<AggregateRow>[] = [
  groupColumn("Network"),
  metricColumn(inflow, { header: "Inflow (30d)" }),
  changeColumn(inflow, 30, { header: "Inflow change" }),
  metricColumn(outflow, { header: "Outflow (30d)" }),
  changeColumn(outflow, 30, { header: "Outflow change" }),
  metricColumn(net, { header: "Net (30d)" }),
];

/** Table of the inflows and outflows of each network. */
export const FlowsTable = ({ rows }: { rows: readonly AggregateRow[] }) => (
  <SmallTable
    caption="Bridge flows by network over 30 days"
    columns={columns}
    rows={rows.filter((row) => [inflow, outflow].some((metric) => metricOf(row, metric)?.val != null))}
    rowKey={({ group }) => group.id ?? group.name}
    most={10}
    empty="No bridge flow data yet."
  />
);
