import type { AggregateRow } from "#domain/api";
import { formatFigure } from "../../format/formatNumber";
import { groupColumn } from "./groupColumn";
import { changeColumn, metricColumn } from "./metricColumns";
import { ShareBar, shareOf } from "./ShareBar";
import { type SmallColumn, SmallTable } from "./SmallTable";

export interface BreakdownTableProps {
  /** Caption of the table. */
  caption: string;
  /** Header of the first column: `Network`, `Platform`. */
  header: string;
  rows: readonly AggregateRow[];
  /** Slugs of the metrics; shares are of the first. */
  metrics: readonly string[];
  /** The total for shares; null for metrics that are not additive. */
  total: number | null;
  /** True if the assets of each group are counted. */
  countsAssets?: boolean;
}

const assetCount: SmallColumn<AggregateRow> = {
  name: "asset_count",
  header: "Assets",
  numeric: true,
  cell: (row) => formatFigure(row.asset_count, "count"),
};

/** A breakdown of a total by group, with shares and changes. */
export function BreakdownTable({ caption, header, rows, metrics, total, countsAssets }: BreakdownTableProps) {
  const [value, ...others] = metrics;
  if (value === undefined) return null;
  const columns: SmallColumn<AggregateRow>[] = [
    groupColumn(header),
    metricColumn(value),
    {
      name: "share",
      header: "Share",
      numeric: true,
      cell: (row) => <ShareBar share={shareOf(row, value, total)} of={row.group} />,
    },
    changeColumn(value, 30),
    ...others.map((slug) => metricColumn<AggregateRow>(slug)),
    ...(countsAssets ? [assetCount] : []),
  ];
  return (
    <SmallTable
      caption={caption}
      columns={columns}
      rows={rows}
      rowKey={({ group }) => group.id ?? group.name}
      empty="No data yet."
    />
  );
}
