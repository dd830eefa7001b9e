import { z } from "zod";
import {
  type EndpointKind,
  entityTypes,
  InvalidError,
  invalidAt,
  type namedSchemas,
  namedSeries,
  type Permission,
  prefixOf,
  problemPath,
  type Query,
  queryLimits,
  resourceByName,
  resources,
  type SplitResource,
  schemaWords,
  seriesPermissions,
  splitNamed,
  subjectTypes,
  totalsPermissions,
} from "#domain";
import {
  aggregateResource,
  explainFigure,
  exportAggregates,
  exportRows,
  exportSeries,
  type FileFormat,
  fileFormats,
  getEntity,
  listResource,
  type Market,
  marketStatus,
  metricSeries,
  mostWholeRows,
  type RowFile,
  resourceMeta,
  writtenList,
  writtenSeries,
} from "#market";
import { openApiDocument, rowSchemaName } from "./openApi/openApiDocument";

/** What is asked of an endpoint. */
export interface EndpointRequest {
  market: Market;
  /** What stands in the path for `{id}`. */
  id: string;
  /** Parameters of the address. */
  parameters: Readonly<Record<string, string>>;
  /** @throws InvalidError for a query that is none. */
  query: () => Query;
  /**
   * Whether a file is for readers of our pages, with titles in its first line. Never for the data API: titled rows say how
   * their figures are to be read from all figures, whatever part of them a key may read. Default: no.
   */
  isTitled?: boolean;
}

/** One thing the data API answers. Routes, files for pages, the OpenAPI document and docs/api.md are made from it. */
export interface Endpoint {
  /** Name of the operation in the OpenAPI document. */
  name: string;
  /** Under the base of the API; `{id}` stands for an id or slug. */
  path: string;
  /** What it answers, in a few words. */
  title: string;
  /** What endpoints of its kind answer, in one sentence. */
  doc: string;
  /** What a client should know of this one beside that. */
  detail?: string;
  /** What it answers with, for pages that are made from this list; left out for what takes no query. */
  about?: EndpointSubject;
  /** Parameters of the address; others are told. */
  parameters: z.ZodObject;
  /**
   * Schema of the OpenAPI document: of the answer, or of each of its `results` where it is a page. One that only this
   * endpoint has comes with its name.
   */
  answers:
    | keyof typeof namedSchemas
    | ReturnType<typeof rowSchemaName>
    | { readonly name: string; readonly schema: z.ZodType };
  /** Schema of the page around its `results`; left out where it answers with one thing. */
  page?: "Page" | "AggregatedPage";
  /** What a limited key must include, which endpoints may share; left out where no key is needed. */
  scope?: string;
  /** Wire name of the resource whose rows or totals it tells; null where none, or where a parameter says which. */
  resource: string | null;
  /** What a key must be allowed; null where no key is needed. */
  permission: Permission | null;
  /** What a reader of our pages must be allowed for its files, who has no key. */
  filePermissions?: readonly Permission[];
  /** Whether it changes with more than the data, so that no client may keep it. */
  isVolatile?: boolean;
  json: (asked: EndpointRequest) => object | Promise<object>;
  /** The same for `writeJson` alone, with less work; left out where there is no such way. */
  written?: (asked: EndpointRequest) => Promise<object>;
  /** The same as a file; left out where there is none. */
  file?: (asked: EndpointRequest, format: FileFormat) => Promise<RowFile>;
  /** Name of the file without its ending. */
  fileName?: string;
}

/** A resource, and what is told of it. */
export interface EndpointSubject {
  resource: string;
  kind: EndpointKind;
  /** The grouping of a series where the query names none; null where it has to be named. */
  groupBy: string | null;
}

type TotalledResource = keyof typeof totalsPermissions;

const none = z.object({});
const rowParameters = z.object({
  query: z
    .string()
    .optional()
    .meta({
      description: `URL-encoded JSON of at most ${queryLimits.queryLength} characters.`,
      contentSchema: { $ref: "#/components/schemas/Query" },
    }),
  format: z
    .enum(["json", ...fileFormats])
    .optional()
    .describe("Overrides the Accept header."),
  delivery: z
    .enum(["stream", "link"])
    .optional()
    .describe(
      "With a file format, `link` prepares the file once and returns a signed link to it; downloads can be resumed.",
    ),
});
/** The kinds whose figures are explained that have another name: what the fields that name one begin with. */
const renamedTypes = entityTypes.filter((type) => prefixOf(type) !== type);

