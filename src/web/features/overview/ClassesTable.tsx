import type { MetricSlug, MetricTrends, ResourceRow } from "#domain";
import { formatFigure } from "../../format/formatNumber";
import { changeColumn, metricColumn } from "../resourceList/metricColumns";
import { type SmallColumn, SmallTable } from "../resourceList/SmallTable";
import { trendColumn } from "../resourceList/trendColumn";
import { EntityLink } from "../table/cells/EntityLink";
import { RowDot } from "../table/cells/RowDot";

const columnsOf = ({
  metrics: [value, ...others],
  trends,
}: Omit<ClassesTableProps, "rows">): SmallColumn<ResourceRow>[] => [
  {
    name: "name",
    header: "Asset class",
    cell: (row) => (
      <span className="flex items-center gap-2">
        <RowDot resource="asset_classes" row={row} />
        <EntityLink kind="asset_class" slug={String(row.slug)}>
          {String(row.name)}
        </EntityLink>
      </span>
    ),
  },
  metricColumn(value),
  changeColumn(value, 7),
  changeColumn(value, 30),
  ...others.map((slug) => metricColumn<ResourceRow>(slug)),
  {
    name: "asset_count",
    header: "Assets",
    numeric: true,
    cell: (row) => formatFigure(Number(row.asset_count), "count"),
  },
  trendColumn(value, trends, ({ id }) => Number(id)),
];

export interface ClassesTableProps {
  rows: readonly ResourceRow[];
  /** The first one is shown with its changes. */
  metrics: readonly [MetricSlug, ...MetricSlug[]];
  trends: MetricTrends;
}

/** The asset classes, in the given order. */
export const ClassesTable = ({ rows, ...shown }: ClassesTableProps) => (
  <SmallTable
    caption="Asset classes by value"
    columns={columnsOf(shown)}
    rows={rows}
    rowKey={(row) => row.id}
  />
);
