import { type FieldMeta, PENDING_FIELD, type ResourceMeta, SAMPLE_FIELD } from "#domain/api";
import { allOf, type Filter, type QueryInput, type Sort } from "#domain/query";
import {
  type ColumnName,
  type GroupingName,
  type ResourceSlug,
  resourceByName,
  siblingField,
} from "#domain/resources";
import { type ExportFile, exportSubject, exportUrl } from "../../../format/exportUrl";
import type { FigureScope } from "../../../rpc/apiOptions";
import { DEFAULT_PER_PAGE, MOST_PER_PAGE } from "./rowsPerPage";
import { searchColumns, searchFilter, searchSort, type TableSearch } from "./tableSearch";
import { type TotalsColumn, totalsSplit } from "./totalsFields";

/** A table of a resource; names are those of its columns. */
interface TableOf<Slug extends ResourceSlug, Name extends string> {
  resource: Slug;
  /** False to exclude conditions on metrics. Default: true. */
  filtersMetrics?: boolean;
  /** Columns shown by default, in order; the first names the row. */
  columns: readonly Name[];
  /** Default: the resource's own. */
  sort?: Sort<Name>;
  /** Rows per page. Default: 50. */
  perPage?: number;
  /** Groupings of the page's chart. Rows that are groups of one of them can be compared in it. */
  chartGroups?: readonly string[];
  /** Search parameter that a row's name sets to its slug, for rows without their own pages. */
  opens?: "place";
}

type RowsTable = {
  [Slug in ResourceSlug]: TableOf<Slug, ColumnName<Slug>> & { totals?: undefined };
}[ResourceSlug];

interface TotalsTable extends TableOf<"assets" | "tokens", TotalsColumn> {
  /** Shows totals of the resource's rows by group, in place of the rows. */
  totals: TableTotals;
}

/** A page's definition of its table, without a filter. */
export type TableContent = RowsTable | TotalsTable;

/** A page's definition of its table. */
export type TableSpec = TableContent & {
  /** Always applied, in addition to the reader's filters. */
  filter?: Filter;
};

/** Totals of a table. Its columns are those of `totalsFields`. */
export interface TableTotals {
  resource: "assets" | "tokens";
  /** The default grouping. */
  by: GroupingName;
  /** True if a reader cannot choose another grouping. */
  isFixed?: boolean;
}

/** The column that names the token of a row by its asset. */
export const TOKEN_NAME = "asset_name";

/** Fields that cells need in addition to the columns. */
const support = ["slug", "color_hex", "ticker"];

/** Fields that distinguish the tokens of one asset on one network. */
const tokenSupport = ["is_bridged", "address", "token_address"];

/** The parts of a field that a column and a filter need. */
export type ColumnMeta = Pick<
  FieldMeta,
  "name" | "label" | "doc" | "type" | "unit" | "format" | "polarity" | "values" | "sortable" | "filterable"
>;

export const columnMeta = ({
  name,
  label,
  doc,
  type,
  unit,
  format,
  polarity,
  values,
  sortable,
  filterable,
}: FieldMeta): ColumnMeta => ({
  name,
  label,
  doc,
  type,
  unit,
  format,
  polarity,
  values,
  sortable,
  filterable,
});

/** The fields of the shown columns that exist, in order. */
export function shownColumns(
  spec: TableSpec,
  search: TableSearch,
  fields: readonly FieldMeta[],
): ColumnMeta[] {
  const byName = new Map(fields.map((field) => [field.name, field]));
  return searchColumns(search, spec.columns).flatMap((name) => {
    const field = byName.get(name);
    return field ? [columnMeta(field)] : [];
  });
}

