import { z } from "zod";
import {
  aggregateFunctions,
  aggregateModes,
  type Field,
  filterOperators,
  intervals,
  metricParts,
  metrics,
  type Resource,
  resources,
} from "#domain";
import { contentTypes, fileFormats } from "#market";
import type { Endpoint } from "../endpoints";

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

/** The whole API as OpenAPI 3.1, from the descriptions of endpoints, resources and metrics. */
export const openApiDocument = (endpoints: readonly Endpoint[]): Schema => ({
  openapi: "3.1.0",
  info: {
    title: "Cadastre data API",
    version: "4",
    summary: "Tokenized real-world assets: catalog, metrics, time series and data provenance.",
    license: { name: "Apache-2.0", identifier: "Apache-2.0" },
  },
  servers: [{ url: "/api/v4" }, { url: "/v4" }],
  security: [{ apiKey: [] }],
  paths: pathsOf(endpoints),
  components: {
    securitySchemes: { apiKey: { type: "http", scheme: "bearer", description: "An API key." } },
    schemas: {
      ...sharedSchemas(),
      ...Object.fromEntries(resources.map((r) => [rowSchemaName(r.slug), rowSchema(r)])),
    },
    responses: errorResponses(),
  },
});

/** Name of the schema of a resource's rows. */
export const rowSchemaName = (slug: string) =>
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

const pathsOf = (endpoints: readonly Endpoint[]): Schema =>
  Object.fromEntries(endpoints.map((endpoint) => [endpoint.path, { get: operation(endpoint) }]));

const FAILURES = [400, 401, 403, 404, 422, 429, 503, 504];

function operation(endpoint: Endpoint): Schema {
  const { name, path, title, detail, answers, isPage = false, permission, file } = endpoint;
  const schema = isPage ? { allOf: [ref("Page"), object({ results: list(ref(answers)) })] } : ref(answers);
  const formats = file === undefined ? [] : fileFormats;
  const errors = permission === null ? [404] : FAILURES.filter((status) => status !== 404 || !isPage);
  return {
    operationId: name,
    summary: title,
    description: detail ?? endpoint.doc,
    parameters: [
      ...(path.includes("{id}")
        ? [{ name: "id", in: "path", required: true, schema: text(), description: "Id or slug." }]
        : []),
      ...Object.entries(endpoint.parameters.shape).map(([of, type]) => parameter(of, type)),
    ],
    responses: {
      "200": {
        description: title,
        content: Object.fromEntries([
          ["application/json", { schema }],
          ...formats.map((f) => [contentTypes[f].split(";")[0] ?? f, { schema: text() }]),
        ]),
      },
      "304": { description: "Not modified (`If-None-Match`)." },
      ...Object.fromEntries(
        errors.map((status) => [String(status), { $ref: `#/components/responses/Error${status}` }]),
      ),
    },
    ...(permission === null ? { security: [] } : {}),
  };
}

function parameter(name: string, type: z.core.$ZodType): Schema {
  const { $schema, description, contentSchema, ...schema } = z.toJSONSchema(type);
  return {
    name,
    in: "query",
    ...(type._zod.optin === undefined ? { required: true } : {}),
    ...(description === undefined ? {} : { description }),
    ...(contentSchema === undefined
      ? { schema: schema as Schema }
      : { content: { "application/json": { schema: contentSchema as Schema } } }),
  };
}

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
        "Latest value, past values, and change in the metric's unit and in percent. Null if unknown.",
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
    Document: { type: "object" },
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
    400: "The query is invalid; `errors` lists the problems.",
    401: "The key is missing or invalid.",
    403: "The key does not have access to this resource.",
    404: "Not found.",
    422: "The query exceeds the memory limit; request less.",
    429: "Too many requests, or too much database time in a minute; see `Retry-After`.",
    503: "Too many requests are queued, or a database is unavailable; see `Retry-After`.",
    504: "The query exceeds the time limit; request less.",
  };
  return Object.fromEntries(
    Object.entries(words).map(([status, description]) => [
      `Error${status}`,
      { description, content: { "application/json": { schema: ref("Error") } } },
    ]),
  );
}
