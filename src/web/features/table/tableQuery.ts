import {
  type FieldMeta,
  type Filter,
  type QueryInput,
  type ResourceMeta,
  resourceByName,
  type Sort,
  siblingField,
} from "#domain";
import { searchColumns, searchFilter, searchSort, type TableSearch } from "./tableSearch";

/** What a page fixes about its table. */
export interface TableSpec {
  /** Name of the resource: `networks`, `assets` … */
  resource: string;
  /** Columns shown by default, in order; the first names the row. */
  columns: readonly string[];
  /** Always applied, beside what the reader filters by. */
  filter?: Filter;
  /** Default: the resource's own. */
  sort?: Sort;
  /** Rows per page. Default: 50. */
  perPage?: number;
}

export const DEFAULT_PER_PAGE = 50;
export const perPageChoices = [25, 50, 100] as const;

/** The column that names the token of a row by its asset. */
export const TOKEN_NAME = "asset_name";

/** Fields that cells need beside the columns themselves. */
const support = ["slug", "color_hex", "ticker"];

/** What tells apart the tokens of one asset on one network, beside the name of the asset. */
const tokenSupport = ["is_bridged", "address", "token_address"];

/** What a column and a filter need to know of a field. */
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

/** The fields of the columns that are shown and exist, in order. */
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

/** The fields that the shown columns need: themselves, and the slugs that their links are made of. */
export function neededFields(
  { resource }: Pick<TableSpec, "resource">,
  columns: readonly ColumnMeta[],
  fields: readonly FieldMeta[],
): string[] {
  const known = new Set(fields.map((field) => field.name));
  const described = resourceByName(resource);
  const slugs = columns.flatMap(({ name }) =>
    described === undefined ? [] : (siblingField(described, name, "slug")?.name ?? []),
  );
  const marks = columns.some(({ name }) => name === TOKEN_NAME) ? tokenSupport : [];
  return [...new Set([...columns.map(({ name }) => name), ...slugs, ...support, ...marks])].filter((name) =>
    known.has(name),
  );
}

const both = (a: Filter | null | undefined, b: Filter | null): Filter | null =>
  a && b ? { operator: "and", filters: [a, b] } : (a ?? b);

/** The query of the page that the address asks for. */
export function tableQuery(
  spec: TableSpec,
  search: TableSearch,
  { fields, limits }: Pick<ResourceMeta, "fields"> & { limits: Pick<ResourceMeta["limits"], "max_per_page"> },
): QueryInput {
  const perPage = search.perPage ?? spec.perPage ?? DEFAULT_PER_PAGE;
  return {
    ...rowsQuery(spec, search),
    fields: neededFields(spec, shownColumns(spec, search, fields), fields),
    pagination: { page: search.page ?? 1, perPage: Math.min(perPage, limits.max_per_page) },
  };
}

function rowsQuery(spec: TableSpec, search: TableSearch): QueryInput {
  const filter = both(spec.filter, searchFilter(search));
  const sort = searchSort(search) ?? spec.sort ?? null;
  return {
    ...(filter ? { filter } : {}),
    ...(sort ? { sort } : {}),
    ...(search.q === undefined ? {} : { search: search.q }),
  };
}

/** Address of a file with every row of the table, in the shown columns. */
export function tableFileUrl(
  spec: TableSpec,
  search: TableSearch,
  { columns, format }: { columns: readonly ColumnMeta[]; format: "csv" | "xlsx" | "parquet" },
): string {
  const query = { ...rowsQuery(spec, search), fields: columns.map((column) => column.name) };
  return `/export/${spec.resource}.${format}?${new URLSearchParams({ query: JSON.stringify(query) })}`;
}
