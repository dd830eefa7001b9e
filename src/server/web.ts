/** The web application as the server uses it: page rendering, resolution of addresses, and static files. */
import { createHash, randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { serveStatic } from "@hono/node-server/serve-static";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { AnyTRPCRouter } from "@trpc/server";
import { Hono, type MiddlewareHandler } from "hono";
import { UnavailableError } from "#domain/errors";
import type { User } from "#domain/people";
import type { PageFailure, PageLocation, PublicSite, Site } from "#domain/site";
import { replaceControls } from "#domain/text";
import { nearestPackage } from "#stores";

/**
 * The sources `'sha256-…'` of the inline scripts that the application itself wrote into a page, for its
 * Content-Security-Policy, and the page without the nonces that mark them.
 *
 * Each render has an unpredictable nonce, so a script injected through a name, a description or a URL has
 * none and is not allowed. The policy contains hashes instead of the nonce because cached pages are sent to
 * many visitors, who would know it.
 */
export function inlineScriptHashes(page: string, nonce: string): { html: string; sources: string[] } {
  const mark = ` nonce="${nonce}"`;
  const hashes = new Set<string>();
  // Searched by parts: a regular expression for complete scripts is ten times slower on a page of 200 kB.
  for (let at = page.indexOf("<script"); at !== -1; at = page.indexOf("<script", at + 1)) {
    const opened = page.indexOf(">", at);
    const closed = page.indexOf("</script>", opened);
    if (opened === -1 || closed === -1) break;
    const attributes = page.slice(at, opened);
    const code = page.slice(opened + 1, closed);
    at = closed;
    if (code === "" || !attributes.includes(mark) || /\ssrc\s*=/i.test(attributes)) continue;
    hashes.add(`'sha256-${createHash("sha256").update(code).digest("base64")}'`);
  }
  // The router also writes its nonce for scripts added in the browser; there are none.
  const html = page.replaceAll(mark, "").replace(`<meta property="csp-nonce" content="${nonce}"/>`, "");
  return { html, sources: [...hashes] };
}

/** Context of a page render; read by `src/web/rpc/pageContext.ts`. */
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
  /** Procedures, called in process during a render. */
  router: AnyTRPCRouter;
  /** Returns the `Content-Security-Policy` of a page, from the sources of its own inline scripts. */
  contentSecurityPolicy?: (scripts: readonly string[], location: PageLocation) => string;
  /** Folder of package.json. Default: the nearest above this file. */
  root?: string;
}

export interface PageRequest {
  location: Pick<PageLocation, "path" | "search" | "isEmbed" | "isKnown">;
  /** The user it is rendered for; its id is blank for a visitor without a session. */
  user: User;
  /** Whether the page shows how to set up the installation. Default: false. */
  offersSetup?: boolean;
  /** Creates the context in which procedures are called, for the same user. */
  createContext: () => Promise<object>;
  /** Id of the request in the log, for the error page. */
  requestId: string;
  /** Why the page cannot be shown, for the page to report. Default: null. */
  failure?: PageFailure | null;
}

/** `c.env` of `@hono/node-server`; development uses it to serve modules. */
export interface NodePair {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
}

export interface Web {
  /** A static file; null if the address is not one. */
  file(request: Request, node?: NodePair): Promise<Response | null>;
  locate(address: URL): Promise<PageLocation>;
  /**
   * Renders a complete page from its location and user only: headers, method and host name of the request
   * cannot influence pages that are cached for others.
   */
  render(page: PageRequest): Promise<Response>;
}

/**
 * Opens the web application. In production it is the output of `npm run build`; in development Vite compiles
 * it on demand and replaces changed modules.
 *
 * @throws UnavailableError in production if the application has not been built
 */
export async function createWeb(options: WebOptions): Promise<Web> {
  const root = options.root ?? nearestPackage(import.meta.url);
  return options.mode === "production" ? productionWeb(root, options) : developmentWeb(root, options);
}

