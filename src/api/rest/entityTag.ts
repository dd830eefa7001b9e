import { createHash } from "node:crypto";
import type { Context } from "hono";
import { currentDay } from "#domain";
import type { Market } from "#market";

/** Put in by the build: what it was made from. Sources that run as they are have none. */
declare const CADASTRE_BUILD: string | undefined;
const thisBuild = typeof CADASTRE_BUILD === "undefined" ? "" : CADASTRE_BUILD;

/**
 * Tag of an answer: what was asked, in which format, of which data and which part of it, on which day, and which build
 * answers, since a later one may say more of the same data. Weak, as compression changes the bytes.
 */
export async function entityTag(
  c: Context,
  market: Pick<Market, "dataVersion" | "scope">,
  format: string,
  build = thisBuild,
): Promise<string> {
  const { pathname, search } = new URL(c.req.url);
  const asked = createHash("sha256")
    .update(
      `${pathname}${search} ${format} ${build} ${currentDay()}${market.scope === null ? "" : ` ${market.scope.fingerprint}`}`,
    )
    .digest("base64url")
    .slice(0, 22);
  return `W/"${await market.dataVersion()}-${asked}"`;
}