/** The fields that the shown columns need: themselves, the slugs for links, and notes on their values. */
function neededFields(
  { resource }: Pick<TableSpec, "resource">,
  columns: readonly ColumnMeta[],
  fields: readonly FieldMeta[],
): string[] {
  const known = new Set(fields.map((field) => field.name));
  const described = resourceByName(resource);
  const slugs = columns.flatMap(({ name }) =>
    described === undefined ? [] : (siblingField(described, name, "slug")?.name ?? []),
  );
  const notes = columns.flatMap(
    ({ name }) => described?.fields.find((field) => field.name === name)?.links.note ?? [],
  );
  const profiles =
    described?.fields.flatMap(({ name, links }) => (links.names === "profiles" ? [name] : [])) ?? [];
  const linked = described?.linkField == null ? [] : [described.linkField, "summary"];
  const marks = columns.some(({ name }) => name === TOKEN_NAME) ? tokenSupport : [];
  return [
    ...new Set([
      ...columns.map(({ name }) => name),
      ...slugs,
      ...notes,
      ...profiles,
      ...linked,
      SAMPLE_FIELD,
      PENDING_FIELD,
      ...support,
      ...marks,
    ]),
  ].filter((name) => known.has(name));
}

/** The query of the page in the URL. */
export function tableQuery(
  spec: TableSpec,
  search: TableSearch,
  { fields, limits }: Pick<ResourceMeta, "fields"> & { limits: Pick<ResourceMeta["limits"], "max_per_page"> },
): QueryInput {
  const perPage = search.perPage ?? spec.perPage ?? DEFAULT_PER_PAGE;
  const columns = shownColumns(spec, search, fields);
  return {
    ...rowsQuery(spec, search),
    fields: spec.totals === undefined ? neededFields(spec, columns, fields) : metricNames(columns),
    pagination: { ...pageOf(search), perPage: Math.min(perPage, MOST_PER_PAGE, limits.max_per_page) },
  };
}

/** A page with a cursor has no number. */
const pageOf = ({ page = 1, after, before }: TableSearch) =>
  after === undefined && before === undefined
    ? { page }
    : { ...(after !== undefined && { after }), ...(before !== undefined && { before }) };

function rowsQuery(spec: TableSpec, search: TableSearch): QueryInput {
  const { totals } = spec;
  const filter = allOf(spec.filter, searchFilter(search));
  const sort = searchSort(search) ?? spec.sort ?? null;
  const shared = { ...(filter ? { filter } : {}), ...(sort ? { sort } : {}) };
  if (totals !== undefined) return { ...shared, aggregate: { groupBy: totalsSplit(totals, search).name } };
  return { ...shared, ...(search.q === undefined ? {} : { search: search.q }) };
}

/** Counts are always part of the response. */
export const metricNames = (columns: readonly ColumnMeta[]): string[] =>
  columns.filter(({ type }) => type === "metric").map(({ name }) => name);

/** Fields of a file that identify a row, in addition to its shown columns. */
const identity = ["id", "ticker", "symbol", "address", PENDING_FIELD, SAMPLE_FIELD];

function fileFields({ resource }: TableSpec, columns: readonly ColumnMeta[]): string[] {
  const known = new Set(resourceByName(resource)?.fields.map(({ name }) => name));
  return [...new Set([...columns.map(({ name }) => name), ...identity.filter((name) => known.has(name))])];
}

export interface TableFile {
  columns: readonly ColumnMeta[];
  format: ExportFile["format"];
  /** Path of the page. */
  pathname: string;
  /** The figures that the page shows. */
  figures?: FigureScope;
}

/** URL of a file with every row of the table, in the shown columns. */
export function tableFileUrl(
  spec: TableSpec,
  search: TableSearch,
  { columns, format, pathname, figures = {} }: TableFile,
): string {
  const { totals } = spec;
  const fields = totals === undefined ? fileFields(spec, columns) : metricNames(columns);
  const path = totals === undefined ? spec.resource : `${totals.resource}/aggregates`;
  const query = { ...rowsQuery(spec, search), fields };
  return exportUrl({ path, format, query, subject: exportSubject(pathname, path), figures });
}
