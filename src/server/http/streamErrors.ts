import type { Context, MiddlewareHandler } from "hono";
import type { Logger } from "pino";
import { withFirstChunk } from "./withFirstChunk";

export interface StreamErrorOptions {
  log: Pick<Logger, "error">;
  /** The response in place of the one that failed. */
  failed: (error: unknown, c: Context) => Response;
}

/** Delays the head of each response until its first chunk, so that earlier errors are reported as usual. */
export const streamErrors =
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
function replace(c: Context, answer: Response): void {
  c.res = undefined;
  c.res = answer;
}

/** Removes headers that describe the failed response, such as its file name or ETag. */
function onlyItsOwn(answer: Response): Response {
  const headers = new Headers({ "cache-control": "no-store" });
  for (const name of ["content-type", "retry-after", "content-security-policy", "x-frame-options"]) {
    const value = answer.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  return new Response(answer.body, { status: answer.status, headers });
}
