import { type Context, Hono, type MiddlewareHandler } from "hono";
import { LRUCache } from "lru-cache";
import { createLimits, createRowLedger, RowQuota } from "#accounts/limits";
import { quoted } from "#domain/text";
import { FairQueue } from "#stores";
import { CompressedResponses } from "../http/compressedResponses";
import { type Endpoint, endpoints, resourceEndpoints } from "./endpoints";
import { errorResponse, refusal } from "./errorResponse";
import { fileRoutes } from "./fileRoutes";
import { forOtherSites, METHODS } from "./forOtherSites";
import { respond } from "./respond";
import type { RestDependencies, RestEnvironment, RestState } from "./restDependencies";
import { v3Routes } from "./v3Routes";

/** The routes of version 4, without a base path. */
function v4Routes(dependencies: RestDependencies, state: RestState): Hono<RestEnvironment> {
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

/**
 * The REST API: version 4 under `/api/v4` and `/v4`, the remaining parts of version 3 under `/api/v3` and `/v3`, and
 * files for our own pages under `/export`. Unknown paths under `/api` return 404 as JSON; other paths are not handled. Mount it
 * after other routes under `/api`:
 * `app.route("/", createRestApi(dependencies))`.
 */
export function createRestApi(dependencies: RestDependencies): Hono {
  const { people, rowsThisMonth = () => 0 } = dependencies;
  const state: RestState = {
    limits: dependencies.limits ?? createLimits(people),
    rowQuota: dependencies.rowQuota ?? new RowQuota(createRowLedger(rowsThisMonth)),
    files: createFileQueue(),
    pageFiles: createFileQueue(),
    making: createPreparationQueue(),
    answers: new CompressedResponses("data API responses", dependencies.answerBytes),
    // Exceeds the number of cached responses, so that their bytes are evicted first.
    noted: new LRUCache({ max: 100_000 }),
  };
  const root = new Hono();
  const mount = (
    bases: readonly string[],
    routes: Hono<RestEnvironment>,
    { isShared }: { isShared: boolean },
  ) => {
    for (const base of bases) {
      const app = new Hono<RestEnvironment>();
      app.onError((error, c) => errorResponse(c, error, dependencies.log));
      if (isShared) app.use(forOtherSites([]));
      app.use(boundedAddress);
      app.use(async (c, next) => {
        if (METHODS.includes(c.req.method)) return next();
        c.header("Allow", METHODS.join(", "));
        return refusal(c, 405, `${c.req.method} is not allowed; the API is read-only.`);
      });
      app.route("/", routes);
      // Files of our own pages are not available to other sites: OPTIONS returns only the allowed methods.
      app.options("/*", (c) => c.body(null, 204, { Allow: METHODS.join(", ") }));
      app.all("/*", (c) => refusal(c, 404, nothingAt(c.req.path)));
      root.route(base, app);
    }
  };
  mount(["/api/v4", "/v4"], v4Routes(dependencies, state), { isShared: true });
  mount(["/api/v3", "/v3"], v3Routes(dependencies, state), { isShared: true });
  mount(["/export"], fileRoutes(dependencies, state), { isShared: false });
  for (const path of ["/api", "/api/*"]) root.all(path, (c) => refusal(c, 404, nothingAt(c.req.path)));
  return root;
}

/**
 * Slots for files being sent: few per visitor, since each file buffers part of itself in memory. Create separate queues for keys and for
 * readers of pages: a file is sent as slowly as it is read, so slow readers on many networks could otherwise fill a shared queue.
 */
const createFileQueue = (): FairQueue =>
  new FairQueue({
    concurrent: 6,
    concurrentPerVisitor: 2,
    waiting: 40,
    waitingPerVisitor: 6,
    waitMs: 20_000,
    name: "Sending files",
  });

/** Slots for preparing files of links: one at a time per owner. The download store limits the files per owner. */
const createPreparationQueue = (): FairQueue =>
  new FairQueue({
    concurrent: 4,
    concurrentPerVisitor: 1,
    waiting: 1_000,
    waitingPerVisitor: 100,
    waitMs: 600_000,
    name: "Preparing files",
  });

const nothingAt = (path: string) =>
  `Nothing found at ${quoted(path)}. The API is at /api/v4 and documented at /api/v4/openapi.json.`;

/** Length of a maximum query with every second character percent-encoded. */
const MAX_ADDRESS = 65_536;

const boundedAddress: MiddlewareHandler = async (c, next) => {
  const { pathname, search } = new URL(c.req.url);
  const length = pathname.length + search.length;
  if (length <= MAX_ADDRESS) return next();
  const message = `URLs are limited to ${MAX_ADDRESS.toLocaleString("en")} characters; this one has ${length.toLocaleString("en")}. Request less at once.`;
  return refusal(c, 414, message);
};
