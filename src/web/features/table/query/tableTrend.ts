/** The column of lines that show the course of a table's first metric. */
import {
  entityOf,
  entityTypes,
  kindListedBy,
  listingColumn,
  type Metric,
  metricByName,
  type ResourceRow,
} from "#domain";
import type { TrendsQuery } from "../../../rpc/marketQueries";
import type { ColumnMeta, TableSpec } from "./tableQuery";
import { searchColumns, type TableSearch } from "./tableSearch";

/** Its name among the columns of the address. No field is called so. */
export const TREND_COLUMN = "trend";

/** The head of the column for a metric. */
export const trendLabel = ({ label }: Pick<Metric, "label">): string => `${label} (90d)`;

/** The column of a page's rows. */
export interface TableTrend {
  label: string;
  /** What it shows, in words. */
  doc: string;
  query: TrendsQuery;
}

/** The kinds of entity whose rows have a course: that of the tokens that fall to them. */
const kindOfRows = ({ resource, totals }: Pick<TableSpec, "resource" | "totals">) => {
  const kind = totals === undefined ? kindListedBy(resource) : null;
  return entityTypes.find((type) => type === kind);
};

/** Whether a table can have the column. */
export const offersTrend = (spec: Pick<TableSpec, "resource" | "totals">): boolean =>
  kindOfRows(spec) !== undefined;

/** Whether a reader wants the column: by default they do. */
export const choosesTrend = ({ columns }: TableSearch): boolean =>
  columns === undefined || columns.split(",").includes(TREND_COLUMN);

/** Names of the columns that an address asks for, that of lines among them. */
export const askedColumns = (search: TableSearch, spec: Pick<TableSpec, "columns">): readonly string[] => [
  ...new Set([...searchColumns(search, spec.columns), ...(choosesTrend(search) ? [TREND_COLUMN] : [])]),
];

/** The trends of some rows, of the first metric that they show; null where there is none, or the reader has chosen it away. */
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
