/** The state of a table, as it stands in the address. What is default is left out of it. */
import {
  allOf,
  type Filter,
  type FilterScalar,
  type FilterValue,
  filterOperators,
  type Lookback,
  lookbacks,
  type Operator,
  type Sort,
  splitName,
} from "#domain";

/** One condition that a reader set: field, operator, value. */
export type Condition = readonly [field: string, operator: Operator, value: FilterValue];

export interface TableSearch {
  /** Counts from 1. */
  page?: number;
  /** The cursor that the page follows, where rows are paged by key; read by `readCursorSearch`. */
  after?: string;
  /** The cursor that the page precedes. */
  before?: string;
  perPage?: number;
  /** A field or metric path; with a leading `-` from high to low. */
  sort?: string;
  /** Words to look for. */
  q?: string;
  filters?: Condition[];
  /** Names of the columns shown, joined by commas. */
  columns?: string;
  /** The span of the changes shown in metric cells; 30 days by default. */
  change?: Lookback;
  /** What rows of totals are of; read by `readTotalsSearch`. */
  group?: string;
  /** Slug of the jurisdiction that is looked at; read by `readPlaceSearch`. */
  place?: string;
}

type Reader<T> = (value: unknown) => T | undefined;

const isOneOf = <T extends string>(known: readonly T[], value: unknown): value is T =>
  known.some((one) => one === value);

/** Whether two conditions say the same. */
export const isSame = (one: Condition, other: Condition): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Conditions with one more, unless it is among them. */
export const withOne = (filters: readonly Condition[], condition: Condition): Condition[] =>
  filters.some((one) => isSame(one, condition)) ? [...filters] : [...filters, condition];

const count: Reader<number> = (value) =>
  typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= 1_000_000
    ? value
    : undefined;

const text: Reader<string> = (value) =>
  typeof value === "string" && value !== "" && value.length <= 4_000 ? value : undefined;

/** The address parser turns a search for "2026" into a number. */
const words: Reader<string> = (value) => text(typeof value === "number" ? String(value) : value);

const isScalar = (value: unknown): value is FilterScalar =>
  value === null || ["string", "number", "boolean"].includes(typeof value);

const isCondition = (value: unknown): value is Condition =>
  Array.isArray(value) &&
  value.length === 3 &&
  typeof value[0] === "string" &&
  isOneOf(filterOperators, value[1]) &&
  (isScalar(value[2]) || (Array.isArray(value[2]) && value[2].every(isScalar)));

/** The same condition twice says no more than once. */
const conditions: Reader<Condition[]> = (value) =>
  Array.isArray(value) && value.length > 0 && value.length <= 50 && value.every(isCondition)
    ? value.reduce<Condition[]>(withOne, [])
    : undefined;

const readers: {
  [Part in Exclude<keyof TableSearch, "group" | "place" | "after" | "before">]-?: Reader<
    NonNullable<TableSearch[Part]>
  >;
} = {
  page: count,
  perPage: count,
  sort: text,
  q: words,
  filters: conditions,
  columns: text,
  change: (value) => (isOneOf(lookbacks, value) ? value : undefined),
};

/**
 * A route's `validateSearch`: keeps what is well formed and drops the rest.
 * Written out, since a schema library would weigh more in the browser than the whole table.
 */
export function readTableSearch(raw: Record<string, unknown>): TableSearch {
  // Every part is named: what is left out here, the router would take from the address as it stands.
  return Object.fromEntries(Object.entries(readers).map(([part, read]) => [part, read(raw[part])]));
}

/** As `readTableSearch`, for a table that is paged by key: of the parts that say which page, the first counts. */
export function readCursorSearch(raw: Record<string, unknown>): TableSearch {
  const { page, ...rest } = readTableSearch(raw);
  const after = words(raw.after);
  const before = after === undefined ? words(raw.before) : undefined;
  const isByCursor = after !== undefined || before !== undefined;
  return { page: isByCursor ? undefined : page, ...rest, after, before };
}

/** As `readTableSearch`, for a table of totals. */
export const readTotalsSearch = (raw: Record<string, unknown>): TableSearch => ({
  ...readTableSearch(raw),
  group: typeof raw.group === "string" ? splitName(raw.group) : undefined,
});

/** As `readTotalsSearch`, where a jurisdiction is looked at. */
export const readPlaceSearch = (raw: Record<string, unknown>): TableSearch => ({
  ...readTotalsSearch(raw),
  place: typeof raw.place === "string" && /^[a-z0-9-]{1,80}$/.test(raw.place) ? raw.place : undefined,
});

/** The part of an address that says which page: the first one where it is left out. */
export const firstPage = { page: undefined, after: undefined, before: undefined } as const;

/** What decides which rows there are, and in which order: with another of these, a table begins at its first page. */
const rowParts = ["perPage", "sort", "q", "filters", "group"];

/**
 * What changes in an address; undefined takes a part out. A function is given the address as it was last asked for: the
 * page may not show yet what was chosen a moment before, and that choice must not be lost.
 */
export type Patch<Search extends object> = Search | ((asked: Search) => Search);

/** An address in another state. */
export function patched<Search extends object>(asked: Search, patch: Patch<Search>): Search {
  const change = typeof patch === "function" ? patch(asked) : patch;
  return { ...asked, ...(rowParts.some((part) => part in change) && firstPage), ...change };
}

/** `-holders.chg_30d_pct` as a sort; null where the address names none. */
export function searchSort({ sort }: TableSearch): Sort | null {
  if (sort === undefined) return null;
  return sort.startsWith("-")
    ? { field: sort.slice(1), direction: "desc" }
    : { field: sort, direction: "asc" };
}

/** The conditions as a filter; null where there are none. */
export const searchFilter = ({ filters = [] }: TableSearch): Filter | null =>
  allOf(...filters.map(([field, operator, value]) => ({ field, operator, value })));

/** Which columns to show: the reader's choice, else the page's. The first of the page's always stands first. */
export function searchColumns({ columns }: TableSearch, defaults: readonly string[]): readonly string[] {
  if (columns === undefined) return defaults;
  const [first, ...others] = [...defaults.slice(0, 1), ...columns.split(",").filter((name) => name !== "")];
  return first === undefined ? [] : [first, ...new Set(others.filter((name) => name !== first))];
}

/** The search that a click on a column head leads to: its own direction first, then the other. */
export function nextSort(field: string, current: Sort, first: "asc" | "desc"): string {
  const direction = current.field === field ? (current.direction === "asc" ? "desc" : "asc") : first;
  return direction === "desc" ? `-${field}` : field;
}
