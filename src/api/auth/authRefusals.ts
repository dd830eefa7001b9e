/** Responses of sign-in calls that are created here instead of by the library. */
import type { DomainError, ForbiddenError, RateLimitedError } from "#domain/errors";

/** Methods that the library supports. It ignores others, and the platform cannot create a `Request` for some of them. */
export const METHODS = ["GET", "HEAD", "POST"];

/** Readable by both generations of clients: a status that is not ok, and a URL to redirect to. */
export function limited(request: Request, error: RateLimitedError): Response {
  const url = `${new URL(request.url).origin}/auth/error?error=RateLimited`;
  return Response.json(
    { message: error.message, url },
    { status: 429, headers: { "retry-after": String(error.retryAfter), "cache-control": "no-store" } },
  );
}

/** The typed email address is malformed. The library would report a server error. */
export function notSent(request: Request): Response {
  if (!request.headers.has("X-Auth-Return-Redirect")) return errorPage("EmailSignin");
  const url = `${new URL(request.url).origin}/auth/error?error=EmailSignin`;
  return Response.json({ url }, { headers: { "cache-control": "no-store" } });
}

/** Sign-in is unavailable: pages are redirected to the error page, calls get an error message. */
export function unavailable(request: Request, path: string, { message }: DomainError): Response {
  const url = `${new URL(request.url).origin}/auth/error?error=Unavailable`;
  if (request.method !== "POST" && path !== "/session") return errorPage("Unavailable");
  return Response.json(
    { message, url },
    { status: 503, headers: { "retry-after": "10", "cache-control": "no-store" } },
  );
}

/** The error page for an error name. */
export const errorPage = (name: string) =>
  new Response(null, {
    status: 302,
    headers: { location: `/auth/error?error=${name}`, "cache-control": "no-store" },
  });

/** Rejects cross-site calls. Protects these calls even if a request token leaked. */
export const fromAnotherSite = () =>
  Response.json(
    { message: "This request came from another site, so no changes were made." },
    { status: 403, headers: { "cache-control": "no-store" } },
  );

/** A change that the domain does not allow. */
export const forbidden = ({ message }: ForbiddenError) =>
  Response.json({ message }, { status: 403, headers: { "cache-control": "no-store" } });

export const otherMethod = () =>
  Response.json(
    { message: `Sign-in requests use ${METHODS.join(", ")}.` },
    { status: 405, headers: { allow: METHODS.join(", "), "cache-control": "no-store" } },
  );
