/** The state of a table in the URL, without defaults. */

import { lookbacks } from "#domain/metrics";
import {
  allOf,
  type Filter,
  type FilterScalar,
  type FilterValue,
  filterOperators,
  type Operator,
  type Sort,
} from "#domain/query";
import { splitName } from "#domain/resources";

/** One condition of the reader: field, operator, value. */
export type Condition = readonly [field: string, operator: Operator, value: FilterValue];

type Reader<T> = (value: unknown) => T | undefined;

type ParameterReaders = Readonly<Record<string, Reader<unknown>>>;

/** The parameters that parsers read; undefined for missing and invalid ones. */
export type ParametersOf<Readers extends ParameterReaders> = {
  [Name in keyof Readers]?: ReturnType<Readers[Name]>;
};

/** Parses search parameters. Lists every one: the router fills omitted ones from the raw URL. */
export function readParameters<Readers extends ParameterReaders>(
  readers: Readers,
  raw: Readonly<Record<string, unknown>>,
): ParametersOf<Readers>;
export function readParameters(
  readers: ParameterReaders,
  raw: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(readers).map(([name, read]) => [name, read(raw[name])]));
}

const isOneOf = <T extends string>(known: readonly T[], value: unknown): value is T =>
  known.some((one) => one === value);

/** True if two conditions are equal. */
export const isSame = (one: Condition, other: Condition): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Adds a condition unless it is already included. */
export const withOne = (filters: readonly Condition[], condition: Condition): Condition[] =>
  filters.some((one) => isSame(one, condition)) ? [...filters] : [...filters, condition];

const count: Reader<number> = (value) =>
  typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= 1_000_000
    ? value
    : undefined;

const text: Reader<string> = (value) =>
  typeof value === "string" && value !== "" && value.length <= 4_000 ? value : undefined;

/** The router parses a search for "2026" as a number. */
const words: Reader<string> = (value) => text(typeof value === "number" ? String(value) : value);

const isScalar = (value: unknown): value is FilterScalar =>
  value === null || ["string", "number", "boolean"].includes(typeof value);

const isCondition = (value: unknown): value is Condition =>
  Array.isArray(value) &&
  value.length === 3 &&
  typeof value[0] === "string" &&
  isOneOf(filterOperators, value[1]) &&
  (isScalar(value[2]) || (Array.isArray(value[2]) && value[2].every(isScalar)));

/** Removes duplicates. */
const conditions: Reader<Condition[]> = (value) =>
  Array.isArray(value) && value.length > 0 && value.length <= 50 && value.every(isCondition)
    ? value.reduce<Condition[]>(withOne, [])
    : undefined;

/** The parameters of every table, each with its parser. */
const tableReaders = {
  /** Starts at 1. */
  page: count,
  perPage: count,
  /** A field or metric path; a leading `-` sorts in descending order. */
  sort: text,
  /** Search text. */
  q: words,
  filters: conditions,
  /** Names of the shown columns, separated by commas. */
  columns: text,
  /** Look-back of the changes in metric cells. Default: 30 days. */
  change: (value: unknown) => (isOneOf(lookbacks, value) ? value : undefined),
};

/** The cursor that precedes the page, or follows it, for rows that are paged by cursor. */
const cursorReaders = { after: words, before: words };

/** Grouping of totals. */
const totalsReaders = {
  group: (value: unknown) => (typeof value === "string" ? splitName(value) : undefined),
};

/** Slug of the selected jurisdiction. */
const placeReaders = {
  place: (value: unknown) =>
    typeof value === "string" && /^[a-z0-9-]{1,80}$/.test(value) ? value : undefined,
};

export type TableSearch = ParametersOf<
  typeof tableReaders & typeof cursorReaders & typeof totalsReaders & typeof placeReaders
>;

/**
 * A route's `validateSearch`: keeps valid parameters and drops the rest. Written by hand, because a schema
 * library would be larger in the browser than the table itself.
 */
export const readTableSearch = (raw: Record<string, unknown>): TableSearch =>
  readParameters(tableReaders, raw);

/**
 * `readTableSearch` for a table that is paged by cursor: `after` takes precedence over `before`, and both
 * over the page number.
 */
export function readCursorSearch(raw: Record<string, unknown>): TableSearch {
  const { page, ...rest } = readTableSearch(raw);
  const { after, before } = readParameters(cursorReaders, raw);
  const isByCursor = after !== undefined || before !== undefined;
  return {
    page: isByCursor ? undefined : page,
    ...rest,
    after,
    before: after === undefined ? before : undefined,
  };
}

/** `readTableSearch` for a table of totals. */
export const readTotalsSearch = (raw: Record<string, unknown>): TableSearch =>
  readParameters({ ...tableReaders, ...totalsReaders }, raw);

/** `readTotalsSearch` for a page with a selected jurisdiction. */
export const readPlaceSearch = (raw: Record<string, unknown>): TableSearch =>
  readParameters({ ...tableReaders, ...totalsReaders, ...placeReaders }, raw);

/** Search parameters of the first page. */
export const firstPage = { page: undefined, after: undefined, before: undefined } as const;

/** Parameters that determine the rows and their order: a change of any resets the page. */
const rowParts = ["perPage", "sort", "q", "filters", "group"];

/**
 * A change of search parameters; undefined removes one. A function receives the latest requested parameters:
 * the page may lag behind an earlier choice, which must not be lost.
 */
export type Patch<Search extends object> = Search | ((current: Search) => Search);

/** Applies a change to search parameters. */
export function patched<Search extends object>(current: Search, patch: Patch<Search>): Search {
  const change = typeof patch === "function" ? patch(current) : patch;
  return { ...current, ...(rowParts.some((part) => part in change) && firstPage), ...change };
}

/** Parses `-holders.chg_30d_pct` as a sort; null without one. */
export function searchSort({ sort }: TableSearch): Sort | null {
  if (sort === undefined) return null;
  return sort.startsWith("-")
    ? { field: sort.slice(1), direction: "desc" }
    : { field: sort, direction: "asc" };
}

/** The conditions as a filter; null without any. */
export const searchFilter = ({ filters = [] }: TableSearch): Filter | null =>
  allOf(...filters.map(([field, operator, value]) => ({ field, operator, value })));

/** The shown columns: the reader's choice, else the page's. The page's first column always comes first. */
export function searchColumns({ columns }: TableSearch, defaults: readonly string[]): readonly string[] {
  if (columns === undefined) return defaults;
  const [first, ...others] = [...defaults.slice(0, 1), ...columns.split(",").filter((name) => name !== "")];
  return first === undefined ? [] : [first, ...new Set(others.filter((name) => name !== first))];
}

/** The sort of a click on a column header: the column's own direction first, then the other. */
export function nextSort(field: string, current: Sort, first: "asc" | "desc"): string {
  const direction = current.field === field ? (current.direction === "asc" ? "desc" : "asc") : first;
  return direction === "desc" ? `-${field}` : field;
}
