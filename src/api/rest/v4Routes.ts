import { type Context, Hono } from "hono";
import { type Endpoint, endpoints, resourceEndpoints } from "./endpoints";
import { respond } from "./respond";
import type { RestDependencies, RestEnvironment, RestState } from "./restDependencies";

/** The routes of version 4, without a base path. */
export function v4Routes(dependencies: RestDependencies, state: RestState): Hono<RestEnvironment> {
  const app = new Hono<RestEnvironment>();
  const get = (path: string, endpointOf: (c: Context<RestEnvironment>) => Endpoint) =>
    app.on("GET", [path, `${path}/`], (c) => respond(c, dependencies, { state, endpoint: endpointOf(c) }));
  for (const endpoint of endpoints) get(endpoint.path.replace("{id}", ":id"), () => endpoint);
  // Unknown resource names, reported to callers with a valid key.
  get("/:resource/meta", (c) => resourceEndpoints(c.req.param("resource") ?? "").meta);
  get("/:resource/:id", (c) => resourceEndpoints(c.req.param("resource") ?? "").one);
  get("/:resource", (c) => resourceEndpoints(c.req.param("resource") ?? "").rows);
  return app;
}
