import {
  aggregateFunctions,
  aggregateModes,
  type Field,
  filterOperators,
  intervals,
  metricParts,
  metrics,
  queryLimits,
  type Resource,
  resources,
} from "#domain";
import { contentTypes, fileFormats, resourceMeta } from "#market";

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
type Schema = { readonly [key: string]: Json };

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: Record<string, Schema>, required = Object.keys(properties)): Schema => ({
  type: "object",
  properties,
  ...(required.length > 0 ? { required } : {}),
});
const list = (items: Schema): Schema => ({ type: "array", items });
const text = (description?: string): Schema => ({ type: "string", ...(description ? { description } : {}) });
const count = (minimum = 0): Schema => ({ type: "integer", minimum });

let made: Schema | undefined;

/** The whole API as OpenAPI 3.1, from the descriptions of resources and metrics. */
export function openApiDocument(): Schema {
  made ??= makeDocument();
  return made;
}

function makeDocument(): Schema {
  return {
    openapi: "3.1.0",
    info: {
      title: "Cadastre data API",
      version: "4",
      summary: "Tokenized real-world assets: catalog, metrics, series and where each figure comes from.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/api/v4" }, { url: "/v4" }],
    security: [{ apiKey: [] }],
    paths: paths(),
    components: {
      securitySchemes: { apiKey: { type: "http", scheme: "bearer", description: "An API key." } },
      schemas: {
        ...sharedSchemas(),
        ...Object.fromEntries(resources.map((r) => [rowName(r), rowSchema(r)])),
      },
      responses: errorResponses(),
    },
  };
}

const rowName = ({ slug }: Resource) =>
  `${slug
    .split("_")
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join("")}Row`;

const fieldTypes: Readonly<Record<Field["type"], Schema>> = {
  id: { type: "integer" },
  slug: { type: "string" },
  string: { type: "string" },
  text: { type: "string" },
  url: { type: "string", format: "uri" },
  color: { type: "string", pattern: "^#[0-9a-f]{6}$" },
  number: { type: "number" },
  amount: { type: "string", description: "An exact decimal number." },
  boolean: { type: "boolean" },
  date: { type: "string", format: "date" },
  datetime: { type: "string", format: "date-time" },
  enum: { type: "string" },
  ids: { type: "array", items: { type: "integer" } },
  strings: { type: "array", items: { type: "string" } },
};

function fieldSchema(field: Field): Schema {
  const { type = "string", ...rest } = fieldTypes[field.type];
  const isMany = field.type === "ids" || field.type === "strings";
  const isNullable = field.nullable && !isMany;
  const schema: Record<string, Json> = {
    type: isNullable ? [type, "null"] : type,
    ...rest,
    description: `${field.label}. ${field.doc}${field.unit === null ? "" : ` Unit: ${field.unit}.`}`,
  };
  if (field.values !== null && !isMany) schema.enum = isNullable ? [...field.values, null] : field.values;
  return schema;
}

function rowSchema(resource: Resource): Schema {
  const fields = resource.fields.filter((f) => f.exposed);
  const carried = resource.metricsOf === null ? [] : metrics;
  const properties: Record<string, Schema> = {
    ...Object.fromEntries(fields.map((f) => [f.name, fieldSchema(f)])),
    ...Object.fromEntries(
      carried.map((m) => [m.slug, { allOf: [ref("MetricValue")], description: `${m.name}. ${m.doc}` }]),
    ),
    ...Object.fromEntries((resource.nestedStats ?? []).map((s) => [s.name, list(ref("EntityStats"))])),
    ...(resource.metricsOf === null
      ? {}
      : { _updated_at: { type: ["string", "null"], format: "date-time" } }),
  };
  const { type, properties: all, required } = object(properties, [resource.idField]);
  return {
    type: type ?? "object",
    description: resource.doc,
    properties: all ?? {},
    required: required ?? [],
  };
}

