/** The HTTP application: API, pages, files for robots, and their common headers. */
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { compress } from "hono/compress";
import { type RequestIdVariables, requestId } from "hono/request-id";
import type { Logger } from "pino";
import {
  ANALYTICS_PATH,
  AUTH_PATH,
  acceptedEncodings,
  errorResponse,
  MCP_PATH,
  refusedCall,
  TRPC_PATH,
  UNSUBSCRIBE_PATH,
} from "#api";
import { TooLargeError, UnavailableError } from "#domain/errors";
import { IMPORT_UPLOAD_PATH } from "#domain/files";
import { CONTACT_PATH, type User } from "#domain/people";
import type { CatalogIndex } from "#domain/resources";
import { storeProblem } from "#stores";
import type { NodePair, Web } from "../web";
import { type ContactFormOptions, createContactForm } from "./contactForm";
import type { NetworkAddresses } from "./networkAddresses";
import { plainPage } from "./pageErrors";
import { createPageHandler, type PageHandlerOptions } from "./pageHandler";
import { type PrivateAccess, requireSignIn } from "./requireSignIn";
import { securityHeaders } from "./securityHeaders";
import { robots, robotsOfPrivateSite, sitemap, webManifest } from "./siteFiles";
import { withFirstChunk } from "./withFirstChunk";

interface StreamErrorOptions {
  log: Pick<Logger, "error">;
  /** The response in place of the one that failed. */
  failed: (error: unknown, c: Context) => Response;
}

/** Delays the head of each response until its first chunk, so that earlier errors are reported as usual. */
const streamErrors =
  ({ log, failed }: StreamErrorOptions): MiddlewareHandler =>
  async (c, next) => {
    await next();
    // A response with a length is complete; files, which are streamed, have already started.
    if (c.res.headers.has("content-length")) return;
    const requestId: unknown = c.get("requestId");
    const onLateFailure = (error: unknown) =>
      log.error({ err: error, requestId }, "A response was interrupted");
    replace(
      c,
      await withFirstChunk(c.res, onLateFailure).catch((error: unknown) => onlyItsOwn(failed(error, c))),
    );
  };

/** Replaces a response without merging its headers. */
function replace(c: Context, response: Response): void {
  c.res = undefined;
  c.res = response;
}

