import { type Context, Hono } from "hono";
import { z } from "zod";
import { entityTypes, InvalidError, parseQueryText, problemPath, type Query, resourceByName } from "#domain";
import {
  aggregateResource,
  explainFigure,
  exportAggregates,
  exportRows,
  exportSeries,
  getEntity,
  listResource,
  marketStatus,
  metricSeries,
  resourceMeta,
} from "#market";
import { answer, type Endpoint } from "./answer";
import { openApiDocument } from "./openApi/openApiDocument";
import type { RestDependencies, RestEnvironment, RestState } from "./restDependencies";

type Totalled = "assets" | "tokens";
const totalled: readonly Totalled[] = ["assets", "tokens"];

/** Series under the names of version 3 and before: what they total, and by what where the client does not say. */
const legacySeries: Readonly<Record<string, { resource: Totalled; groupBy: string }>> = {
  asset_timeseries: { resource: "assets", groupBy: "asset" },
  token_timeseries: { resource: "tokens", groupBy: "token" },
  protocol_timeseries: { resource: "tokens", groupBy: "protocol" },
};

/** What the address of rows, totals and series takes. */
const ROW_PARAMETERS = ["query", "format"];

export const queryOf = (c: Context): Query => parseQueryText(c.req.query("query"));

/** What a resource's rows need; unknown names are told by who looks them up. */
const permissionOf = (name: string) => resourceByName(name)?.permission ?? "public";

/** Series as an endpoint, in every format. */
export const seriesEndpoint = (
  { market }: RestDependencies,
  { resource, query }: { resource: Totalled; query: () => Query },
): Endpoint => ({
  permission: "public",
  json: () => metricSeries(market, { resource, query: query() }),
  file: (format) => exportSeries(market, { resource, query: query(), format }),
  fileName: `${resource}-timeseries`,
  parameters: ROW_PARAMETERS,
});

/** The answers of version 4, without a base path. */
export function v4Routes(dependencies: RestDependencies, state: RestState): Hono<RestEnvironment> {
  const { market } = dependencies;
  const app = new Hono<RestEnvironment>();
  const get = (path: string, endpointOf: (c: Context<RestEnvironment>) => Endpoint) =>
    app.on("GET", [path, `${path}/`], (c) => answer(c, dependencies, { state, endpoint: endpointOf(c) }));

  get("/openapi.json", () => ({ permission: null, json: () => openApiDocument() }));
  get("/status", () => ({ permission: null, json: () => marketStatus(market), isVolatile: true }));
  get("/explain", (c) => ({
    permission: "public",
    json: () => explainFigure(market, explainRequest(c.req.query())),
    parameters: Object.keys(explainSchema.shape),
  }));

  for (const resource of totalled) {
    get(`/${resource}/aggregates/timeseries`, (c) =>
      seriesEndpoint(dependencies, { resource, query: () => queryOf(c) }),
    );
    get(`/${resource}/aggregates`, (c) => ({
      permission: "public",
      json: () => aggregateResource(market, { resource, query: queryOf(c) }),
      file: (format) => exportAggregates(market, { resource, query: queryOf(c), format }),
      fileName: `${resource}-aggregates`,
      parameters: ROW_PARAMETERS,
    }));
    for (const part of ["aggregates", "aggregates/timeseries"]) {
      get(`/${resource}/${part}/meta`, () => ({ permission: null, json: () => resourceMeta(resource) }));
    }
  }
  for (const [path, { resource, groupBy }] of Object.entries(legacySeries)) {
    get(`/${path}`, (c) =>
      seriesEndpoint(dependencies, { resource, query: () => withGroupBy(queryOf(c), groupBy) }),
    );
    get(`/${path}/meta`, () => ({ permission: null, json: () => resourceMeta(resource) }));
  }

  get("/:resource/meta", (c) => ({
    permission: null,
    json: () => resourceMeta(c.req.param("resource") ?? ""),
  }));
  get("/:resource/:id", (c) => {
    const { resource = "", id = "" } = c.req.param();
    return {
      permission: permissionOf(resource),
      json: async () => (await getEntity(market, { resource, id })).result,
    };
  });
  get("/:resource", (c) => {
    const { resource = "" } = c.req.param();
    return {
      permission: permissionOf(resource),
      json: () => listResource(market, { resource, query: queryOf(c) }),
      file: (format) => exportRows(market, { resource, query: queryOf(c), format }),
      fileName: resource,
      parameters: ROW_PARAMETERS,
    };
  });
  return app;
}

/** A query with a grouping where it names none. */
export const withGroupBy = (query: Query, groupBy: string): Query => ({
  ...query,
  aggregate: { ...query.aggregate, groupBy: query.aggregate?.groupBy ?? groupBy },
});

const explainSchema = z.object({
  metric: z.string().min(1),
  entity_type: z.enum(entityTypes),
  entity_id: z.string().min(1),
  date: z.iso.date().optional(),
});

function explainRequest(parameters: Record<string, string>) {
  const parsed = explainSchema.safeParse(parameters);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => ({ path: problemPath(path), message }));
    throw new InvalidError(
      "An explanation needs metric, entity_type and entity_id, and takes a date.",
      problems,
    );
  }
  const { metric, entity_type: entityType, entity_id: entityId, date } = parsed.data;
  return { metric, entityType, entityId, date };
}
