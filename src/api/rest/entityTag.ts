import { createHash } from "node:crypto";
import type { Context } from "hono";
import type { Market } from "#market";

/** Tag of an answer: what was asked, in which format, of which data and which part of it. Weak, as compression changes the bytes. */
export async function entityTag(c: Context, market: Market, format: string): Promise<string> {
  const { pathname, search } = new URL(c.req.url);
  const asked = createHash("sha256")
    .update(`${pathname}${search} ${format}${market.scope === null ? "" : ` ${market.scope.fingerprint}`}`)
    .digest("base64url")
    .slice(0, 22);
  return `W/"${await market.dataVersion()}-${asked}"`;
}
