import { createHash } from "node:crypto";
import type { Context } from "hono";
import { currentDay } from "#domain/days";
import type { Market } from "#market";

/** Set by the build to its own hash. Undefined when running from source. */
declare const CADASTRE_BUILD: string | undefined;
const thisBuild = typeof CADASTRE_BUILD === "undefined" ? "" : CADASTRE_BUILD;

/**
 * Tag of a response, from the URL, format, data version, readable part of the data, day and build, since a later build can
 * return more for the same data. Weak, since compression changes the bytes.
 */
export async function entityTag(
  c: Context,
  market: Pick<Market, "dataVersion" | "scope">,
  format: string,
  build = thisBuild,
): Promise<string> {
  const { pathname, search } = new URL(c.req.url);
  const requestHash = createHash("sha256")
    .update(
      `${pathname}${search} ${format} ${build} ${currentDay()}${market.scope === null ? "" : ` ${market.scope.fingerprint}`}`,
    )
    .digest("base64url")
    .slice(0, 22);
  return `W/"${await market.dataVersion()}-${requestHash}"`;
}
