import { z } from "zod";
import {
  aggregateRowSchema,
  entityStatsSchema,
  errorSchema,
  metricValueSchema,
  namedSchemas,
  SAMPLE_FIELD,
  SAMPLE_HEADER,
} from "#domain/api";
import { type Metric, metricOfSlug, metrics } from "#domain/metrics";
import { type Field, metricsOfKind, type NestedPart, type Resource, resources } from "#domain/resources";
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
const text: Schema = { type: "string" };

/** The API as an OpenAPI 3.1 document, from the descriptions of endpoints, resources and metrics. */
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
    schemas: schemas(endpoints),
    responses: errorResponses(),
  },
});

/** Name of the schema of a resource's rows. */
export const rowSchemaName = (slug: string): `${string}Row` =>
  `${slug
    .split("_")
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join("")}Row`;

const fieldSchemas: Readonly<Record<Field["type"], z.ZodType>> = {
  id: z.int(),
  slug: z.string(),
  string: z.string(),
  text: z.string(),
  url: z.string().meta({ format: "uri" }),
  color: z.string().regex(/^#[0-9a-f]{6}$/),
  number: z.number(),
  amount: z.string().meta({ format: "decimal" }),
  boolean: z.boolean(),
  date: z.string().meta({ format: "date" }),
  datetime: z.string().meta({ format: "date-time" }),
  enum: z.string(),
  ids: z.array(z.int()),
  strings: z.array(z.string()),
};

function fieldSchema({ type, values, nullable, label, doc, unit }: Field): z.ZodType {
  const isMany = type === "ids" || type === "strings";
  const schema = values === null || isMany ? fieldSchemas[type] : z.enum(values);
  const described = nullable && !isMany ? schema.nullable() : schema;
  return described.describe(`${label}. ${doc}${unit === null ? "" : ` Unit: ${unit}.`}`);
}

/** A value for the slug and each alias of every metric; rows have the ones selected by `fields`. */
const metricSchemas = (carried: Iterable<Metric>) =>
  Object.fromEntries(
    [...carried].flatMap(({ slug, aliases, name, doc }) =>
      [slug, ...aliases].map((key) => [key, metricValueSchema.optional().describe(`${name}. ${doc}`)]),
    ),
  );

const nested = resources.flatMap(({ nestedStats }) => nestedStats);
const nestedItemSchema = z.object({
  ...entityStatsSchema.shape,
  ...metricSchemas(new Set(nested.flatMap((stats) => stats.metrics.map(metricOfSlug)))),
});

/** The schema of nested objects, from the fields that they repeat. */
function nestedPartSchema({ fields }: Resource, part: NestedPart): z.ZodType {
  const of = (resource: Pick<Resource, "fields">, name: string) => {
    const found = resource.fields.find((one) => one.name === name);
    if (found === undefined) throw new Error(`${part.name} repeats a field ${name}, which there is not`);
    return fieldSchema(found);
  };
  switch (part.kind) {
    case "copy":
      return (part.isNumber ? z.number().nullable() : of({ fields }, part.of)).describe(part.doc);
    case "object":
      return z
        .object(
          Object.fromEntries(Object.entries(part.parts).map(([key, name]) => [key, of({ fields }, name)])),
        )
        .nullable()
        .describe(part.doc);
    case "rows": {
      const other = resources.find(({ slug }) => slug === part.resource) ?? { fields: [] };
      return z
        .array(
          z.object({
            ...Object.fromEntries(part.fields.map((name) => [name, of(other, name)])),
            ...Object.fromEntries(part.metrics.map((slug) => [slug, metricValueSchema])),
          }),
        )
        .describe(part.doc);
    }
  }
}

/** Every property except the id is optional, since `fields` of the query can exclude it. */
function rowSchema(resource: Resource): z.ZodType {
  const { fields, metricsOf, nestedStats, nested: parts, idField, doc } = resource;
  return z
    .object({
      ...Object.fromEntries(
        fields
          .filter((f) => f.exposed)
          .map((f) => [f.name, f.name === idField ? fieldSchema(f) : fieldSchema(f).optional()]),
      ),
      ...metricSchemas(metricsOfKind(metricsOf)),
      ...Object.fromEntries(nestedStats.map((s) => [s.name, z.array(nestedItemSchema).optional()])),
      ...Object.fromEntries(parts.map((part) => [part.name, nestedPartSchema(resource, part).optional()])),
      ...(metricsOf === null
        ? {}
        : {
            [SAMPLE_FIELD]: z
              .boolean()
              .optional()
              .describe("Whether any of the figures in the row is sample data; only in rows with figures."),
            _updated_at: z.string().meta({ format: "date-time" }).nullish(),
          }),
    })
    .describe(doc);
}

const pathsOf = (endpoints: readonly Endpoint[]): Schema =>
  Object.fromEntries(endpoints.map((endpoint) => [endpoint.path, { get: operation(endpoint) }]));

/** Possible error responses, by the parameters, permission and data of an endpoint. */
function failures({ path, parameters: { shape }, permission, isVolatile = false }: Endpoint): number[] {
  const needsKey = permission !== null;
  const readsMarket = needsKey || isVolatile;
  return [
    ...(Object.keys(shape).length > 0 ? [400] : []),
    ...(needsKey ? [401, 403] : []),
    ...(path.includes("{id}") || "entity_id" in shape ? [404] : []),
    414,
    ...(readsMarket ? [422] : []),
    429,
    500,
    ...(readsMarket ? [503, 504] : []),
  ];
}

function operation(endpoint: Endpoint): Schema {
  const { name, path, title, detail, answers, page, permission, isVolatile = false, file } = endpoint;
  const response = ref(typeof answers === "string" ? answers : answers.name);
  const parts =
    page === undefined ? [response, ref("Warned")] : [ref(page), object({ results: list(response) })];
  const schema = { allOf: parts };
  const formats = file === undefined ? [] : fileFormats;
  return {
    operationId: name,
    summary: title,
    description: detail ?? endpoint.doc,
    parameters: [
      ...(path.includes("{id}")
        ? [{ name: "id", in: "path", required: true, schema: text, description: "Id or slug." }]
        : []),
      ...Object.entries(endpoint.parameters.shape).map(([of, type]) => parameter(of, type)),
    ],
    responses: {
      "200": {
        description: title,
        ...(permission === null ? {} : { headers: sampleHeader }),
        content: Object.fromEntries([
          ["application/json", { schema }],
          ...formats.map((f) => [contentTypes[f].split(";")[0] ?? f, { schema: text }]),
        ]),
      },
      ...(file === undefined ? {} : linkResponses),
      ...(isVolatile ? {} : { "304": { description: "Not modified (`If-None-Match`)." } }),
      ...Object.fromEntries(
        failures(endpoint).map((status) => [
          String(status),
          { $ref: `#/components/responses/Error${status}` },
        ]),
      ),
    },
    ...(permission === null ? { security: [] } : {}),
  };
}

const sampleHeader: Schema = {
  [SAMPLE_HEADER]: {
    description: "`true` if any figure in the response is sample data; left out otherwise.",
    schema: { type: "string", enum: ["true"] },
  },
};

/** Responses to `delivery=link`. */
const linkResponses = Object.fromEntries(
  [
    ["201", "The file is ready; `url` is a signed link to it."],
    ["202", "The file is being prepared; send the same request again after `retry_after` seconds."],
  ].map(([status, description]) => [
    status,
    { description, content: { "application/json": { schema: ref("Download") } } },
  ]),
);

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

/** Schemas of the document by name: rows and objects with metrics, with every possible field. */
const named = (endpoints: readonly Endpoint[]): Readonly<Record<string, z.ZodType>> => ({
  ...namedSchemas,
  EntityStats: nestedItemSchema,
  AggregateRow: z.object({ ...aggregateRowSchema.shape, ...metricSchemas(metrics) }),
  ...Object.fromEntries(
    endpoints.flatMap(({ answers }) =>
      typeof answers === "string" ? [] : [[answers.name, answers.schema] as const],
    ),
  ),
  Error: errorSchema,
  ...Object.fromEntries(resources.map((r) => [rowSchemaName(r.slug), rowSchema(r)])),
});

function schemas(endpoints: readonly Endpoint[]): Schema {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named(endpoints))) registry.add(schema, { id });
  const generated = z.toJSONSchema(registry, {
    uri: (id) => `#/components/schemas/${id}`,
    override: ({ jsonSchema }) => {
      delete jsonSchema.readOnly;
      // Responses can gain properties: clients must not treat unknown ones as errors.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return Object.fromEntries(
    Object.entries(generated.schemas).map(([name, { $id, $schema, ...schema }]) => [name, schema as Schema]),
  );
}

function errorResponses(): Schema {
  const words: Readonly<Record<number, string>> = {
    400: "The query is invalid; `errors` lists the problems.",
    401: "The key is missing or invalid.",
    403: "The key does not have access to this resource.",
    404: "Not found.",
    414: "The URL is too long.",
    422: "The query exceeds the memory limit; request less.",
    429: "Too many requests, or too much database time in a minute; see `Retry-After`.",
    500: "An internal error; `requestId` identifies it in the log.",
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
