import type { ResourceRow } from "#domain/api";
import type { lookbackDays } from "#domain/metrics";
import { EntityLink } from "../table/cells/EntityLink";
import { changeColumn, metricColumn } from "./metricColumns";
import type { SmallColumn } from "./SmallTable";

/** Name of an asset, linked to its page. */
export const assetName: SmallColumn<ResourceRow> = {
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
};

/** Columns of an asset: name, a metric, and its change, by default over 30 days. */
export const assetColumns = (
  metric: string,
  days: (typeof lookbackDays)[number] = 30,
): SmallColumn<ResourceRow>[] => [
  assetName,
  metricColumn(metric, { kind: "asset" }),
  changeColumn(metric, days),
];
