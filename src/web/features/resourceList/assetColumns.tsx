import type { ResourceRow } from "#domain";
import { EntityLink } from "../table/EntityLink";
import { changeColumn, metricColumn } from "./metricColumns";
import type { SmallColumn } from "./SmallTable";

/** An asset in a small table: what it is called, a metric, and how that changed over 30 days. */
export const assetColumns = (metric: string): SmallColumn<ResourceRow>[] => [
  {
    name: "name",
    header: "Asset",
    flexible: true,
    cell: (row) => (
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <span className="min-w-0 truncate font-medium" title={String(row.name)}>
          <EntityLink kind="asset" slug={String(row.slug)}>
            {String(row.name)}
          </EntityLink>
        </span>
        <span className="text-faint text-sm">{String(row.ticker)}</span>
      </span>
    ),
  },
  metricColumn(metric),
  changeColumn(metric, 30),
];
