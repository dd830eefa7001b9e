import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { ErrorBody } from "#domain/api";
import {
  type DomainError,
  type ErrorKind,
  type InputProblem,
  RateLimitedError,
  UnavailableError,
} from "#domain/errors";
import { storeProblem } from "#stores";
import type { RestDependencies, RestEnvironment } from "./restDependencies";

const statuses: Readonly<Record<ErrorKind, ContentfulStatusCode>> = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  timeout: 504,
  conflict: 409,
  precondition_failed: 412,
  too_large: 413,
  unprocessable: 422,
  rate_limited: 429,
  cancelled: 400,
  unavailable: 503,
};

/** Seconds until a retry may succeed, or null. */
export const retryAfterOf = (error: unknown): number | null =>
  error instanceof RateLimitedError || error instanceof UnavailableError ? error.retryAfter : null;

const problemsOf = (error: DomainError): readonly InputProblem[] =>
  "problems" in error ? (error.problems as readonly InputProblem[]) : [];

/** The status and body of the response to a domain error. */
export function errorContent(error: DomainError): { status: ContentfulStatusCode; body: ErrorBody } {
  const problems = problemsOf(error);
  return {
    status: statuses[error.kind],
    body: { message: error.message, ...(problems.length > 0 ? { errors: problems } : {}) },
  };
}

/**
 * Prevents caching of error responses. Without this header, caches can store 404, 405, 410 and 414 (RFC 9111, section 4.2.2).
 */
const NOT_KEPT = "no-store";

/** Rejects a request before reading data. */
export function refusal(c: Context, status: ContentfulStatusCode, message: string): Response {
  c.header("Cache-Control", NOT_KEPT);
  return c.json({ message } satisfies ErrorBody, status);
}

/** The response to an error: the message of a domain error, otherwise only a request id. */
export function errorResponse(
  c: Context<RestEnvironment>,
  error: unknown,
  log: RestDependencies["log"],
): Response {
  c.header("Cache-Control", NOT_KEPT);
  const known = storeProblem(error);
  const requestId = c.get("requestId") ?? randomUUID();
  if (known !== null) {
    const { status, body } = errorContent(known);
    const retryAfter = retryAfterOf(known);
    if (retryAfter !== null) c.header("Retry-After", String(retryAfter));
    if (known.kind === "unauthorized") c.header("WWW-Authenticate", "Bearer");
    if (known !== error) log?.error({ err: error, requestId }, "request failed");
    return c.json(body, status);
  }
  log?.error({ err: error, requestId }, "request failed");
  const body: ErrorBody = { message: "Something went wrong on our side. Please try again.", requestId };
  return c.json(body, 500);
}
