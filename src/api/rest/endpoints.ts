import { z } from "zod";
import { type EndpointKind, type namedSchemas, namedSeries } from "#domain/api";
import { InvalidError } from "#domain/errors";
import { invalidAt, problemPath, type Query, queryLimits, schemaWords } from "#domain/query";
import {
  entityTypes,
  prefixOf,
  resourceByName,
  resources,
  type SplitResource,
  splitNamed,
  subjectTypes,
} from "#domain/resources";
import { seriesPermissions, totalsPermissions } from "#domain/screens";
import type { Permission } from "#domain/vocabulary";
import {
  aggregateResource,
  dataFreshness,
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
import { datedParameter } from "./datedMarket";
import { openApiDocument, rowSchemaName } from "./openApi/openApiDocument";

/** The parameters of a request to an endpoint. */
export interface EndpointRequest {
  market: Market;
  /** The value of `{id}` in the path. */
  id: string;
  /** Query parameters of the URL. */
  parameters: Readonly<Record<string, string>>;
  /** @throws InvalidError for an invalid query */
  query: () => Query;
  /**
   * Whether the first line of a file is a title, for readers of our pages. Never for the data API: titles describe figures based on
   * all data, regardless of the key's policies. Default: false.
   */
  isTitled?: boolean;
}

/** An endpoint of the data API. Routes, files for pages, the OpenAPI document and docs/api.md are generated from the list. */
export interface Endpoint {
  /** Name of the operation in the OpenAPI document. */
  name: string;
  /** Path below the base of the API; `{id}` is an id or slug. */
  path: string;
  /** Short name of the result. */
  title: string;
  /** One sentence on the results of endpoints of this kind. */
  doc: string;
  /** Additional information about this endpoint. */
  detail?: string;
  /** The subject of the result, for pages generated from this list; undefined for endpoints without a query. */
  about?: EndpointSubject;
  /** Query parameters; others cause warnings. */
  parameters: z.ZodObject;
  /**
   * Schema in the OpenAPI document: of the response, or of each of its `results` if it is a page. A schema used only by this
   * endpoint is defined with its name.
   */
  answers:
    | keyof typeof namedSchemas
    | ReturnType<typeof rowSchemaName>
    | { readonly name: string; readonly schema: z.ZodType };
  /** Schema of the page around its `results`; undefined for a single result. */
  page?: "Page" | "AggregatedPage";
  /** Scope that a limited key must include; several endpoints can share one. Undefined if no key is required. */
  scope?: string;
  /** Wire name of the resource whose rows or totals are returned; null if there is none, or if a parameter selects it. */
  resource: string | null;
  /** Permission required of a key; null if no key is required. */
  permission: Permission | null;
  /** Whether the policies of a key limit the response, although no key is required and `resource` is null. */
  isLimitedByKey?: boolean;
  /** Permissions required of readers of our pages, who have no key, to download files. */
  filePermissions?: readonly Permission[];
  /** Whether the response can change without a new data version, which disables caching. */
  isVolatile?: boolean;
  json: (request: EndpointRequest) => object | Promise<object>;
  /** The same result for `writeJson` only, with less work; undefined if not supported. */
  written?: (request: EndpointRequest) => Promise<object>;
  /** The result as a file; undefined if not supported. */
  file?: (request: EndpointRequest, format: FileFormat) => Promise<RowFile>;
  /** Name of the file without its extension. */
  fileName?: string;
}

/** The resource of an endpoint, and the kind of result. */
export interface EndpointSubject {
  resource: string;
  kind: EndpointKind;
  /** The default grouping of a series; null if the query must name it. */
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
const datedRowParameters = rowParameters.extend(datedParameter);
/** Aliases of explainable entity types: the prefix of the fields that refer to them. */
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
  ...datedParameter,
});

/** The permission of a resource's rows. Unknown names are public; the lookup reports them. */
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

/** The endpoints of a resource under one of its names: its rows, a single row, and metadata. */
export function resourceEndpoints(name: string): { rows: Endpoint; one: Endpoint; meta: Endpoint } {
  const resource = resourceByName(name);
  const { doc, slug = name, label = name, singular = name } = resource ?? {};
  const hasFigures = (resource?.metricsOf ?? null) !== null;
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
      parameters: hasFigures ? datedRowParameters : rowParameters,
      page: "Page",
      filePermissions: [permission],
      json: ({ market, query }) => listResource(market, { resource: name, query: query() }),
      ...(hasFigures && {
        written: async ({ market, query }) => writtenList(market, { resource: name, query: query() }),
      }),
      file: (request, format) =>
        exportRows(request.market, {
          resource: name,
          query: request.query(),
          format,
          isTitled: request.isTitled,
        }),
      fileName: name,
    },
    one: {
      ...shared,
      name: `get_${name}`,
      path: `/${name}/{id}`,
      title: `One ${singular}`,
      doc: "One row by id or slug, as in the list.",
      parameters: hasFigures ? z.object(datedParameter) : none,
      json: async ({ market, id }) => {
        const { result, warnings } = await getEntity(market, { resource: name, id });
        return { ...result, ...(warnings && { warnings }) };
      },
    },
    meta: metaEndpoint(name, name),
  };
}

/** A series endpoint. If the path names the grouping, `groupBy` is the default of the query. */
function seriesEndpoint(
  resource: SplitResource,
  described: Pick<Endpoint, "name" | "path" | "title" | "doc">,
  groupBy?: string,
): Endpoint {
  const seriesRequest = ({ query: read }: EndpointRequest) => {
    const query = read();
    const aggregate = { ...query.aggregate, groupBy: query.aggregate?.groupBy ?? groupBy };
    return { resource, query: groupBy === undefined ? query : { ...query, aggregate } };
  };
  return {
    ...described,
    detail: `Select metrics with a filter on \`measure_slug\` or \`measure_id\`. groupBy: ${resourceMeta(resource).group_by.timeseries.join(", ")}.`,
    about: { resource, kind: "series", groupBy: groupBy ?? null },
    parameters: resource === "assets" || resource === "tokens" ? datedRowParameters : rowParameters,
    scope: described.path.slice(1),
    answers: "Series",
    page: "AggregatedPage",
    resource,
    permission: permissionOf(resource),
    filePermissions: seriesPermissions(resource),
    json: (request) => metricSeries(request.market, seriesRequest(request)),
    written: async (request) => writtenSeries(request.market, seriesRequest(request)),
    file: (request, format) =>
      exportSeries(request.market, { ...seriesRequest(request), format, isTitled: request.isTitled }),
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
    parameters: datedRowParameters,
    answers: "AggregateRow",
    page: "AggregatedPage",
    resource,
    permission: "public",
    filePermissions: [permissionOf(resource), totalsPermissions[resource].aggregates],
    json: ({ market, query }) => aggregateResource(market, { resource, query: query() }),
    file: (request, format) =>
      exportAggregates(request.market, {
        resource,
        query: request.query(),
        format,
        isTitled: request.isTitled,
      }),
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

/** The OpenAPI document, computed once since it is large and constant. */
function documentOfAll(): object {
  madeDocument ??= openApiDocument(endpoints);
  return madeDocument;
}

/** All endpoints of the data API, in the order in which paths are matched. */
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
    name: "freshness",
    path: "/freshness",
    title: "Freshness by source, class and metric",
    doc: "Latest date and age of the observations of each source, asset class and metric.",
    parameters: none,
    answers: "DataFreshness",
    resource: null,
    permission: null,
    isLimitedByKey: true,
    json: ({ market }) => dataFreshness(market),
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

/** The endpoint at a path. A single unknown segment returns an endpoint that throws NotFoundError for the name. */
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
