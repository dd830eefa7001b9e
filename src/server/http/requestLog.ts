import type { MiddlewareHandler } from "hono";
import type { RequestIdVariables } from "hono/request-id";
import type { Logger } from "pino";

/** One line per request, without query strings, which can contain what users search for. */
export const requestLog =
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
