import type { MiddlewareHandler } from "hono";
import { acceptedEncodings } from "#api";

/**
 * Normalizes `Accept-Encoding`: removes rejected encodings (`br;q=0`) and sorts by preference, so that code
 * that compresses responses, including libraries, can ignore weights.
 */
export const acceptEncoding: MiddlewareHandler = async (c, next) => {
  const header = c.req.header("accept-encoding");
  if (header !== undefined && /[;*]/.test(header)) {
    const accepted = acceptedEncodings(header);
    c.req.raw.headers.set("accept-encoding", accepted.length === 0 ? "identity" : accepted.join(", "));
  }
  await next();
};