/** Removes headers that describe the failed response, such as its file name or ETag. */
function onlyItsOwn(response: Response): Response {
  const headers = new Headers({ "cache-control": "no-store" });
  for (const name of ["content-type", "retry-after", "content-security-policy", "x-frame-options"]) {
    const value = response.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  return new Response(response.body, { status: response.status, headers });
}

/** One line per request, without query strings, which can contain what users search for. */
const requestLog =
  (log: Logger): MiddlewareHandler<{ Variables: RequestIdVariables }> =>
  async (context, next) => {
    const started = performance.now();
    await next();
    const { status } = context.res;
    const line = {
      method: context.req.method,
      path: context.req.path,
      status,
      ms: Math.round((performance.now() - started) * 10) / 10,
      requestId: context.get("requestId"),
    };
    // A full queue responds 503 by design; a failing store is logged as an error elsewhere.
    if (status === 503) log.warn(line, "request");
    else if (status >= 500) log.error(line, "request");
    else log.debug(line, "request");
  };

type Refusal = (error: TooLargeError) => Response | Promise<Response>;

const inJson: Refusal = ({ message }) => Response.json({ message }, { status: 413 });

/** Maximum body size by path, with the shape of the error. */
const limits: readonly [path: string, maxSize: number, refusal: Refusal][] = [
  // A form with an email address and a token.
  [AUTH_PATH, 16_384, inJson],
  // A profile or a query.
  [TRPC_PATH, 262_144, refusedCall],
  [ANALYTICS_PATH, 1_000_000, inJson],
  // One message of an agent.
  [MCP_PATH, 262_144, inJson],
  // A message of at most 4,000 characters, each up to twelve bytes when form-encoded.
  [CONTACT_PATH, 65_536, inJson],
];

/** Limits request bodies, so that they cannot exhaust the memory of the process. */
export function bodyLimits(): Hono {
  const app = new Hono();
  for (const [path, maxSize, refusal] of limits) {
    const error = new TooLargeError(`Request bodies are limited to ${maxSize.toLocaleString("en")} bytes.`);
    app.use(`${path}/*`, bodyLimit({ maxSize, onError: () => refusal(error) }));
  }
  return app;
}

/**
 * Normalizes `Accept-Encoding`: removes rejected encodings (`br;q=0`) and sorts by preference, so that code
 * that compresses responses, including libraries, can ignore weights.
 */
const acceptEncoding: MiddlewareHandler = async (c, next) => {
  const header = c.req.header("accept-encoding");
  if (header !== undefined && /[;*]/.test(header)) {
    const accepted = acceptedEncodings(header);
    c.req.raw.headers.set("accept-encoding", accepted.length === 0 ? "identity" : accepted.join(", "));
  }
  await next();
};

export interface HttpAppOptions {
  baseUrl: string;
  log: Logger;
  addresses: NetworkAddresses;
  brand: string;
  catalog: () => CatalogIndex;
  /** Paths of pages that are excluded from the sitemap. Default: none. */
  hiddenPaths?: () => readonly string[];
  dataVersion: () => string;
  /** What pages show apart from market data, as text. Default: nothing. */
  pagesState?: () => string;
  /** Handles `/api/auth`. */
  auth: (request: Request) => Promise<Response>;
  /** Handles `/api/v4`, `/v4`, `/v3` and `/export`. */
  rest: Hono;
  /** Handles `/mcp`. Default: none. */
  agents?: Hono;
  /** Handles the feeds of pages. Default: none. */
  feeds?: Hono;
  /** Handles `/api/trpc`. */
  trpc: (request: Request) => Promise<Response>;
  /** Handles `/api/insights`; null if product analytics is off. */
  analyticsProxy: ((request: Request) => Promise<Response>) | null;
  /** Handles messages of the contact form. */
  contact: ContactFormOptions["contact"];
  /** Handles files that administrators upload. Default: none. */
  uploads?: (request: Request) => Promise<Response>;
  /** Handles unsubscribing from watch mail. Default: none. */
  mailStop?: (request: Request) => Promise<Response>;
  /** The user of a request; its id is blank for a visitor without a session. */
  userOf: (request: Request) => Promise<User>;
  /** The installation as a visitor without an account sees it. */
  installation: PageHandlerOptions["installation"];
  isOnLoopback: PageHandlerOptions["isOnLoopback"];
  /** Creates the context of procedures for the visitor of a request. */
  apiContext: (request: Request) => Promise<object>;
  web: Web;
  limits: PageHandlerOptions["limits"];
  /** Null or omitted for an installation whose public pages require no account. */
  privateAccess?: PrivateAccess | null;
  /** False in development, where pages change with the code. */
  cachePages: boolean;
}

export function createHttpApp(options: HttpAppOptions): Hono {
  const app = new Hono();
  app.onError((error, c) => unforeseen(error, c, options));
  app.use(requestId());
  app.use(requestLog(options.log));
  const isHttps = new URL(options.baseUrl).protocol === "https:";
  app.use(securityHeaders({ isHttps }));
  app.use(streamErrors({ log: options.log, failed: (error, c) => unforeseen(error, c, options) }));
  app.use(acceptEncoding);
  // The API compresses its own responses; this is for files and the other paths under /api.
  for (const path of ["/api/*", "/v3/*", "/v4/*", "/export/*", "/:feed{.+\\.atom}"])
    app.use(path, compress());

  app.route("/", bodyLimits());
  // From here on the request is the same object, by which its network address is looked up.
  app.use((c, next) => {
    options.addresses.note(c);
    return next();
  });

  const { privateAccess = null } = options;
  if (privateAccess !== null) {
    const fileOf = (c: Context) => options.web.file(c.req.raw, nodePair(c.env));
    app.use(requireSignIn({ ...options, ...privateAccess, fileOf }));
  }

  app.get("/healthz", (c) => c.json({ status: "ok", dataVersion: options.dataVersion() }));
  app.get("/robots.txt", (c) =>
    c.text(privateAccess === null ? robots(options.baseUrl) : robotsOfPrivateSite),
  );
  app.get("/site.webmanifest", (c) =>
    c.body(JSON.stringify(webManifest(options.brand)), 200, { "content-type": "application/manifest+json" }),
  );
  app.get("/sitemap.xml", (c) =>
    c.body(sitemap(options.baseUrl, options.catalog(), options.hiddenPaths?.()), 200, {
      "content-type": "application/xml; charset=utf-8",
    }),
  );
  app.all(`${AUTH_PATH}/*`, (c) => options.auth(c.req.raw));
  app.all("/api/trpc/*", (c) => options.trpc(c.req.raw));
  const { analyticsProxy, uploads } = options;
  if (uploads !== undefined) app.all(IMPORT_UPLOAD_PATH, (c) => uploads(c.req.raw));
  if (analyticsProxy) app.all(`${ANALYTICS_PATH}/*`, (c) => analyticsProxy(c.req.raw));
  app.route("/", options.rest);
  if (options.agents !== undefined) app.route("/", options.agents);
  const contactForm = createContactForm({ ...options, networkAddress: options.addresses.of });
  app.all(CONTACT_PATH, (c) => contactForm(c.req.raw));
  const { mailStop } = options;
  if (mailStop !== undefined) app.all(UNSUBSCRIBE_PATH, (c) => mailStop(c.req.raw));
  if (options.feeds !== undefined) app.route("/", options.feeds);

  const pages = createPageHandler({
    ...options,
    isHttps,
    isPrivate: privateAccess !== null,
    networkAddress: options.addresses.of,
  });
  app.all("*", async (c) => {
    const request = c.req.raw;
    if (request.method !== "GET" && request.method !== "HEAD") {
      return plainPage(request, {
        brand: options.brand,
        status: 405,
        title: "Method not allowed",
        message: `${request.method.slice(0, 20)} is not allowed; pages accept GET and HEAD.`,
        headers: { allow: "GET, HEAD" },
      });
    }
    const requestId = c.get("requestId");
    const file = await options.web.file(request, nodePair(c.env));
    if (file === null) return pages(request, requestId);
    return withFirstChunk(file, (error) =>
      options.log.error({ err: error, requestId }, "A file download was interrupted"),
    );
  });
  return app;
}

/** Handles unexpected errors: the cause is logged, and the response has the usual format. */
function unforeseen(
  error: unknown,
  c: Context,
  { brand, log }: Pick<HttpAppOptions, "brand" | "log">,
): Response {
  const requestId = c.get("requestId");
  if (/^\/(api|v3|v4|export|mcp)(\/|$)/.test(c.req.path)) return errorResponse(c, error, log);
  const known = storeProblem(error);
  // Without a cause, the error comes from a full queue and not from a failing store.
  const isBusy = known === error && known instanceof UnavailableError && known.cause === undefined;
  if (isBusy) log.warn({ err: error, requestId }, "A request was not served");
  else log.error({ err: error, requestId }, "A request failed");
  return plainPage(c.req.raw, {
    brand,
    status: known instanceof UnavailableError ? 503 : 500,
    title: "This page could not be shown",
    message: known?.message ?? `Something went wrong on our side. Please try again. Reference: ${requestId}`,
    headers: known instanceof UnavailableError ? { "retry-after": String(known.retryAfter ?? 10) } : {},
  });
}

/** The request and response of the Node adapter; undefined when the app is called directly, as in tests. */
function nodePair(env: unknown): NodePair | undefined {
  const pair = env as Partial<NodePair> | undefined;
  return pair?.incoming !== undefined && pair.outgoing !== undefined
    ? { incoming: pair.incoming, outgoing: pair.outgoing }
    : undefined;
}
