import type { EndpointReference, FieldMeta, ListedEndpoint, ResourceMeta } from "#domain/api";
import { type MetricSlug, metrics } from "#domain/metrics";
import { allOf, isEqual, type QueryInput } from "#domain/query";
import { type FieldType, isLent, loanSeriesMetric, resourceByName } from "#domain/resources";
import type { Permission } from "#domain/vocabulary";
import { resourceMeta } from "#market";
import { type Endpoint, type EndpointSubject, endpointAt, endpoints } from "../rest/endpoints";

const VALUE: MetricSlug = "bridged_token_value_dollar";
const HOLDERS: MetricSlug = "holding_addresses_count";

/** Whether a field fits into a column: excludes long text and fields shown only with a name. */
const plainTypes: ReadonlySet<FieldType | "metric"> = new Set([
  "string",
  "number",
  "amount",
  "date",
  "datetime",
  "enum",
]);
const COLUMNS = 5;

/** A small example query of an endpoint that returns a meaningful result. */
function exampleQuery(
  { resource, kind, groupBy }: EndpointSubject,
  meta: Pick<ResourceMeta, "fields" | "default_sort" | "group_by">,
): QueryInput {
  if (kind === "rows") {
    const hasMetrics = meta.fields.some(({ name }) => name === VALUE);
    const plain = meta.fields.filter(({ type }) => plainTypes.has(type)).map(({ name }) => name);
    return {
      sort: meta.default_sort,
      pagination: { page: 1, perPage: 10 },
      fields: hasMetrics ? [...plain.slice(0, COLUMNS), VALUE, HOLDERS] : plain.slice(0, COLUMNS + 2),
    };
  }
  if (kind === "totals") {
    return { aggregate: { groupBy: "asset_class" }, fields: [VALUE, HOLDERS] };
  }
  return {
    filter: allOf(isEqual("measure_slug", isLent(resource) ? loanSeriesMetric : VALUE)),
    aggregate: { groupBy: groupBy ?? "asset_class", interval: "month" },
    pagination: { page: 1, perPage: 10 },
  };
}

/** An endpoint that takes a query. */
export type QueriedEndpoint = Endpoint & { about: EndpointSubject };

/** The endpoint at a path; undefined unless it is listed and takes a query. */
export function queriedEndpoint(path: string): QueriedEndpoint | undefined {
  const endpoint = endpointAt(path);
  const { about } = endpoint ?? {};
  if (endpoint === undefined || about === undefined || resourceByName(about.resource) === undefined) {
    return undefined;
  }
  return { ...endpoint, about };
}

/** The permissions required to read an endpoint on our pages, without a key. */
export const readerPermissions = ({ permission, filePermissions = [] }: Endpoint): readonly Permission[] => [
  ...(permission === null ? [] : [permission]),
  ...filePermissions,
];

const virtual = {
  aliases: [],
  unit: null,
  format: null,
  polarity: null,
  refers_to: null,
  nullable: false,
  filterable: true,
  sortable: false,
  groupable: false,
  source: "The query.",
} as const;

/** Fields that the filter of a series accepts in addition to those of its resource. */
const seriesFields = (slugs: readonly string[]): FieldMeta[] => [
  {
    ...virtual,
    name: "measure_slug",
    label: "Metric",
    doc: "Metrics to return.",
    type: "enum",
    values: slugs,
    operators: ["equals", "in", "notEquals", "not-in"],
  },
  {
    ...virtual,
    name: "date",
    label: "Date",
    doc: "Dates to return.",
    type: "date",
    values: null,
    operators: ["onOrAfter", "onOrBefore", "after", "before", "equals"],
  },
];

export const listedEndpoint = ({ path, title, doc, permission }: Endpoint): ListedEndpoint => ({
  path,
  title,
  doc,
  needsKey: permission !== null,
});

/** The only metric of loans with a history. */
const metricsOfLoans = metrics.filter(({ slug }) => slug === loanSeriesMetric);

/** The data of a page about an endpoint, from the endpoint list and the description of its resource. */
export function describeEndpoint({
  path,
  title,
  doc,
  detail,
  about,
  filePermissions = [],
}: QueriedEndpoint): EndpointReference {
  const { kind, groupBy, resource } = about;
  const { metrics: carried, ...meta } = resourceMeta(resource);
  const offered = kind === "series" && isLent(resource) ? metricsOfLoans : carried;
  const groupBys =
    kind === "series" ? meta.group_by.timeseries : kind === "totals" ? meta.group_by.aggregates : [];
  return {
    path,
    title,
    // Groupings of series are offered as choices instead of in the text.
    doc: [doc, kind === "series" ? undefined : detail].filter((part) => part !== undefined).join(" "),
    kind,
    meta,
    metrics: offered.map(({ slug, label, name }) => ({ slug, label, name })),
    filterFields:
      kind === "series"
        ? [
            ...seriesFields(offered.map(({ slug }) => slug)),
            ...meta.fields.filter(({ type }) => type !== "metric"),
          ]
        : meta.fields,
    groupBys,
    groupBy,
    example: exampleQuery(about, meta),
    also: endpoints
      .filter((one) => one.path === `${path}/{id}` || one.path === `${path}/meta`)
      .map(listedEndpoint),
    hasPublicFile: filePermissions.every((permission) => permission === "public"),
  };
}
