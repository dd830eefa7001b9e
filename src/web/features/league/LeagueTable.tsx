import { type AggregateRow, type MetricTrends, metricOf } from "#domain/api";
import { metricByName } from "#domain/metrics";
import { groupingByName, NO_GROUP_ID } from "#domain/resources";
import { Change } from "../../format/Change";
import { formatFigure } from "../../format/formatNumber";
import { changeColumn, metricColumn } from "../resourceList/metricColumns";
import { ShareBar, shareOf } from "../resourceList/ShareBar";
import { type SmallColumn, SmallTable } from "../resourceList/SmallTable";
import { trendColumn } from "../resourceList/trendColumn";
import { EntityLink } from "../table/cells/EntityLink";
import { ColorDot } from "../table/cells/RowDot";

/**
 * Share of a total in percent, and its change over 30 days in percentage points; null if unknown on the
 * respective day.
 */
export function shareWithChange(
  row: AggregateRow,
  whole: AggregateRow | undefined,
  metric: string,
): { share: number | null; change: number | null } {
  const total = whole === undefined ? null : metricOf(whole, metric);
  const share = shareOf(row, metric, total?.val ?? null);
  const [value, all] = [metricOf(row, metric)?.val_30d ?? null, total?.val_30d ?? null];
  const before = value === null || all === null || all <= 0 ? null : (value / all) * 100;
  return { share, change: share === null || before === null ? null : share - before };
}

export interface LeagueTableProps {
  caption: string;
  /** Header of the first column: `Network`. */
  header: string;
  rows: readonly AggregateRow[];
  /** Total of all rows. */
  whole: AggregateRow | undefined;
  /** Number of assets in the row of those without a group. Default: the row's own count. */
  unplacedAssets?: number | undefined;
  /** Slug of the ranking metric. */
  metric: string;
  trends: MetricTrends;
}

/** Groups ranked by a metric: number of assets, value, changes, share and its change. */
export function LeagueTable({
  caption,
  header,
  rows,
  whole,
  unplacedAssets,
  metric,
  trends,
}: LeagueTableProps) {
  // The row of those without a group is not ranked.
  const ranked = rows.filter(({ group }) => group.id !== null && group.id !== NO_GROUP_ID);
  const places = new Map(ranked.map((row, index) => [row, index + 1]));
  const columns: SmallColumn<AggregateRow>[] = [
    {
      name: "group",
      header,
      cell: (row) => (
        <span className="flex items-center gap-2">
          <span className="w-5 shrink-0 text-right text-faint text-sm tabular-nums">{places.get(row)}</span>
          <ColorDot of={row.group} />
          <span className="font-medium">
            <EntityLink kind={groupingByName(row.group.type)?.entity ?? null} slug={row.group.slug}>
              {row.group.name}
            </EntityLink>
          </span>
        </span>
      ),
    },
    {
      name: "asset_count",
      header: "Assets",
      numeric: true,
      cell: (row) =>
        formatFigure(
          row.group.id === NO_GROUP_ID ? (unplacedAssets ?? row.asset_count) : row.asset_count,
          "count",
        ),
    },
    { ...metricColumn(metric), main: true },
    changeColumn(metric, 7),
    {
      name: "share",
      header: "Share",
      numeric: true,
      cell: (row) => <ShareBar share={shareWithChange(row, whole, metric).share} of={row.group} />,
    },
    {
      name: "share.30d",
      header: "Share, 30d",
      numeric: true,
      cell: (row) => (
        <Change
          percent={shareWithChange(row, whole, metric).change}
          polarity={metricByName(metric)?.polarity ?? "neutral"}
          isPoints
        />
      ),
    },
    trendColumn(metric, trends, ({ group }) => group.id),
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