/** Set by the build to its own name. Undefined when running from source. */
declare const CADASTRE_BUILD: string | undefined;

/**
 * Name of the build in a `dist` folder that this file is part of; from source, of the current build.
 *
 * @throws UnavailableError if there is none
 */
function buildIn(dist: string): string {
  if (typeof CADASTRE_BUILD !== "undefined") return CADASTRE_BUILD;
  const pointer = join(dist, "current");
  if (!existsSync(pointer)) {
    throw new UnavailableError(
      `The web application is not built (${pointer} is missing). Run "npm run build".`,
    );
  }
  return JSON.parse(readFileSync(pointer, "utf8")).build;
}

async function productionWeb(root: string, options: WebOptions): Promise<Web> {
  const dist = join(root, "dist");
  const build = buildIn(dist);
  const entry = join(dist, build, "web/server/server.js");
  // React's development build, its default, renders several times slower.
  process.env.NODE_ENV ??= "production";
  const { default: renderer }: { default: PageRenderer } = await import(pathToFileURL(entry).href);
  const filesOf = (name: string) =>
    serveStatic({ root: join(dist, name, "web/client"), precompressed: true });
  const files = filesOf(build);
  /** Files of other builds, for pages that a server of that build has rendered. Their names contain hashes. */
  const otherFiles: MiddlewareHandler = async (c, next) => {
    for (const name of await readdir(dist)) {
      // A build that is being written or removed has the process id after a dot.
      if (name === build || name.includes(".") || !existsSync(join(dist, name, "web/client"))) continue;
      const file = await filesOf(name)(c, async () => undefined);
      if (file instanceof Response) return file;
    }
    return next();
  };
  const kept =
    (cacheControl: string, files: MiddlewareHandler): MiddlewareHandler =>
    async (c, next) => {
      const file = await files(c, next);
      if (!(file instanceof Response)) return file;
      file.headers.set("cache-control", cacheControl);
      // Also on unencoded responses: caches would otherwise send them to every browser.
      file.headers.set("vary", "Accept-Encoding");
      return file;
    };
  const app = new Hono();
  const isHashed = "public, max-age=31536000, immutable";
  app.use("/_build/*", kept(isHashed, files), kept(isHashed, otherFiles));
  // A page instead would hide that a deployment lost its files, which the next one may have again.
  app.all("/_build/*", (c) => c.text("Not found", 404, { "cache-control": "no-store" }));
  app.use(kept("public, max-age=3600", files));
  app.all("*", (c) => c.body(null, 404, { [NO_FILE]: "1" }));
  return {
    file: async (request) => {
      // Range headers are ignored: the files are small, and caches must not store the error of an invalid
      // range indefinitely.
      const fullRequest = new Request(request);
      fullRequest.headers.delete("range");
      const file = await app.fetch(fullRequest);
      return file.headers.has(NO_FILE) ? null : file;
    },
    locate: async (address) => renderer.locate(address),
    render: (page) => renderPage(renderer, page, options),
  };
}

/** Header by which the static file app reports that there is no file. */
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
  let completePage: string | null = null;
  const response = await renderer.fetch(new Request(address, { headers: { accept: "text/html" } }), {
    context: {
      site: { ...site, offersSetup },
      user,
      requestId,
      scriptNonce,
      failure,
      handOver: (html) => {
        completePage = html;
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
  const page = replaceControls(completePage ?? (await response.text()));
  const { html, sources } = inlineScriptHashes(page, scriptNonce);
  if (contentSecurityPolicy) {
    headers.set("content-security-policy", contentSecurityPolicy(sources, location));
  }
  return new Response(html, { status: response.status, headers });
}

/** Redirects within the site as paths, so that they preserve the scheme and host of the visitor. */
function ownPath(target: string, from: URL): string {
  const url = new URL(target, from);
  return url.origin === from.origin ? url.pathname + url.search + url.hash : target;
}
