import type { MiddlewareHandler } from "hono";
import { acceptedEncodings } from "#api";

/**
 * Writes the weights of `Accept-Encoding` out: what a client refuses (`br;q=0`) is gone, what it likes best
 * stands first, so that whatever packs an answer, libraries included, need not read weights itself.
 */
export const acceptEncoding: MiddlewareHandler = async (c, next) => {
  const header = c.req.header("accept-encoding");
  if (header !== undefined && /[;*]/.test(header)) {
    const accepted = acceptedEncodings(header);
    c.req.raw.headers.set("accept-encoding", accepted.length === 0 ? "identity" : accepted.join(", "));
  }
  await next();
};
