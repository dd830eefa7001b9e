import type { EntityStats, ResourceRow } from "#domain";
import { formatFigure } from "../../format/formatNumber";
import { coloredRow } from "../resourceList/coloredRow";
import { changeColumn, metricColumn } from "../resourceList/metricColumns";
import { RowDot } from "../resourceList/RowDot";
import { ShareBar } from "../resourceList/ShareBar";
import { type SmallColumn, SmallTable } from "../resourceList/SmallTable";
import { shareOf } from "../resourceList/shareOf";
import { EntityLink } from "../table/EntityLink";
import { networkClassColumns } from "./networkSet";

const [value, ...others] = networkClassColumns;

/** The classes of the assets on a network, from the totals that its row carries. */
export function NetworkClasses({ network }: { network: ResourceRow }) {
  const rows = statsOf(network.asset_class_stats);
  const total = rows.reduce((sum, row) => sum + (figureOf(row) ?? 0), 0);
  const columns: SmallColumn<EntityStats>[] = [
    {
      name: "name",
      header: "Asset class",
      cell: (row) => (
        <span className="flex items-center gap-2">
          <RowDot resource="asset_classes" row={row} />
          <span className="font-medium">
            <EntityLink kind="asset_class" slug={row.slug}>
              {row.name}
            </EntityLink>
          </span>
        </span>
      ),
    },
    metricColumn(value),
    {
      name: "share",
      header: "Share",
      numeric: true,
      cell: (row) => <ShareBar share={shareOf(row, value, total)} of={coloredRow("asset_classes", row)} />,
    },
    changeColumn(value, 30),
    ...others.map((slug) => metricColumn<EntityStats>(slug)),
    {
      name: "asset_count",
      header: "Assets",
      numeric: true,
      cell: (row) => formatFigure(row.asset_count, "count"),
    },
  ];
  return (
    <SmallTable
      caption={`Asset classes on ${String(network.name)}`}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      empty="No data yet for assets on this network."
    />
  );
}

const isStats = (item: unknown): item is EntityStats =>
  typeof item === "object" && item !== null && "asset_count" in item && "slug" in item;

const statsOf = (cell: ResourceRow[string] | undefined): EntityStats[] =>
  Array.isArray(cell) ? (cell as readonly unknown[]).filter(isStats) : [];

function figureOf(row: EntityStats): number | null {
  const cell = row[value];
  return typeof cell === "object" && cell !== null && "val" in cell ? cell.val : null;
}
