import type { ResourceRow } from "#domain";
import { textOf } from "../../format/textOf";
import { EntityLink } from "../table/cells/EntityLink";
import { changeColumn, metricColumn } from "./metricColumns";
import type { SmallColumn } from "./SmallTable";

/** Columns of a deployment: asset, network, a metric, and its change over 30 days. */
export const tokenColumns = (metric: string): SmallColumn<ResourceRow>[] => [
  {
    name: "asset_name",
    header: "Asset",
    flexible: true,
    cell: (row) => (
      <span className="font-medium">
        <EntityLink kind="asset" slug={textOf(row.asset_slug)}>
          {String(row.asset_name)}
        </EntityLink>
      </span>
    ),
  },
  {
    name: "network_name",
    header: "Network",
    cell: (row) => (
      <EntityLink kind="network" slug={textOf(row.network_slug)}>
        {textOf(row.network_name)}
      </EntityLink>
    ),
  },
  metricColumn(metric),
  changeColumn(metric, 30),
];
