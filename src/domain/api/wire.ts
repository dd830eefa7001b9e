/**
 * The shapes that go over the wire, by REST and by RPC alike. What is unknown
 * is null, never 0. Dates are `YYYY-MM-DD`, instants ISO 8601 in UTC.
 */
import type { MetricValue } from "../metrics/lookbacks";
import type { FigureFormat, Polarity, Unit } from "../metrics/metric";
import type { Operator } from "../query/operators";
import type { Aggregate, Filter, Pagination, Sort } from "../query/query";
import type { EntityType, FieldReference } from "../resources/entities";
import type { FieldType, FieldValue } from "../resources/resource";

/** One line of a network's `asset_class_stats`, `issuer_stats`, `protocol_stats` or `jurisdiction_country_stats`. */
export interface EntityStats {
  id: number;
  slug: string;
  name: string;
  icon_url: string | null;
  color_hex: string | null;
  description: string | null;
  asset_count: number;
  [metric: string]: FieldValue | MetricValue;
}

export type CellValue = FieldValue | MetricValue | readonly EntityStats[];

/**
 * A row of a resource: its described fields by name, then (where the resource
 * carries metrics) a `MetricValue` under each metric's slug.
 */
export interface ResourceRow {
  id: number | string;
  [field: string]: CellValue;
}

/** The metric under `slug` in a row; null where the row does not carry it. */
export function metricOf(row: ResourceRow | AggregateRow, slug: string): MetricValue | null {
  const cell: unknown = row[slug];
  return typeof cell === "object" && cell !== null && "val" in cell ? (cell as MetricValue) : null;
}

/** Something the answer does not depend on but the client should know, such as an id that does not exist. */
export interface Warning {
  /** Part of the query, as `filter.filters[0].value`. */
  path: string;
  message: string;
}

export interface PageInfo extends Pagination {
  pageCount: number;
  /** Results over all pages. */
  resultCount: number;
}

interface Paged {
  filter: Filter | null;
  /** The sort that was applied. */
  sort: Sort;
  pagination: PageInfo;
  warnings?: readonly Warning[];
}

export interface ListResponse extends Paged {
  results: readonly ResourceRow[];
}

/** One entity, with the same fields and metrics as in a list. */
export interface EntityResponse {
  result: ResourceRow;
}

/** What the members of a total have in common. The group of all has type `all`. */
export interface Group {
  type: string;
  /** Null for members that have none (off-chain, no issuer …) and for the group of all. */
  id: number | string | null;
  slug: string | null;
  name: string;
  color: string | null;
}

export interface Measure {
  id: number;
  slug: string;
  name: string;
  label: string;
  unit: Unit;
  kind: "stock" | "flow";
}

/** A group with its counts and a `MetricValue` under each metric's slug. */
export interface AggregateRow {
  group: Group;
  asset_count: number;
  token_count: number;
  /** Assets of which something is known as a whole and on no network: they count in the metrics, not as tokens. */
  asset_level_count: number;
  [metric: string]: Group | number | MetricValue;
}

export interface AggregatesResponse extends Paged {
  results: readonly AggregateRow[];
  aggregate: Aggregate;
}

/**
 * Date and value, in date order. A point of a week, month or year is dated by
 * the last day of the period, or by the last day that has data where the
 * period is still running.
 */
export type Point = readonly [date: string, value: number];

export interface SeriesResult {
  measure: Measure;
  group: Group;
  points: readonly Point[];
}

export interface SeriesResponse extends Paged {
  results: readonly SeriesResult[];
  aggregate: Aggregate;
}

export interface FieldMeta {
  name: string;
  aliases: readonly string[];
  label: string;
  doc: string;
  /** `metric` for a metric, whose parts can be named by path. */
  type: FieldType | "metric";
  unit: string | null;
  /** How its numbers are written for readers; null where it holds none, or plain numbers. */
  format: FigureFormat | null;
  /** Whether more of it is good, bad or neither; null for what is no metric. */
  polarity: Polarity | null;
  /** The field of a resource that its values are of: a row's `protocol_slug` is a platform's `slug`. Null for plain values. */
  refers_to: FieldReference | null;
  /** Valid values, where they form a fixed list. */
  values: readonly string[] | null;
  nullable: boolean;
  operators: readonly Operator[];
  filterable: boolean;
  sortable: boolean;
  groupable: boolean;
  source: string;
}

