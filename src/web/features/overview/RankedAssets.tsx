import { metricByName, type ResourceRow } from "#domain";
import { changeColumn, metricColumn } from "../resourceList/metricColumns";
import { type SmallColumn, SmallTable } from "../resourceList/SmallTable";
import { EntityLink } from "../table/EntityLink";
import { rankingMetric } from "./overviewSet";

const columns: SmallColumn<ResourceRow>[] = [
  {
    name: "name",
    header: "Asset",
    flexible: true,
    cell: (row) => (
      <span className="flex min-w-0 items-baseline gap-2">
        <span className="min-w-0 truncate font-medium" title={String(row.name)}>
          <EntityLink kind="assets" slug={String(row.slug)}>
            {String(row.name)}
          </EntityLink>
        </span>
        <span className="text-faint text-sm">{String(row.ticker)}</span>
      </span>
    ),
  },
  metricColumn(rankingMetric),
  changeColumn(rankingMetric, 30),
];

/** A few assets in the order of a ranking. */
export const RankedAssets = ({ caption, rows }: { caption: string; rows: readonly ResourceRow[] }) => (
  <SmallTable
    caption={`${caption}: ${metricByName(rankingMetric)?.label ?? rankingMetric} and change over 30 days`}
    columns={columns}
    rows={rows}
    rowKey={(row) => row.id}
  />
);
