import {
  acrossOnWire,
  aggregateFunctionDocs,
  aggregateFunctions,
  type Field,
  type FieldMeta,
  filterOperatorsOf,
  formatOfUnit,
  groupings,
  type MeasureMeta,
  type Metric,
  metrics,
  queryLimits,
  type Resource,
  type ResourceMeta,
} from "#domain";
import { measureOf } from "./metricSeries";
import { resourceNamed } from "./query/resourceNamed";
import { loanGroupBys } from "./series/compileLoanSeries";

/** Formats in which rows are given. */
export const rowFormats = ["json", "ndjson", "csv", "xlsx", "parquet"] as const;

/**
 * What can be asked of a resource: its fields and metrics with their operators, groupings and limits.
 * @throws NotFoundError for a name that no resource answers to.
 */
export function resourceMeta(name: string): ResourceMeta {
  const resource = resourceNamed(name);
  const carried = resource.metricsOf === null ? [] : metrics;
  return {
    resource: resource.slug,
    aliases: resource.aliases,
    singular: resource.singular,
    label: resource.label,
    doc: resource.doc,
    entity_type: resource.metricsOf,
    fields: [...resource.fields.filter((f) => f.exposed).map(fieldMeta), ...carried.map(metricField)],
    metrics: carried.map(measureMeta),
    default_sort: resource.defaultSort,
    group_by: groupBysOf(resource),
    aggregate_functions: isTotalled(resource)
      ? aggregateFunctions.map((name) => ({ name, doc: aggregateFunctionDocs[name] }))
      : [],
    limits: {
      max_per_page: resource.maxPerPage,
      default_per_page: Math.min(queryLimits.defaultPerPage, resource.maxPerPage),
      filter_depth: queryLimits.filterDepth,
      filter_leaves: queryLimits.filterLeaves,
      filter_values: queryLimits.filterValues,
      query_length: queryLimits.queryLength,
      series_values: queryLimits.seriesValues,
      series_values_read: queryLimits.seriesValuesRead,
      row_metrics: queryLimits.rowMetrics,
    },
    formats: rowFormats,
  };
}

const fieldMeta = (field: Field): FieldMeta => ({
  name: field.name,
  aliases: field.aliases,
  label: field.label,
  doc: field.doc,
  type: field.type,
  unit: field.unit,
  format: formatOfUnit(field.unit),
  polarity: null,
  refers_to: field.refersTo,
  values: field.values,
  nullable: field.nullable,
  operators: field.filterable ? filterOperatorsOf(field.type) : [],
  filterable: field.filterable,
  sortable: field.sortable,
  groupable: field.groupable,
  source: field.source,
});

const metricField = (metric: Metric): FieldMeta => ({
  name: metric.slug,
  aliases: metric.aliases,
  label: metric.label,
  doc: metric.doc,
  type: "metric",
  unit: metric.unit,
  format: metric.format,
  polarity: metric.polarity,
  refers_to: null,
  values: null,
  nullable: true,
  operators: filterOperatorsOf("number"),
  filterable: true,
  sortable: true,
  groupable: false,
  source: metric.source,
});

const measureMeta = (metric: Metric): MeasureMeta => ({
  ...measureOf(metric),
  aliases: metric.aliases,
  doc: metric.doc,
  formula: metric.formula,
  source: metric.source,
  format: metric.format,
  polarity: metric.polarity,
  across: acrossOnWire(metric.across),
});

const isTotalled = ({ slug }: Resource) => slug === "assets" || slug === "tokens";

function groupBysOf(resource: Resource): ResourceMeta["group_by"] {
  if (resource.slug === "pools" || resource.slug === "loans") {
    return { aggregates: [], timeseries: loanGroupBys };
  }
  if (!isTotalled(resource)) return { aggregates: [], timeseries: [] };
  const described = groupings.flatMap((grouping) => [grouping.name, ...grouping.aliases]);
  const fields = resource.fields.filter((f) => f.groupable && !described.includes(f.name)).map((f) => f.name);
  return {
    aggregates: [...described, ...fields],
    timeseries: [...described, ...fields, "date", "measure"],
  };
}
