import {
  type EndpointReference,
  type FieldMeta,
  isLent,
  type ListedEndpoint,
  loanSeriesMetric,
  metrics,
  type Permission,
  resourceByName,
} from "#domain";
import { resourceMeta } from "#market";
import { type Endpoint, type EndpointSubject, endpointAt, endpoints } from "../rest/endpoints";
import { exampleQuery } from "./exampleQuery";

/** An endpoint that takes a query. */
export type QueriedEndpoint = Endpoint & { about: EndpointSubject };

/** The endpoint at a path, where it is listed and takes a query; undefined elsewhere. */
export function queriedEndpoint(path: string): QueriedEndpoint | undefined {
  const endpoint = endpointAt(path);
  const { about } = endpoint ?? {};
  if (endpoint === undefined || about === undefined || resourceByName(about.resource) === undefined) {
    return undefined;
  }
  return { ...endpoint, about };
}

/** What somebody needs to read an endpoint's answers on our pages, where they have no key. */
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

/** What the filter of a series can name beside the fields of its resource. */
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

/** All that loans tell of the past. */
const metricsOfLoans = metrics.filter(({ slug }) => slug === loanSeriesMetric);

/** All that a page about an endpoint shows, from the list of endpoints and the description of its resource. */
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
    // What series can be grouped by is offered, rather than told.
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
