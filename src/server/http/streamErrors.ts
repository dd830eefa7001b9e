import type { Context, MiddlewareHandler } from "hono";
import type { Logger } from "pino";
import { withFirstChunk } from "./withFirstChunk";

export interface StreamErrorOptions {
  log: Pick<Logger, "error">;
  /** What is answered in place of what could not be. */
  failed: (error: unknown, c: Context) => Response;
}

/** Sees that every answer has begun before its head is sent, so that what fails before is told as any error is. */
export const streamErrors =
  ({ log, failed }: StreamErrorOptions): MiddlewareHandler =>
  async (c, next) => {
    await next();
    // What tells its length is there whole; files, which are not, have begun already.
    if (c.res.headers.has("content-length")) return;
    const requestId: unknown = c.get("requestId");
    const onLateFailure = (error: unknown) =>
      log.error({ err: error, requestId }, "A response was interrupted");
    replace(
      c,
      await withFirstChunk(c.res, onLateFailure).catch((error: unknown) => onlyItsOwn(failed(error, c))),
    );
  };

/** A response in the place of another, without taking its headers over. */
function replace(c: Context, answer: Response): void {
  c.res = undefined;
  c.res = answer;
}

/** What was to describe an answer that could not be given (its name as a file, its tag) says nothing of an error. */
function onlyItsOwn(answer: Response): Response {
  const headers = new Headers({ "cache-control": "no-store" });
  for (const name of ["content-type", "retry-after", "content-security-policy", "x-frame-options"]) {
    const value = answer.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  return new Response(answer.body, { status: answer.status, headers });
}