function paths(): Schema {
  const entries: [string, Schema][] = resources.flatMap((resource): [string, Schema][] => {
    const names = [resource.slug, ...resource.aliases];
    return names.flatMap((name): [string, Schema][] => [
      [
        `/${name}`,
        {
          get: rowsOperation({
            id: `list_${name}`,
            summary: resource.label,
            doc: resource.doc,
            result: rowName(resource),
            maxPerPage: resource.maxPerPage,
          }),
        },
      ],
      [
        `/${name}/{id}`,
        {
          get: operation({
            id: `get_${name}`,
            summary: `One ${resource.singular}`,
            parameters: [
              {
                name: "id",
                in: "path",
                required: true,
                schema: { type: "string" },
                description: "Id or slug.",
              },
            ],
            schema: ref(rowName(resource)),
            errors: [400, 401, 403, 404, 422, 429, 503, 504],
          }),
        },
      ],
      [
        `/${name}/meta`,
        {
          get: publicOperation({
            id: `meta_${name}`,
            summary: `Fields and limits of ${resource.label.toLowerCase()}`,
            schema: ref("ResourceMeta"),
          }),
        },
      ],
    ]);
  });
  for (const name of ["assets", "tokens"]) {
    entries.push(
      [
        `/${name}/aggregates`,
        {
          get: rowsOperation({
            id: `aggregate_${name}`,
            summary: `Totals over ${name}, by group`,
            doc: "Every metric now.",
            result: "AggregateRow",
            maxPerPage: 100,
          }),
        },
      ],
      [
        `/${name}/aggregates/timeseries`,
        { get: seriesOperation(`series_${name}`, `Metrics of ${name} over time, by group`, name) },
      ],
    );
  }
  entries.push(
    [
      "/asset_timeseries",
      { get: seriesOperation("asset_timeseries", "Metrics over time by asset", "assets") },
    ],
    [
      "/token_timeseries",
      { get: seriesOperation("token_timeseries", "Metrics over time by token", "tokens") },
    ],
    [
      "/protocol_timeseries",
      { get: seriesOperation("protocol_timeseries", "Metrics over time by platform", "tokens") },
    ],
    ["/explain", { get: explainOperation() }],
    [
      "/status",
      {
        get: publicOperation({
          id: "status",
          summary: "Data version and freshness",
          schema: ref("MarketStatus"),
        }),
      },
    ],
    [
      "/openapi.json",
      { get: publicOperation({ id: "openapi", summary: "This document", schema: { type: "object" } }) },
    ],
  );
  return Object.fromEntries(entries);
}

interface OperationOptions {
  id: string;
  summary: string;
  doc?: string;
  parameters?: readonly Json[];
  schema: Schema;
  errors: readonly number[];
  isFile?: boolean;
}

function operation({
  id,
  summary,
  doc,
  parameters = [],
  schema,
  errors,
  isFile = false,
}: OperationOptions): Record<string, Json> {
  const files = isFile
    ? Object.fromEntries(
        fileFormats.map((f) => [contentTypes[f].split(";")[0] ?? f, { schema: { type: "string" } }]),
      )
    : {};
  return {
    operationId: id,
    summary,
    ...(doc === undefined ? {} : { description: doc }),
    parameters,
    responses: {
      "200": { description: summary, content: { "application/json": { schema }, ...files } },
      "304": { description: "The client holds the answer already (`If-None-Match`)." },
      ...Object.fromEntries(
        errors.map((status) => [String(status), { $ref: `#/components/responses/Error${status}` }]),
      ),
    },
  };
}

const publicOperation = (options: Pick<OperationOptions, "id" | "summary" | "schema">): Schema => ({
  ...operation({ ...options, errors: [404] }),
  security: [],
});

const queryParameter: Json = {
  name: "query",
  in: "query",
  description: `URL-encoded JSON of at most ${queryLimits.queryLength} characters.`,
  content: { "application/json": { schema: { $ref: "#/components/schemas/Query" } } },
};
const formatParameter: Json = {
  name: "format",
  in: "query",
  description: "Instead of the Accept header.",
  schema: { type: "string", enum: ["json", ...fileFormats] },
};

interface RowsOptions {
  id: string;
  summary: string;
  doc: string;
  result: string;
  maxPerPage: number;
}

const rowsOperation = ({ id, summary, doc, result, maxPerPage }: RowsOptions): Schema =>
  operation({
    id,
    summary,
    doc: `${doc} At most ${maxPerPage} per page.`,
    parameters: [queryParameter, formatParameter],
    schema: { allOf: [ref("Page"), object({ results: list(ref(result)) })] },
    errors: [400, 401, 403, 422, 429, 503, 504],
    isFile: true,
  });

const seriesOperation = (id: string, summary: string, resource: string): Schema =>
  operation({
    id,
    summary,
    doc: `Name the measures with a filter on \`measure_slug\` or \`measure_id\`. groupBy: ${resourceMeta(resource).group_by.timeseries.join(", ")}.`,
    parameters: [queryParameter, formatParameter],
    schema: { allOf: [ref("Page"), object({ results: list(ref("Series")) })] },
    errors: [400, 401, 403, 422, 429, 503, 504],
    isFile: true,
  });

