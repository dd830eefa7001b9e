import { Hono } from "hono";
import { cors } from "hono/cors";
import { errorResponse } from "./errorResponse";
import { fileRoutes } from "./fileRoutes";
import { RateLimits } from "./rateLimits";
import type { RestDependencies, RestEnvironment } from "./restDependencies";
import { v3Routes } from "./v3Routes";
import { v4Routes } from "./v4Routes";

const METHODS = ["GET", "HEAD", "OPTIONS"];
const exposedHeaders = [
  "ETag",
  "Retry-After",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "X-Request-Id",
  "Deprecation",
  "Link",
  "Content-Disposition",
];

/**
 * The REST API: version 4 under `/api/v4` and `/v4`, what remains of version 3 under `/api/v3` and `/v3`, and
 * files for our own pages under `/export`. Other paths are left to whoever mounts it:
 * `app.route("/", createRestApi(dependencies))`.
 */
export function createRestApi(dependencies: RestDependencies): Hono {
  const limits = new RateLimits("keys");
  const root = new Hono();
  const mount = (
    bases: readonly string[],
    routes: Hono<RestEnvironment>,
    { isShared }: { isShared: boolean },
  ) => {
    for (const base of bases) {
      const app = new Hono<RestEnvironment>();
      app.onError((error, c) => errorResponse(c, error, dependencies.log));
      if (isShared)
        app.use(cors({ origin: "*", allowMethods: METHODS, exposeHeaders: exposedHeaders, maxAge: 86_400 }));
      app.use(async (c, next) => {
        if (METHODS.includes(c.req.method)) return next();
        c.header("Allow", METHODS.join(", "));
        return c.json({ message: `${c.req.method} is not allowed here; the API only reads.` }, 405);
      });
      app.route("/", routes);
      app.all("/*", (c) => c.json({ message: `There is nothing at ${c.req.path}.` }, 404));
      root.route(base, app);
    }
  };
  mount(["/api/v4", "/v4"], v4Routes(dependencies, limits), { isShared: true });
  mount(["/api/v3", "/v3"], v3Routes(dependencies, limits), { isShared: true });
  mount(["/export"], fileRoutes(dependencies), { isShared: false });
  return root;
}