export interface MeasureMeta extends Measure {
  aliases: readonly string[];
  doc: string;
  formula: string;
  source: string;
  format: FigureFormat;
  polarity: Polarity;
  /** How the values of several tokens make one. */
  across: string;
}

export interface ResourceMeta {
  resource: string;
  aliases: readonly string[];
  singular: string;
  label: string;
  doc: string;
  entity_type: EntityType | null;
  fields: readonly FieldMeta[];
  metrics: readonly MeasureMeta[];
  default_sort: { field: string; direction: "asc" | "desc" };
  /** Values of `aggregate.groupBy` on aggregates and series; empty where the resource has neither. */
  group_by: { aggregates: readonly string[]; timeseries: readonly string[] };
  /** What `aggregate.aggregateFunction` does in series; without it, each measure follows its own rule (`across`). */
  aggregate_functions: readonly { name: string; doc: string }[];
  limits: {
    max_per_page: number;
    default_per_page: number;
    filter_depth: number;
    filter_leaves: number;
    filter_values: number;
    query_length: number;
    /** Values that series may hold, measures × groups × days, and that may be read for them, measures × tokens × days. */
    series_values: number;
    series_values_read: number;
    /** Metrics of the rows of one answer: rows × metrics. */
    row_metrics: number;
  };
  formats: readonly string[];
}

/** Where rows came from. */
export interface Source {
  id: number;
  /** `file`, `sample`, `chain`, `feed` … */
  kind: string;
  label: string;
  file_name: string | null;
  sha256: string | null;
  detail: string;
  is_sample: boolean;
  ingested_at: string;
}

export interface ExplainedObservation {
  date: string;
  value: number;
  metric: string;
  /** Null where it was observed for the asset as a whole. */
  token_id: number | null;
  is_sample: boolean;
  source_id: number;
}

/** A figure, or one of the figures it was computed from. */
export interface ExplainedFigure {
  measure: Measure;
  value: number | null;
  /** Day of the value; null where there is none. */
  date: string | null;
  /** Where the value is a sum over days: how many, up to the day. */
  over_days?: number;
  /** The last observed value, standing for a gap. */
  carried: boolean;
  /** Computed by a formula rather than observed. */
  derived: boolean;
  is_sample: boolean;
  formula: string;
  doc: string;
  inputs: readonly ExplainedFigure[];
}

/** One of the tokens that a total is made of. */
export interface ExplainedMember {
  token_id: number;
  asset_id: number;
  slug: string;
  name: string;
  value: number;
  /** Share of the total, in percent; null for metrics that do not add up. */
  share_percent: number | null;
  carried: boolean;
  derived: boolean;
  is_sample: boolean;
}

export interface Explanation extends ExplainedFigure {
  entity: { type: EntityType; id: number; slug: string; name: string };
  /** How the members' values make this one; null for a single token. */
  across: string | null;
  /** The observations behind it and its largest members, newest first (at most 50). */
  observations: readonly ExplainedObservation[];
  /** Of every member, newest first. */
  sources: readonly Source[];
  /** The 20 largest members; empty for a single token. */
  members: readonly ExplainedMember[];
  /** The members not listed. */
  rest: { count: number; value: number | null };
}

export interface SourceFreshness extends Source {
  /** Newest day observed from it. */
  newest_date: string | null;
  observations: number;
}

/** Where the figures of a part of the market come from. */
export interface FigureSources {
  /** Whether any of them is sample data. */
  has_sample: boolean;
  /** The sources of its assets, newest first. */
  sources: readonly SourceFreshness[];
}

export interface MarketStatus extends FigureSources {
  data_version: number;
  /** Newest day with figures. */
  as_of: string | null;
  /** 0 to 1 while sample data is being made; null otherwise. */
  sample_progress: number | null;
}

/** Body of every REST error. */
export interface ErrorBody {
  message: string;
  errors?: readonly { path: string; message: string }[];
  requestId?: string;
}
