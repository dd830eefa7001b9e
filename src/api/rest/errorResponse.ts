import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { DomainError, type ErrorBody, type ErrorKind, type InputProblem, RateLimitedError } from "#domain";
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

const problemsOf = (error: DomainError): readonly InputProblem[] =>
  "problems" in error ? (error.problems as readonly InputProblem[]) : [];

/** What a client is told of an error: a domain error by its words, anything else by a request id alone. */
export function errorResponse(
  c: Context<RestEnvironment>,
  error: unknown,
  log: RestDependencies["log"],
): Response {
  if (error instanceof DomainError) {
    const problems = problemsOf(error);
    const body: ErrorBody = {
      message: error.message,
      ...(problems.length > 0 ? { errors: problems } : {}),
    };
    if (error instanceof RateLimitedError) c.header("Retry-After", String(error.retryAfter));
    if (error.kind === "unauthorized") c.header("WWW-Authenticate", "Bearer");
    return c.json(body, statuses[error.kind]);
  }
  const requestId = c.get("requestId") ?? randomUUID();
  log?.error({ err: error, requestId }, "request failed");
  const body: ErrorBody = { message: "Something went wrong on our side. Please try again.", requestId };
  return c.json(body, 500);
}