const explainOperation = (): Schema =>
  operation({
    id: "explain",
    summary: "Where a figure comes from",
    parameters: [
      {
        name: "metric",
        in: "query",
        required: true,
        schema: { type: "string" },
        description: "Slug or id of a measure.",
      },
      { name: "entity_type", in: "query", required: true, schema: { type: "string" } },
      {
        name: "entity_id",
        in: "query",
        required: true,
        schema: { type: "string" },
        description: "Id or slug.",
      },
      { name: "date", in: "query", schema: { type: "string", format: "date" } },
    ],
    schema: ref("Explanation"),
    errors: [400, 401, 403, 404, 422, 429, 503, 504],
  });

function sharedSchemas(): Record<string, Schema> {
  const nullableNumber: Schema = { type: ["number", "null"] };
  const measure = object({
    id: count(),
    slug: text(),
    name: text(),
    label: text(),
    unit: text(),
    kind: { type: "string", enum: ["stock", "flow"] },
  });
  const group = object({
    type: text(),
    id: { type: ["integer", "string", "null"] },
    slug: { type: ["string", "null"] },
    name: text(),
    color: { type: ["string", "null"] },
  });
  const metricValue = object(Object.fromEntries(metricParts.map((part) => [part, nullableNumber])));
  const named = (schema: Schema, extra: Record<string, Schema>): Schema => ({
    ...object(extra),
    additionalProperties: schema,
  });
  const sort = object({ field: text(), direction: { type: "string", enum: ["asc", "desc", ""] } }, ["field"]);
  return {
    MetricValue: {
      ...metricValue,
      description:
        "Latest value, past values, and change in the metric's unit and in percent. Unknown is null.",
    },
    Measure: measure,
    Group: group,
    EntityStats: named({}, { id: count(), slug: text(), name: text(), asset_count: count() }),
    AggregateRow: named(
      {},
      { group: ref("Group"), asset_count: count(), token_count: count(), asset_level_count: count() },
    ),
    Series: object({
      measure: ref("Measure"),
      group: ref("Group"),
      points: list({
        type: "array",
        prefixItems: [{ type: "string", format: "date" }, { type: "number" }],
        minItems: 2,
        maxItems: 2,
      }),
    }),
    Filter: {
      oneOf: [
        object({ operator: { type: "string", enum: ["and", "or"] }, filters: list(ref("Filter")) }),
        object({
          operator: { type: "string", enum: filterOperators },
          field: text("A field, a metric, or a part of one such as `holding_addresses_count.chg_30d_pct`."),
          value: { type: ["string", "number", "boolean", "null", "array"] },
        }),
      ],
    },
    Query: object(
      {
        filter: ref("Filter"),
        sort,
        pagination: object({ page: count(1), perPage: count(1) }, []),
        aggregate: object(
          {
            groupBy: text(),
            aggregateFunction: { type: "string", enum: aggregateFunctions },
            interval: { type: "string", enum: intervals },
            mode: { type: "string", enum: aggregateModes },
          },
          [],
        ),
        fields: list(text()),
        search: text(),
      },
      [],
    ),
    Page: object(
      {
        filter: { anyOf: [ref("Filter"), { type: "null" }] },
        sort,
        pagination: object({ page: count(1), perPage: count(1), pageCount: count(), resultCount: count() }),
        warnings: list(object({ path: text(), message: text() })),
      },
      ["filter", "sort", "pagination"],
    ),
    ResourceMeta: { type: "object", required: ["resource", "fields", "metrics", "limits"] },
    MarketStatus: { type: "object", required: ["data_version", "as_of", "has_sample", "sources"] },
    Explanation: {
      type: "object",
      required: ["measure", "value", "formula", "inputs", "observations", "sources", "members"],
    },
    Error: object(
      { message: text(), errors: list(object({ path: text(), message: text() })), requestId: text() },
      ["message"],
    ),
  };
}

function errorResponses(): Schema {
  const words: Readonly<Record<number, string>> = {
    400: "The query does not fit; `errors` names the parts.",
    401: "The key is missing or not valid.",
    403: "The key may not read this.",
    404: "There is no such thing.",
    422: "It needs more memory than one statement may have; ask for less.",
    429: "Too many requests, or too much work in a minute; `Retry-After` says when to try again.",
    503: "Too many requests wait, or a database is away; `Retry-After` says when to try again.",
    504: "It takes longer than a statement may; ask for less.",
  };
  return Object.fromEntries(
    Object.entries(words).map(([status, description]) => [
      `Error${status}`,
      { description, content: { "application/json": { schema: ref("Error") } } },
    ]),
  );
}
