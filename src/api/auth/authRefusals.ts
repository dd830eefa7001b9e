/** Answers of sign-in calls that the library does not give. */
import type { DomainError, ForbiddenError, RateLimitedError } from "#domain";

/** Others mean nothing to the library; of some the platform makes no request that it could be handed. */
export const METHODS = ["GET", "HEAD", "POST"];

/** Told the same way to both generations of clients: a status that is not ok, and an address to go to. */
export function limited(request: Request, error: RateLimitedError): Response {
  const url = `${new URL(request.url).origin}/auth/error?error=RateLimited`;
  return Response.json(
    { message: error.message, url },
    { status: 429, headers: { "retry-after": String(error.retryAfter), "cache-control": "no-store" } },
  );
}

/** What was typed is no address. The library would call that a fault of the site. */
export function notSent(request: Request): Response {
  if (!request.headers.has("X-Auth-Return-Redirect")) return errorPage("EmailSignin");
  const url = `${new URL(request.url).origin}/auth/error?error=EmailSignin`;
  return Response.json({ url }, { headers: { "cache-control": "no-store" } });
}

/** Sign-in cannot work just now: pages are led to the one that says so, calls are told in words. */
export function unavailable(request: Request, path: string, { message }: DomainError): Response {
  const url = `${new URL(request.url).origin}/auth/error?error=Unavailable`;
  if (request.method !== "POST" && path !== "/session") return errorPage("Unavailable");
  return Response.json(
    { message, url },
    { status: 503, headers: { "retry-after": "10", "cache-control": "no-store" } },
  );
}

/** Shows what went wrong, by the error's name. */
export const errorPage = (name: string) =>
  new Response(null, {
    status: 302,
    headers: { location: `/auth/error?error=${name}`, "cache-control": "no-store" },
  });

/** The request token guards these calls as well; this holds where somebody has got hold of one. */
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
