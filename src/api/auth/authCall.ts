/** The call and parameters of a request to the sign-in endpoints, and the request as passed to the library. */

import { parse } from "hono/utils/cookie";
import { z } from "zod";
import { isHttpAddress } from "./authAddresses";
import { type AuthCookies, authCookies } from "./authCookies";

/** Values that the library writes into its own cookies. Any other value would make it fail. */
const CSRF = /^[0-9a-f]{64}\|[0-9a-f]{64}$/;
const SESSION = /^[\w.-]{16,200}$/;

/**
 * The request's cookies as passed to the sign-in library: its own, with values that it can have
 * written. It responds 500 to a malformed URL in a cookie, and any client can send any cookie.
 * @param isAddress whether a callback URL is valid
 */
function libraryCookies(
  header: string | null,
  { library }: Pick<AuthCookies, "library">,
  isAddress: (url: string) => boolean,
): string {
  const sent = parse(header ?? "");
  const checks: [string | undefined, (value: string) => boolean][] = [
    [library.sessionToken?.name, (value) => SESSION.test(value)],
    [library.csrfToken?.name, (value) => CSRF.test(value)],
    [library.callbackUrl?.name, (value) => value !== "" && isAddress(value)],
  ];
  return checks
    .flatMap(([name, fits]) => {
      const value = name === undefined ? undefined : sent[name];
      return name !== undefined && value !== undefined && fits(value)
        ? [`${name}=${encodeURIComponent(value)}`]
        : [];
    })
    .join("; ");
}

export const AUTH_PATH = "/api/auth";

/** A parsed sign-in request, shared by our own checks and the library. */
export interface AuthCall {
  /** Such as `/callback/email`, with repeated slashes removed. */
  path: string;
  /** Of a repeated parameter, the last one. Email addresses are normalized as stored. */
  query: Record<string, string>;
}

export function callOf({ url }: Request): AuthCall {
  const { pathname, searchParams } = new URL(url);
  const parts = pathname.slice(AUTH_PATH.length).split("/");
  const query = Object.fromEntries(searchParams);
  // A form submitted without scripts sends the address as typed.
  if (query.email !== undefined) query.email = normalized(query.email);
  return { path: `/${parts.filter((part) => part !== "").join("/")}`, query };
}

export const normalized = (email: unknown) => (typeof email === "string" ? email.trim().toLowerCase() : "");

/** The fields of a body, parsed as the library parses them. */
export function parseForm(request: Request, body: string): Record<string, unknown> {
  const type = request.headers.get("content-type") ?? "";
  if (type.includes("application/json")) {
    const parsed = jsonObject.safeParse(body);
    return parsed.success ? parsed.data : {};
  }
  return type.includes("application/x-www-form-urlencoded")
    ? Object.fromEntries(new URLSearchParams(body))
    : {};
}

const jsonObject = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue("not JSON");
      return z.NEVER;
    }
  })
  .pipe(z.record(z.string(), z.unknown()));

/**
 * The request as passed to the library: on our public origin regardless of the
 * Host header, and marked if the client wants a URL as JSON
 * instead of a redirect (clients of the fourth version send this in the body).
 */
export function asOwnOrigin(
  request: Request,
  {
    call,
    body,
    baseUrl,
    returnsJson,
  }: { call: AuthCall; body: string; baseUrl: string; returnsJson: boolean },
): Request {
  const url = new URL(request.url);
  const base = new URL(baseUrl);
  // Both localhost and 127.0.0.1 are valid in development; cookies distinguish them.
  const origin = isLoopback(url.hostname) && isLoopback(base.hostname) ? url.origin : base.origin;
  const headers = new Headers(request.headers);
  headers.set(
    "cookie",
    libraryCookies(request.headers.get("cookie"), authCookies(baseUrl), (target) =>
      isHttpAddress(target, baseUrl),
    ),
  );
  headers.delete("x-forwarded-host");
  headers.delete("x-forwarded-proto");
  if (returnsJson) headers.set("X-Auth-Return-Redirect", "1");
  const query = new URLSearchParams(call.query).toString();
  return new Request(`${origin}${AUTH_PATH}${call.path}${query === "" ? "" : `?${query}`}`, {
    // The library does not support HEAD.
    method: request.method === "HEAD" ? "GET" : request.method,
    headers,
    ...(request.method === "POST" ? { body } : {}),
  });
}

const isLoopback = (host: string) => host === "localhost" || host === "[::1]" || host.startsWith("127.");
