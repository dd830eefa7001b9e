import type { Context } from "hono";

/** What answers to an address that is a secret say of it: it is kept by nobody, and told to no other site. */
export function describeSecretLink(c: Context): void {
  c.header("Cache-Control", "private, no-store");
  c.header("Referrer-Policy", "no-referrer");
  c.header("X-Robots-Tag", "noindex");
}
