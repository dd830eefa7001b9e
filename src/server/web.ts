/** The web application as the server sees it: rendered pages, what addresses mean, and the files that pages load. */
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { serveStatic } from "@hono/node-server/serve-static";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { AnyTRPCRouter } from "@trpc/server";
import { Hono, type MiddlewareHandler } from "hono";
import {
  type PageFailure,
  type PageLocation,
  type PublicSite,
  replaceControls,
  type Site,
  UnavailableError,
  type User,
} from "#domain";
import { nearestPackage } from "#stores";
import { inlineScriptHashes } from "./inlineScriptHashes";

/** What pages are given with each request; `src/web/rpc/pageContext.ts` is its reader. */
interface PageContext {
  site: Site;
  user: User;
  requestId: string;
  scriptNonce: string;
  failure: PageFailure | null;
  handOver: (html: string) => void;
  api: { router: AnyTRPCRouter; createContext: () => Promise<object> };
}

interface PageRenderer {
  fetch: (request: Request, options: { context: PageContext }) => Promise<Response>;
  locate: (address: { pathname: string; search: string }) => PageLocation;
}

export interface WebOptions {
  mode: "production" | "development";
  site: PublicSite;
  /** The procedures, called in process while a page renders. */
  router: AnyTRPCRouter;
  /** Given the sources of a page's own inline scripts, the value of its `Content-Security-Policy`. */
  contentSecurityPolicy?: (scripts: readonly string[], location: PageLocation) => string;
  /** Folder of package.json. Default: the nearest above this file. */
  root?: string;
}

export interface PageRequest {
  location: Pick<PageLocation, "path" | "search" | "isEmbed" | "isKnown">;
  /** For whom; one with a blank id for a visitor without a session. */
  user: User;
  /** Whether the page shows how to set the installation up. Default: false. */
  offersSetup?: boolean;
  /** Makes the context in which procedures are called, as that same visitor. */
  createContext: () => Promise<object>;
  /** Under which the request is logged, for the error page. */
  requestId: string;
  /** Why the page is to say that it cannot be shown. Default: null. */
  failure?: PageFailure | null;
}

/** What `@hono/node-server` gives as `c.env`; development needs it to serve modules. */
export interface NodePair {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
}

export interface Web {
  /** A file that pages load; null where the address is none's. */
  file(request: Request, node?: NodePair): Promise<Response | null>;
  locate(address: URL): Promise<PageLocation>;
  /**
   * Renders a page, whole. It is made from its location and its reader alone: no header, method or host name of
   * a request can leave a trace in what is kept for others.
   */
  render(page: PageRequest): Promise<Response>;
}

/**
 * Opens the web application. In production it is the result of `npm run build`;
 * in development Vite compiles it on demand and replaces what changes.
 *
 * @throws UnavailableError in production when the application has not been built.
 */
export async function createWeb(options: WebOptions): Promise<Web> {
  const root = options.root ?? nearestPackage(import.meta.url);
  return options.mode === "production" ? productionWeb(root, options) : developmentWeb(root, options);
}

async function productionWeb(root: string, options: WebOptions): Promise<Web> {
  const entry = join(root, "dist/web/server/server.js");
  if (!existsSync(entry)) {
    throw new UnavailableError(
      `The web application is not built (${entry} is missing). Run "npm run build".`,
    );
  }
  // React renders several times slower in its development build, which it takes unless told otherwise.
  process.env.NODE_ENV ??= "production";
  const { default: renderer }: { default: PageRenderer } = await import(pathToFileURL(entry).href);
  const files = serveStatic({ root: join(root, "dist/web/client"), precompressed: true });
  const kept =
    (cacheControl: string): MiddlewareHandler =>
    async (c, next) => {
      const file = await files(c, next);
      if (!(file instanceof Response)) return file;
      file.headers.set("cache-control", cacheControl);
      // Also where it is sent as it is: caches on the way would give that one to browsers that take less.
      file.headers.set("vary", "Accept-Encoding");
      return file;
    };
  const app = new Hono();
  app.use("/_build/*", kept("public, max-age=31536000, immutable"));
  // A page in its place would hide that a deployment lost its files, which the next one may have again.
  app.all("/_build/*", (c) => c.text("Not found", 404, { "cache-control": "no-store" }));
  app.use(kept("public, max-age=3600"));
  app.all("*", (c) => c.body(null, 404, { [NO_FILE]: "1" }));
  return {
    file: async (request) => {
      // Files are small, so all of one is sent whatever part is asked for. That no such part is there must not be
      // kept for ever in its place.
      const whole = new Request(request);
      whole.headers.delete("range");
      const file = await app.fetch(whole);
      return file.headers.has(NO_FILE) ? null : file;
    },
    locate: async (address) => renderer.locate(address),
    render: (page) => renderPage(renderer, page, options),
  };
}

/** How the files' own application says that it has nothing at an address. */
const NO_FILE = "x-no-file";

async function developmentWeb(root: string, options: WebOptions): Promise<Web> {
  const { createServer, isRunnableDevEnvironment } = await import("vite");
  const vite = await createServer({ root, appType: "custom", server: { middlewareMode: true } });
  const environment = vite.environments.ssr;
  if (!environment || !isRunnableDevEnvironment(environment)) {
    throw new UnavailableError("Vite offers no environment to render pages in. Check vite.config.ts.");
  }
  const renderer = async () => {
    const module: { default: PageRenderer } = await environment.runner.import("/src/web/server.ts");
    return module.default;
  };
  return {
    file: async (_request, node) =>
      node && (await servedByVite(vite.middlewares, node)) ? RESPONSE_ALREADY_SENT : null,
    locate: async (address) => (await renderer()).locate(address),
    render: async (page) => {
      try {
        return await renderPage(await renderer(), page, options);
      } catch (error) {
        if (error instanceof Error) vite.ssrFixStacktrace(error);
        throw error;
      }
    },
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
  { location, user, offersSetup = false, createContext, requestId, failure = null }: PageRequest,
  { site, router, contentSecurityPolicy }: WebOptions,
): Promise<Response> {
  const address = new URL(site.origin);
  address.pathname = location.path;
  address.search = location.search;
  const scriptNonce = randomBytes(16).toString("hex");
  let whole: string | null = null;
  const response = await renderer.fetch(new Request(address, { headers: { accept: "text/html" } }), {
    context: {
      site: { ...site, offersSetup },
      user,
      requestId,
      scriptNonce,
      failure,
      handOver: (html) => {
        whole = html;
      },
      api: { router, createContext },
    },
  });
  const headers = new Headers(response.headers);
  const target = headers.get("location");
  if (target !== null) headers.set("location", ownPath(target, address));
  if (!headers.get("content-type")?.startsWith("text/html")) {
    return new Response(response.body, { status: response.status, headers });
  }
  const page = replaceControls(whole ?? (await response.text()));
  const { html, sources } = inlineScriptHashes(page, scriptNonce);
  if (contentSecurityPolicy) {
    headers.set("content-security-policy", contentSecurityPolicy(sources, location));
  }
  return new Response(html, { status: response.status, headers });
}

/** Redirects within the site are paths alone: they keep the scheme and the host by which it is reached. */
function ownPath(target: string, from: URL): string {
  const url = new URL(target, from);
  return url.origin === from.origin ? url.pathname + url.search + url.hash : target;
}
