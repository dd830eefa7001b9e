import type { Context } from "hono";

/** Headers of responses at secret URLs: not cached, and no referrer is sent to other sites. */
export function describeSecretLink(c: Context): void {
  c.header("Cache-Control", "private, no-store");
  c.header("Referrer-Policy", "no-referrer");
  c.header("X-Robots-Tag", "noindex");
}
