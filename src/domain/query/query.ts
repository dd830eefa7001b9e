/**
 * The v4 query: what a client puts into the `query` parameter. `Query` is its
 * parsed form; what its fields mean depends on the resource that is asked.
 */
import type { AggregateFunction } from "../metrics/metric";
import type { Operator } from "./operators";

export type FilterScalar = string | number | boolean | null;
export type FilterValue = FilterScalar | readonly FilterScalar[];

/** `Name` is what it can name: anything where a client asks, a `QueryName` of the resource where our own code does. */
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

export interface Sort<Name extends string = string> {
  field: Name;
  /** Empty takes the resource's own direction. */
  direction: "asc" | "desc" | "";
}

/** A page by its number, counted from 1, or by the place beside which it lies. */
export interface Pagination {
  page: number;
  perPage: number;
  /** The rows that follow this cursor. */
  after: string;
  /** The rows that precede it. */
  before: string;
}

/** Cursors of no row: `after` the first of them lies the first page, `before` the other the last. */
export const cursorEnds = { after: "start", before: "end" } as const;
export type CursorSide = keyof typeof cursorEnds;

/** The cursor that a page lies beside. */
export interface PageCursor {
  side: CursorSide;
  /** As it was sent. */
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
  /** The most groups to return, per metric in series. */
  groupLimit?: number;
}

/** What a client sends. Every part may be left out. */
export interface QueryInput<Name extends string = string, Group extends string = string> {
  filter?: Filter<Name> | null;
  sort?: Sort<Name> | null;
  pagination?: Partial<Pagination> | null;
  aggregate?: Aggregate<Group> | null;
  /** Ours: only these fields and metrics (or metric paths, in files). The id always comes along. */
  fields?: readonly Name[] | null;
  /** Ours: words to look for in the resource's search fields; every word must occur. */
  search?: string | null;
}

/** A query that holds to the bounds. Null where the client left a part out. */
export interface Query {
  filter: Filter | null;
  sort: Sort | null;
  pagination: { page: number; perPage: number | null; cursor: PageCursor | null };
  aggregate: Aggregate | null;
  fields: readonly string[] | null;
  search: string | null;
  /** Whether the client asked for a page; files hold every row otherwise. */
  isPaged: boolean;
}
