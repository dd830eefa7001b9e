/** The sparkline column of a table's first metric. */

import type { ResourceRow } from "#domain/api";
import { type Metric, metricByName } from "#domain/metrics";
import { entityOf, entityTypes, kindListedBy, listingColumn } from "#domain/resources";
import type { TrendsQuery } from "../../../rpc/marketQueries";
import type { ColumnMeta, TableSpec } from "./tableQuery";
import { searchColumns, type TableSearch } from "./tableSearch";

/** Its name among the columns in the URL. No field has this name. */
export const TREND_COLUMN = "trend";

/** The header of the column for a metric. */
export const trendLabel = ({ label }: Pick<Metric, "label">): string => `${label} (90d)`;

/** The sparkline column of a page's rows. */
export interface TableTrend {
  label: string;
  /** Description of the column. */
  doc: string;
  query: TrendsQuery;
}

/** The kind of entity of rows that have a trend: that of their tokens. */
const kindOfRows = ({ resource, totals }: Pick<TableSpec, "resource" | "totals">) => {
  const kind = totals === undefined ? kindListedBy(resource) : null;
  return entityTypes.find((type) => type === kind);
};

/** True if a table can have the column. */
export const offersTrend = (spec: Pick<TableSpec, "resource" | "totals">): boolean =>
  kindOfRows(spec) !== undefined;

/** True if the reader has not removed the column. */
export const choosesTrend = ({ columns }: TableSearch): boolean =>
  columns === undefined || columns.split(",").includes(TREND_COLUMN);

/** Names of the columns in a URL, including the sparkline column. */
export const requestedColumns = (
  search: TableSearch,
  spec: Pick<TableSpec, "columns">,
): readonly string[] => [
  ...new Set([...searchColumns(search, spec.columns), ...(choosesTrend(search) ? [TREND_COLUMN] : [])]),
];

/**
 * The trends of rows for their first shown metric; null if there is none, or if the reader removed the
 * column.
 */
export function tableTrend(
  spec: TableSpec,
  search: TableSearch,
  { columns, rows }: { columns: readonly ColumnMeta[]; rows: readonly ResourceRow[] },
): TableTrend | null {
  const kind = kindOfRows(spec);
  const column = columns.find(({ type }) => type === "metric");
  const metric = column && metricByName(column.name);
  if (kind === undefined || metric === undefined || rows.length === 0 || !choosesTrend(search)) return null;
  return {
    label: trendLabel(metric),
    doc: `${metric.label} over the last 90 days, each row on its own scale`,
    query: {
      trendsOf: [metric.slug],
      filter: {
        operator: "in",
        field: listingColumn(kind, "id"),
        value: rows.map(({ id }) => Number(id)),
      },
      groupBy: entityOf(kind).grouping.name,
      most: rows.length,
    },
  };
}
