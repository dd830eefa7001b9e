import {
  entityStatsSchema,
  type FieldMeta,
  type MeasureMeta,
  type NestedMeta,
  type ResourceMeta,
  SAMPLE_FIELD,
  SAMPLE_HEADER,
} from "#domain/api";
import {
  acrossOnWire,
  aggregateFunctionDocs,
  aggregateFunctions,
  formatOfUnit,
  type Metric,
  metrics,
} from "#domain/metrics";
import type { ReadScope } from "#domain/people";
import { filterOperatorsOf, queryLimits } from "#domain/query";
import { entityOf, type Field, groupings, isLent, type Resource } from "#domain/resources";
import { measureOf } from "./metricSeries";
import { canGroupBy } from "./query/grouping";
import { ListingSource } from "./query/listingSource";
import { mostPerPage } from "./query/pageOf";
import { resourceNamed } from "./query/resourceNamed";
import { selectColumns, widthOf } from "./query/selectColumns";
import { canGroupLoansBy, loanGroupBys } from "./series/compileLoanSeries";
import { type VisibleResource, visibleResource } from "./visible/visibleResource";

/** Formats of rows. */
const rowFormats = ["json", "ndjson", "csv", "xlsx", "parquet"] as const;

/** The readers for whom fields and metrics are described: users of the data API, or of a screen. */
type Reader = "api" | "screen";

/** The unscoped descriptions, which every page of a table requests. */
const described = new Map<string, ResourceMeta>();

/**
 * The description of a resource: its fields and metrics with their operators, groupings and limits.
 * @throws NotFoundError for an unknown name
 */
export function resourceMeta(
  name: string,
  scope: ReadScope | null = null,
  reader: Reader = "api",
): ResourceMeta {
  const resource = resourceNamed(name);
  if (scope !== null) return describe(visibleResource(resource, scope), scope, reader);
  const key = `${resource.slug} ${reader}`;
  const known = described.get(key) ?? describe(visibleResource(resource, null), null, reader);
  described.set(key, known);
  return known;
}

function describe(resource: VisibleResource, scope: ReadScope | null, reader: Reader): ResourceMeta {
  const isVisible = ({ id }: Metric) => !resource.hiddenMetrics.has(id);
  const carried = resource.metricsOf === null ? [] : metrics.filter(isVisible);
  return {
    resource: resource.slug,
    aliases: resource.aliases,
    singular: resource.singular,
    label: resource.label,
    doc: resource.doc,
    entity_type: resource.metricsOf,
    fields: [
      ...resource.fields.filter((f) => f.exposed).map((field) => fieldMeta(field, reader)),
      ...carried.map((metric) => metricField(metric, reader)),
    ],
    metrics: carried.map(measureMeta),
    nested: nestedMeta(resource),
    default_sort: resource.defaultSort,
    has_cursors: resource.pagedByKey !== null,
    group_by: groupBysOf(resource, scope),
    aggregate_functions: isTotalled(resource)
      ? aggregateFunctions.map((name) => ({ name, doc: aggregateFunctionDocs[name] }))
      : [],
    limits: {
      max_per_page: mostWholeRows(resource),
      max_narrow_per_page: queryLimits.maxNarrowPerPage,
      page_values: queryLimits.pageValues,
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
    sample_mark: { field: SAMPLE_FIELD, header: SAMPLE_HEADER },
  };
}

/** Maximum number of complete rows on a page of a resource. */
export const mostWholeRows = (resource: Resource): number =>
  mostPerPage({ maxPerPage: resource.maxPerPage, width: widthOf(wholeRow(resource)) });

const wholeRow = (resource: Resource) => ({ ...selectColumns(resource, null), isBrief: true });

const nestedMeta = ({ nested, nestedStats }: Resource): NestedMeta[] => [
  ...nested.map((part): NestedMeta => {
    const { name, doc, kind } = part;
    const fields = kind === "object" ? Object.keys(part.parts) : kind === "rows" ? part.fields : [];
    return { name, doc, many: kind === "rows", fields, metrics: kind === "rows" ? part.metrics : [] };
  }),
  ...nestedStats.map(
    ({ name, by, metrics: carried, brief }): NestedMeta => ({
      name,
      doc: `Totals of its tokens by ${entityOf(by).label.toLowerCase()}, largest first.${
        brief === null
          ? ""
          : ` By default, pages have the first ${brief.items}, with ${brief.metrics.join(", ")}; name it in \`fields\` for all.`
      }`,
      many: true,
      fields: Object.keys(entityStatsSchema.shape),
      metrics: carried,
    }),
  ),
];

const fieldMeta = (field: Field, reader: Reader): FieldMeta => ({
  name: field.name,
  aliases: field.aliases,
  label: field.label,
  doc: reader === "screen" ? field.hint : field.doc,
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

const metricField = (metric: Metric, reader: Reader): FieldMeta => ({
  name: metric.slug,
  aliases: metric.aliases,
  label: metric.label,
  // Column labels are short; files and the data API use the full name.
  doc: reader === "screen" ? `${metric.name}. ${metric.doc}` : metric.doc,
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

function groupBysOf(resource: Resource, scope: ReadScope | null): ResourceMeta["group_by"] {
  if (isLent(resource.slug)) {
    return { aggregates: [], timeseries: loanGroupBys.filter((name) => canGroupLoansBy(name, scope)) };
  }
  if (!isTotalled(resource)) return { aggregates: [], timeseries: [] };
  const source = new ListingSource(resource.slug === "assets" ? "assets" : "tokens", false, scope);
  const all = groupings.flatMap(({ name, aliases }) => [name, ...aliases]);
  const described = groupings.flatMap(({ name, aliases, idColumn }) =>
    canGroupBy(idColumn, source) ? [name, ...aliases] : [],
  );
  const fields = resource.fields
    .filter((f) => f.groupable && !all.includes(f.name) && canGroupBy(f.name, source))
    .map((f) => f.name);
  return {
    aggregates: [...described, ...fields],
    timeseries: [...described, ...fields, "date", "measure"],
  };
}
