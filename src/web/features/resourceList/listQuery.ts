import { type Filter, fieldByName, type QueryInput, type Resource } from "#domain";
import { type ConditionSearch, filtersOf, type TableSearch } from "./tableSearch";

export interface ListView {
  resource: Resource;
  search: TableSearch;
  /** Columns where the address names none. */
  defaultColumns: readonly string[];
  /** What every row fulfils, whatever the visitor filters by. */
  scope?: Filter | null;
  perPage?: number;
}

/** Rows on one page of a table. */
export const ROWS_PER_PAGE = 25;

/** Columns that are shown, in order. */
export const shownColumns = ({ search, defaultColumns }: Pick<ListView, "search" | "defaultColumns">) =>
  search.columns?.split(",") ?? defaultColumns;

/** Slug of what a name column names, from which the cell's link is made. */
const slugBeside = (column: string) => column.replace(/_name$/, "_slug");

/** Fields that the shown columns and their links read. */
export function neededFields(resource: Resource, columns: readonly string[]): string[] {
  const beside = columns.map(slugBeside).filter((name) => fieldByName(resource, name) !== undefined);
  const own = resource.fields
    .filter((field) => field.name === resource.slugField || field.name === "is_sample")
    .map((field) => field.name);
  return [...new Set([...own, ...columns, ...beside])];
}

/** `-value` as the field and its direction; null where the address names no sort. */
export const sortOf = ({ sort }: TableSearch): { field: string; direction: "asc" | "desc" } | null =>
  sort === undefined
    ? null
    : sort.startsWith("-")
      ? { field: sort.slice(1), direction: "desc" }
      : { field: sort, direction: "asc" };

/** The filter of a view: its scope and what the visitor asks for. */
export function filterOf({ resource, search, scope }: Pick<ListView, "resource" | "search" | "scope">) {
  const conditions = filtersOf(resource, search as ConditionSearch);
  const filters: Filter[] = [...(scope ? [scope] : []), ...conditions];
  const [only] = filters;
  return filters.length <= 1 ? (only ?? null) : ({ operator: "and", filters } as const);
}

/** The page of rows that a view shows. */
export function listQuery(view: ListView): QueryInput {
  const { resource, search, perPage = ROWS_PER_PAGE } = view;
  return {
    filter: filterOf(view),
    search: search.q ?? null,
    sort: sortOf(search) ?? resource.defaultSort,
    pagination: { page: search.page ?? 1, perPage },
    fields: neededFields(resource, shownColumns(view)),
  };
}