const explainParameters = z.object({
  metric: z.string().min(1).describe("Slug or id of a metric."),
  entity_type: z
    .enum([...subjectTypes, ...renamedTypes.map(prefixOf)])
    .describe(
      `\`catalog\` is the whole catalog; ${renamedTypes.map((type) => `\`${prefixOf(type)}\` is an alias of \`${type}\``).join("; ")}.`,
    ),
  entity_id: z.string().min(1).optional().describe("Id or slug; omit it for the catalog."),
  date: z.iso.date().optional(),
});

/** What a resource's rows need; unknown names are told by who looks them up. */
const permissionOf = (name: string): Permission => resourceByName(name)?.permission ?? "public";

const metaEndpoint = (path: string, resource: string): Endpoint => ({
  name: `meta_${path.replaceAll("/", "_")}`,
  path: `/${path}/meta`,
  title: `Fields and limits of ${(resourceByName(resource)?.label ?? resource).toLowerCase()}`,
  doc: "Fields with types, units, operators, valid values, what they refer to (`refers_to`) and number formats (`format`); metrics with `format` and `polarity` (whether higher is good, bad or neutral); limits.",
  parameters: none,
  answers: "ResourceMeta",
  resource: resourceByName(resource)?.slug ?? null,
  permission: null,
  json: ({ market }) => resourceMeta(resource, market.scope),
});

/** The endpoints of a resource under one of its names: its rows, one of them, and what can be asked of them. */
export function resourceEndpoints(name: string): { rows: Endpoint; one: Endpoint; meta: Endpoint } {
  const resource = resourceByName(name);
  const { doc, slug = name, label = name, singular = name } = resource ?? {};
  const permission = permissionOf(name);
  const shared = {
    answers: rowSchemaName(slug),
    permission,
    scope: slug,
    resource: resourceByName(name)?.slug ?? null,
  };
  return {
    rows: {
      ...shared,
      name: `list_${name}`,
      path: `/${name}`,
      title: label,
      doc: "Rows, a page at a time.",
      detail:
        resource &&
        `${doc} Up to ${mostWholeRows(resource)} per page with every field, more with fewer fields.`,
      about: { resource: slug, kind: "rows", groupBy: null },
      parameters: rowParameters,
      page: "Page",
      filePermissions: [permission],
      json: ({ market, query }) => listResource(market, { resource: name, query: query() }),
      ...((resource?.metricsOf ?? null) === null
        ? {}
        : { written: async ({ market, query }) => writtenList(market, { resource: name, query: query() }) }),
      file: (asked, format) =>
        exportRows(asked.market, { resource: name, query: asked.query(), format, isTitled: asked.isTitled }),
      fileName: name,
    },
    one: {
      ...shared,
      name: `get_${name}`,
      path: `/${name}/{id}`,
      title: `One ${singular}`,
      doc: "One row by id or slug, as in the list.",
      parameters: none,
      json: async ({ market, id }) => {
        const { result, warnings } = await getEntity(market, { resource: name, id });
        return { ...result, ...(warnings && { warnings }) };
      },
    },
    meta: metaEndpoint(name, name),
  };
}

/** Metrics over time; at a path that names the grouping, by `groupBy` where the client does not say. */
function seriesEndpoint(
  resource: SplitResource,
  described: Pick<Endpoint, "name" | "path" | "title" | "doc">,
  groupBy?: string,
): Endpoint {
  const asking = ({ query: read }: EndpointRequest) => {
    const query = read();
    const aggregate = { ...query.aggregate, groupBy: query.aggregate?.groupBy ?? groupBy };
    return { resource, query: groupBy === undefined ? query : { ...query, aggregate } };
  };
  return {
    ...described,
    detail: `Select metrics with a filter on \`measure_slug\` or \`measure_id\`. groupBy: ${resourceMeta(resource).group_by.timeseries.join(", ")}.`,
    about: { resource, kind: "series", groupBy: groupBy ?? null },
    parameters: rowParameters,
    scope: described.path.slice(1),
    answers: "Series",
    page: "AggregatedPage",
    resource,
    permission: permissionOf(resource),
    filePermissions: seriesPermissions(resource),
    json: (asked) => metricSeries(asked.market, asking(asked)),
    written: async (asked) => writtenSeries(asked.market, asking(asked)),
    file: (asked, format) =>
      exportSeries(asked.market, { ...asking(asked), format, isTitled: asked.isTitled }),
    fileName: `${resource}-timeseries`,
  };
}

