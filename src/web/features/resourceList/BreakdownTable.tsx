import type { AggregateRow } from "#domain";
import { formatFigure } from "../../format/formatNumber";
import { groupColumn } from "./groupColumn";
import { changeColumn, metricColumn } from "./metricColumns";
import { ShareBar } from "./ShareBar";
import { type SmallColumn, SmallTable } from "./SmallTable";
import { shareOf } from "./shareOf";

export interface BreakdownTableProps {
  /** Says what the rows are. */
  caption: string;
  /** What one row is: `Network`, `Platform`. */
  header: string;
  rows: readonly AggregateRow[];
  /** Slugs of the metrics shown; shares are of the first. */
  metrics: readonly string[];
  /** The whole, of which shares are taken; unknown for metrics that do not add up. */
  total: number | null;
  /** Whether the assets of each group are counted. */
  countsAssets?: boolean;
}

const assetCount: SmallColumn<AggregateRow> = {
  name: "asset_count",
  header: "Assets",
  numeric: true,
  cell: (row) => formatFigure(row.asset_count, "count"),
};

/** What a total is made of, group by group, with shares and changes. */
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
