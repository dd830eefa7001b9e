/**
 * Access control of an installation that requires sign-in (REQUIRE_SIGN_IN): only the listed paths are
 * public.
 */
import type { Context, MiddlewareHandler } from "hono";
import type { Logger } from "pino";
import { ANALYTICS_PATH, AUTH_PATH, errorResponse, MCP_PATH, TRPC_PATH, UNSUBSCRIBE_PATH } from "#api";
import { UnauthorizedError } from "#domain/errors";
import { isAnonymous, type User } from "#domain/people";
import { isPageOfSignIn } from "#domain/screens";
import { plainPage } from "./pageErrors";

export interface PrivateAccess {
  /** Whether a request carries a valid key of the data API. */
  hasValidKey: (request: Request) => Promise<boolean>;
}

export interface RequireSignInOptions extends PrivateAccess {
  brand: string;
  log: Logger;
  userOf: (request: Request) => Promise<User>;
  /** The static file at the path of a request, as `Web.file`. */
  fileOf: (c: Context) => Promise<Response | null>;
}

/** Needed before a session exists, or checks a session, key or secret itself. */
const openPaths: ReadonlySet<string> = new Set([
  "/healthz",
  "/robots.txt",
  "/site.webmanifest",
  UNSUBSCRIBE_PATH,
  MCP_PATH,
  "/export/link.csv",
]);
const openFolders = [AUTH_PATH, TRPC_PATH, ANALYTICS_PATH, "/export/download"];

const isOpen = (path: string): boolean =>
  openPaths.has(path) || openFolders.some((folder) => path.startsWith(`${folder}/`)) || isPageOfSignIn(path);

const DATA_API = /^(\/api)?\/v[34](\/|$)/;

/** Paths whose readers are applications, which a sign-in page does not help. */
const isForApplications = (path: string): boolean =>
  /^\/(api|v3|v4|export)(\/|$)/.test(path) || /\.(atom|xml)$/.test(path);

const MESSAGE = "This installation is private. Sign in, or send a valid API key to the data API.";

/**
 * Accepts requests with a session, data API requests with a valid key, and the paths needed to sign in.
 * Redirects pages to the sign-in page; everything else gets 401.
 */
export function requireSignIn({
  brand,
  log,
  userOf,
  fileOf,
  hasValidKey,
}: RequireSignInOptions): MiddlewareHandler {
  return async (c, next) => {
    const { path, method, raw } = c.req;
    const isDataApi = DATA_API.test(path);
    if (isOpen(path) || (isDataApi && method === "OPTIONS")) return next();
    if ((isDataApi && (await hasValidKey(raw))) || !isAnonymous(await userOf(raw))) {
      await next();
      keepPrivate(c);
      return;
    }
    if (isForApplications(path)) {
      if (isDataApi) c.header("Access-Control-Allow-Origin", "*");
      return errorResponse(c, new UnauthorizedError(MESSAGE), log);
    }
    if (method !== "GET" && method !== "HEAD") {
      return plainPage(raw, { brand, status: 401, title: "Sign in to do this", message: MESSAGE });
    }
    // Scripts, styles and icons are the same in every installation, and the sign-in page needs them.
    const file = await fileOf(c);
    if (file !== null) return file;
    const { pathname, search } = new URL(raw.url);
    const query = new URLSearchParams({ error: "SessionRequired", callbackUrl: pathname + search });
    return c.body(null, 302, { location: `/login?${query}`, "cache-control": "no-store" });
  };
}

/** Forbids shared caches to store responses that require a session. */
function keepPrivate(c: Context): void {
  const value = c.res.headers.get("cache-control");
  if (value?.startsWith("public") && !c.req.path.startsWith("/_build/")) {
    c.res.headers.set("cache-control", value.replace("public", "private"));
  }
}