const totalsEndpoints = (resource: TotalledResource): Endpoint[] => [
  seriesEndpoint(resource, {
    name: `series_${resource}`,
    path: `/${resource}/aggregates/timeseries`,
    title: `Metrics of ${resource} over time, by group`,
    doc: "Metrics over time, by group.",
  }),
  {
    name: `aggregate_${resource}`,
    path: `/${resource}/aggregates`,
    title: `Totals over ${resource}, by group`,
    doc: "Latest totals of every metric, by any groupable field.",
    about: { resource, kind: "totals", groupBy: null },
    scope: `${resource}/aggregates`,
    parameters: rowParameters,
    answers: "AggregateRow",
    page: "AggregatedPage",
    resource,
    permission: "public",
    filePermissions: [permissionOf(resource), totalsPermissions[resource].aggregates],
    json: ({ market, query }) => aggregateResource(market, { resource, query: query() }),
    file: (asked, format) =>
      exportAggregates(asked.market, { resource, query: asked.query(), format, isTitled: asked.isTitled }),
    fileName: `${resource}-aggregates`,
  },
  ...["aggregates", "aggregates/timeseries"].map((part) => metaEndpoint(`${resource}/${part}`, resource)),
];

const namedSeriesEndpoints = namedSeries.flatMap(({ name, resource, groupBy }) => [
  seriesEndpoint(
    resource,
    {
      name,
      path: `/${name}`,
      title: `Metrics over time, by ${(splitNamed(resource, groupBy)?.label ?? groupBy).toLowerCase()}`,
      doc: "Metrics over time, grouped as in the path unless `groupBy` is set.",
    },
    groupBy,
  ),
  metaEndpoint(name, resource),
]);

let madeDocument: object | null = null;

/** The document about all endpoints, which is large and always the same. */
function documentOfAll(): object {
  madeDocument ??= openApiDocument(endpoints);
  return madeDocument;
}

/** Everything the data API answers, in the order in which paths are tried. */
export const endpoints: readonly Endpoint[] = [
  ...(["assets", "tokens"] as const).flatMap(totalsEndpoints),
  ...namedSeriesEndpoints,
  ...resources
    .flatMap(({ slug, aliases }) => [slug, ...aliases])
    .flatMap((name) => {
      const { rows, one, meta } = resourceEndpoints(name);
      return [rows, meta, one];
    }),
  {
    name: "explain",
    path: "/explain",
    title: "Provenance of a figure",
    doc: "Where a figure comes from.",
    parameters: explainParameters,
    answers: "Explanation",
    scope: "explain",
    resource: null,
    permission: "public",
    json: ({ market, parameters }) => explainFigure(market, explainRequest(parameters)),
  },
  {
    name: "status",
    path: "/status",
    title: "Data version and freshness",
    doc: "Data version and freshness of each source.",
    parameters: none,
    answers: "MarketStatus",
    resource: null,
    permission: null,
    isVolatile: true,
    json: ({ market }) => marketStatus(market),
  },
  {
    name: "openapi",
    path: "/openapi.json",
    title: "The OpenAPI document",
    doc: "The OpenAPI description of the API.",
    parameters: none,
    answers: { name: "Document", schema: z.looseObject({}) },
    resource: null,
    permission: null,
    json: documentOfAll,
  },
];

const byPath = new Map(endpoints.map((endpoint) => [endpoint.path, endpoint]));

/** The endpoint at a path; of a path without parts, what tells that there is none. */
export const endpointAt = (path: string): Endpoint | undefined =>
  byPath.get(path) ?? (path.includes("/", 1) ? undefined : resourceEndpoints(path.slice(1)).rows);

function explainRequest(parameters: EndpointRequest["parameters"]) {
  const parsed = explainParameters.safeParse(parameters, { error: schemaWords });
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => ({ path: problemPath(path), message }));
    throw new InvalidError(problems.map(({ path, message }) => `${path}: ${message}`).join("; "), problems);
  }
  const { metric, entity_type: named, entity_id: entityId, date } = parsed.data;
  const entityType = entityTypes.find((type) => named === type || named === prefixOf(type));
  if (entityType === undefined) return { metric, entityType: "catalog", entityId: 0, date } as const;
  if (entityId === undefined) throw invalidAt("entity_id", "is required unless entity_type is catalog");
  return { metric, entityType, entityId, date } as const;
}
