/**
 * The v4 query: the value of the `query` parameter. `Query` is its parsed form; the meaning of its fields
 * depends on the resource.
 */
import type { AggregateFunction } from "../metrics/metric";
import type { Operator } from "./operators";

export type FilterScalar = string | number | boolean | null;
export type FilterValue = FilterScalar | readonly FilterScalar[];

/**
 * `Name` is the type of valid names: any string for queries of clients, a `QueryName` of the resource for our
 * own code.
 */
export interface FilterLeaf<Name extends string = string> {
  operator: Operator;
  /** A field, a metric, or a path into a metric such as `holding_addresses_count.chg_30d_pct`. */
  field: Name;
  value: FilterValue;
}

export interface FilterGroup<Name extends string = string> {
  operator: "and" | "or";
  filters: readonly Filter<Name>[];
}

export type Filter<Name extends string = string> = FilterLeaf<Name> | FilterGroup<Name>;

export const isFilterGroup = (filter: Filter): filter is FilterGroup =>
  filter.operator === "and" || filter.operator === "or";

/** Whether a filter contains a group without conditions, which matches every row. */
export const hasEmptyGroup = (filter: Filter): boolean =>
  isFilterGroup(filter) && (filter.filters.length === 0 || filter.filters.some(hasEmptyGroup));

export interface Sort<Name extends string = string> {
  field: Name;
  /** Empty means the default direction of the resource. */
  direction: "asc" | "desc" | "";
}

/** A page by its number, counted from 1, or by the cursor before or after it. */
export interface Pagination {
  page: number;
  perPage: number;
  /** The rows that follow this cursor. */
  after: string;
  /** The rows that precede it. */
  before: string;
}

/** Cursors of no row: the first page is `after` the first of them, the last page `before` the other. */
export const cursorEnds = { after: "start", before: "end" } as const;
export type CursorSide = keyof typeof cursorEnds;

/** The cursor next to a page. */
export interface PageCursor {
  side: CursorSide;
  /** As sent. */
  text: string;
}

export const intervals = ["day", "week", "month", "year"] as const;
export type Interval = (typeof intervals)[number];

export const aggregateModes = ["stock", "flow"] as const;
export type AggregateMode = (typeof aggregateModes)[number];

export interface Aggregate<Group extends string = string> {
  groupBy?: Group;
  aggregateFunction?: AggregateFunction;
  interval?: Interval;
  mode?: AggregateMode;
  /** Maximum number of groups to return; per metric in series. */
  groupLimit?: number;
}

/** The query as sent. Every part is optional. */
export interface QueryInput<Name extends string = string, Group extends string = string> {
  filter?: Filter<Name> | null;
  sort?: Sort<Name> | null;
  pagination?: Partial<Pagination> | null;
  aggregate?: Aggregate<Group> | null;
  /** Internal: only these fields and metrics (or metric paths, in files). The id is always included. */
  fields?: readonly Name[] | null;
  /** Internal: words to search in the resource's search fields; every word must occur. */
  search?: string | null;
}

/** A query within the bounds. Null for omitted parts. */
export interface Query {
  filter: Filter | null;
  sort: Sort | null;
  pagination: { page: number; perPage: number | null; cursor: PageCursor | null };
  aggregate: Aggregate | null;
  fields: readonly string[] | null;
  search: string | null;
  /** Whether the client requested a page; files contain every row otherwise. */
  isPaged: boolean;
}
