/** Headers that every answer carries. */
import type { MiddlewareHandler } from "hono";

/**
 * Policy of pages. Scripts run only from our own origin or with the nonce of
 * the render; styles may be inline, since charts position their parts that way.
 * Pages may be framed anywhere only in their embed view.
 */
export function contentSecurityPolicy({
  scripts,
  embeddable,
}: {
  scripts: string;
  embeddable: boolean;
}): string {
  return [
    "default-src 'self'",
    `script-src 'self' ${scripts}`.trim(),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    embeddable ? "frame-ancestors *" : "frame-ancestors 'none'",
  ].join("; ");
}

export const securityHeaders: MiddlewareHandler = async (context, next) => {
  await next();
  const { headers } = context.res;
  headers.set("x-content-type-options", "nosniff");
  headers.set("referrer-policy", "strict-origin-when-cross-origin");
  headers.set("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=()");
  headers.set("cross-origin-opener-policy", "same-origin");
};
