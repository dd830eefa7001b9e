import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import {
  type DomainError,
  type ErrorBody,
  type ErrorKind,
  type InputProblem,
  RateLimitedError,
  UnavailableError,
} from "#domain";
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

/** Seconds until another try may succeed; null where that is not known. */
export const retryAfterOf = (error: unknown): number | null =>
  error instanceof RateLimitedError || error instanceof UnavailableError ? error.retryAfter : null;

const problemsOf = (error: DomainError): readonly InputProblem[] =>
  "problems" in error ? (error.problems as readonly InputProblem[]) : [];

/** What a client is told of an error of ours: the status and the body of the answer. */
export function errorContent(error: DomainError): { status: ContentfulStatusCode; body: ErrorBody } {
  const problems = problemsOf(error);
  return {
    status: statuses[error.kind],
    body: { message: error.message, ...(problems.length > 0 ? { errors: problems } : {}) },
  };
}

/** Of a refusal. Some that say nothing of it may be kept: those of 404, 405, 410 and 414 (RFC 9111, section 4.2.2). */
const NOT_KEPT = "no-store";

/** Refuses a request before anything is read for it. */
export function refusal(c: Context, status: ContentfulStatusCode, message: string): Response {
  c.header("Cache-Control", NOT_KEPT);
  return c.json({ message } satisfies ErrorBody, status);
}

/** What a client is told of an error: a domain error by its words, anything else by a request id alone. */
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
