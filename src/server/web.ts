/** The web application as one function from request to response: rendered pages and the files they load. */
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { serveStatic } from "@hono/node-server/serve-static";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { AnyTRPCRouter } from "@trpc/server";
import { Hono, type MiddlewareHandler } from "hono";
import type { Logger } from "pino";
import {
  anonymousUser,
  type FeatureFlags,
  featureFlagDefaults,
  type PublicSite,
  UnavailableError,
  type User,
} from "#domain";
import { storeProblem } from "#stores";
import { inlineScriptHashes } from "./inlineScriptHashes";

/** What pages are given with each request; `src/web/rpc/pageContext.ts` is its reader. */
interface PageContext {
  site: PublicSite & { features: FeatureFlags };
  user: User;
  requestId: string;
  /** Why there is no page to show; null where there is one. */
  failure: { message: string; code: string } | null;
  api: { router: AnyTRPCRouter; createContext: () => Promise<object> };
}

interface PageRenderer {
  fetch: (request: Request, options: { context: PageContext }) => Promise<Response>;
}

export interface WebHandlerOptions {
  mode: "production" | "development";
  site: PublicSite;
  /** Who asks for a page; `anonymousUser` for a visitor without a session. */
  userOf: (request: Request) => Promise<User>;
  log?: Pick<Logger, "error">;
  /** The procedures, called in process while a page renders, each time as the visitor who asks for the page. */
  api: { router: AnyTRPCRouter; createContext: (request: Request) => Promise<object> };
  /** Given the hashes of a page's inline scripts and its address, the value of its `Content-Security-Policy`. */
  contentSecurityPolicy?: (scriptHashes: readonly string[], address: URL) => string;
  /** Folder of package.json. Default: the nearest above this file. */
  root?: string;
}

/**
 * `node` is what `@hono/node-server` gives as `c.env`; development needs it to
 * serve modules. `requestId` is the id under which the request is logged, for
 * the error page; by default the request's own `x-request-id`, else a new one.
 */
export type WebHandler = (
  request: Request,
  node?: { incoming: IncomingMessage; outgoing: ServerResponse },
  requestId?: string,
) => Promise<Response>;

/**
 * Opens the web application. In production it is the result of `npm run build`;
 * in development Vite compiles it on demand and replaces what changes.
 *
 * @throws UnavailableError in production when the application has not been built.
 */
export async function createWebHandler(options: WebHandlerOptions): Promise<WebHandler> {
  const root = options.root ?? packageRoot();
  return options.mode === "production" ? productionHandler(root, options) : developmentHandler(root, options);
}

async function productionHandler(root: string, options: WebHandlerOptions): Promise<WebHandler> {
  const entry = join(root, "dist/web/server/server.js");
  if (!existsSync(entry)) {
    throw new UnavailableError(
      `The web application is not built (${entry} is missing). Run "npm run build".`,
    );
  }
  // React renders several times slower in its development build, which it takes unless told otherwise.
  process.env.NODE_ENV ??= "production";
  const renderer: { default: PageRenderer } = await import(pathToFileURL(entry).href);
  const files = serveStatic({ root: join(root, "dist/web/client"), precompressed: true });
  const kept =
    (cacheControl: string): MiddlewareHandler =>
    async (c, next) => {
      const file = await files(c, next);
      if (file instanceof Response) file.headers.set("cache-control", cacheControl);
      return file;
    };
  const app = new Hono<{ Bindings: { requestId: string | undefined } }>();
  app.use("/_build/*", kept("public, max-age=31536000, immutable"));
  // A page in its place would hide that a deployment lost its files.
  app.all("/_build/*", (c) => c.text("Not found", 404));
  app.use(kept("public, max-age=3600"));
  app.all("*", (c) => renderPage(renderer.default, c.req.raw, { ...options, requestId: c.env.requestId }));
  return async (request, _node, requestId) => app.fetch(request, { requestId });
}

async function developmentHandler(root: string, options: WebHandlerOptions): Promise<WebHandler> {
  const { createServer, isRunnableDevEnvironment } = await import("vite");
  const vite = await createServer({ root, appType: "custom", server: { middlewareMode: true } });
  const environment = vite.environments.ssr;
  if (!environment || !isRunnableDevEnvironment(environment)) {
    throw new UnavailableError("Vite offers no environment to render pages in. Check vite.config.ts.");
  }
  return async (request, node, requestId) => {
    if (node && (await servedByVite(vite.middlewares, node))) return RESPONSE_ALREADY_SENT;
    const renderer: { default: PageRenderer } = await environment.runner.import("/src/web/server.ts");
    try {
      return await renderPage(renderer.default, request, { ...options, requestId });
    } catch (error) {
      if (error instanceof Error) vite.ssrFixStacktrace(error);
      throw error;
    }
  };
}

type ConnectHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

function servedByVite(
  middlewares: ConnectHandler,
  { incoming, outgoing }: { incoming: IncomingMessage; outgoing: ServerResponse },
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    outgoing.once("finish", () => resolve(true));
    middlewares(incoming, outgoing, (error) => (error === undefined ? resolve(false) : reject(error)));
  });
}

async function renderPage(
  renderer: PageRenderer,
  request: Request,
  options: WebHandlerOptions & { requestId: string | undefined },
): Promise<Response> {
  const { site, api, userOf, contentSecurityPolicy } = options;
  const requestId = options.requestId ?? request.headers.get("x-request-id") ?? randomUUID();
  const { user, failure } = await visitorOf(request, { userOf, log: options.log, requestId });
  const response = await renderer.fetch(request, {
    context: {
      site: { ...site, features: { ...featureFlagDefaults } },
      user,
      requestId,
      failure,
      api: { router: api.router, createContext: () => api.createContext(request) },
    },
  });
  if (!response.headers.get("content-type")?.startsWith("text/html")) return response;
  // Pages are kept whole: they are stored per address and data version, and their scripts are hashed.
  const html = await response.text();
  const headers = new Headers(response.headers);
  if (contentSecurityPolicy)
    headers.set(
      "content-security-policy",
      contentSecurityPolicy(inlineScriptHashes(html), new URL(request.url)),
    );
  if (failure !== null) failedHeaders(headers);
  const status = failure === null ? response.status : failure.code === "SERVICE_UNAVAILABLE" ? 503 : 500;
  return new Response(request.method === "HEAD" ? null : html, { status, headers });
}

/** Who asks, or why that cannot be told: a page that says so is better than none. */
async function visitorOf(
  request: Request,
  { userOf, log, requestId }: Pick<WebHandlerOptions, "userOf" | "log"> & { requestId: string },
): Promise<Pick<PageContext, "user" | "failure">> {
  try {
    return { user: await userOf(request), failure: null };
  } catch (error) {
    log?.error({ err: error, requestId }, "the visitor of a page could not be found out");
    const message = storeProblem(error)?.message;
    return {
      user: anonymousUser,
      failure:
        message === undefined
          ? { message: "", code: "INTERNAL_SERVER_ERROR" }
          : { message, code: "SERVICE_UNAVAILABLE" },
    };
  }
}

/** Pages that say what failed are for nobody else and for no other moment. */
function failedHeaders(headers: Headers): Headers {
  headers.set("cache-control", "no-store");
  headers.set("retry-after", "10");
  return headers;
}

function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json")) && folder !== dirname(folder)) folder = dirname(folder);
  return folder;
}
