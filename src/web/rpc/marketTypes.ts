/**
 * Shapes of the market answers that pages read. They are the wire shapes of
 * the data API; a number that is not known is null, never 0.
 */
import type { FieldType } from "#domain";

/** A metric on a row: its value, what it was, and how it changed. */
export interface MetricValue {
  val: number | null;
  val_7d: number | null;
  val_30d: number | null;
  val_90d: number | null;
  chg_7d_amt: number | null;
  chg_7d_pct: number | null;
  chg_30d_amt: number | null;
  chg_30d_pct: number | null;
  chg_90d_amt: number | null;
  chg_90d_pct: number | null;
}

/** One entity. Which fields it has is in the answer's `fields` and in the resource's description. */
export type Row = Readonly<Record<string, unknown>>;

export type SortDirection = "asc" | "desc";

export interface FilterLeaf {
  operator: string;
  field: string;
  value: unknown;
}
export interface FilterGroup {
  operator: "and" | "or";
  filters: readonly Filter[];
}
export type Filter = FilterLeaf | FilterGroup;

/** The JSON query of the data API. */
export interface MarketQuery {
  filter?: Filter;
  sort?: { field: string; direction: SortDirection | "" };
  pagination?: { page: number; perPage: number };
  aggregate?: {
    groupBy?: string;
    aggregateFunction?: "sum" | "avg" | "min" | "max";
    interval?: "day" | "week" | "month" | "year";
    mode?: "stock" | "flow";
  };
}

/** What a column can be, as the resource's `/meta` tells it. */
export interface FieldMeta {
  name: string;
  label: string;
  doc: string;
  /** `metric` marks a field whose cells are `MetricValue`s. */
  type: FieldType | "metric";
  unit: string | null;
  values?: readonly string[] | null;
  filterable: boolean;
  sortable: boolean;
  groupable: boolean;
}

export interface Pagination {
  page: number;
  perPage: number;
  pageCount: number;
  resultCount: number;
}

export interface TableAnswer {
  results: readonly Row[];
  filter: Filter | null;
  sort: { field: string; direction: SortDirection | "" } | null;
  pagination: Pagination;
  fields: readonly FieldMeta[];
}

export interface Measure {
  id: number;
  slug: string;
  name: string;
  unit: string;
}

export interface SeriesGroup {
  type: string;
  id: number | string | null;
  slug: string | null;
  name: string;
  color?: string | null;
}

export type Point = readonly [date: string, value: number | null];

export interface Series {
  measure: Measure;
  group: SeriesGroup;
  points: readonly Point[];
}

export interface SeriesAnswer {
  results: readonly Series[];
}

export interface SourceStatus {
  slug: string;
  label: string;
  /** Instant of the last successful ingestion; null before the first. */
  updatedAt: string | null;
}

export interface MarketStatus {
  dataVersion: number;
  /** Last day with data, as `2026-01-31`; null while there is none. */
  asOf: string | null;
  hasSample: boolean;
  sources: readonly SourceStatus[];
}
