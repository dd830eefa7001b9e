import { createHash } from "node:crypto";
import type { Context } from "hono";
import { currentDay } from "#domain/days";
import type { Market } from "#market";

/** Set by the build to its own hash. Undefined when running from source. */
declare const CADASTRE_BUILD: string | undefined;
const thisBuild = typeof CADASTRE_BUILD === "undefined" ? "" : CADASTRE_BUILD;

/**
 * Tag of a response, from its data version and all that distinguishes the request. Weak, since compression changes the
 * bytes.
 */
export const entityTag = async (
  c: Context,
  market: Pick<Market, "dataVersion" | "scope" | "dated">,
  format: string,
  build = thisBuild,
): Promise<string> => tagOf(await market.dataVersion(), requestHash(c, market, format, build));

/** @param version data version since which the response is the same */
export const tagOf = (version: string, hash: string): string => `W/"${version}-${hash}"`;

/**
 * The URL, format, readable part of the data, earlier publication, day and build of a request, since a later build can
 * return more for the same data.
 */
export function requestHash(
  c: Context,
  market: Pick<Market, "scope" | "dated">,
  format: string,
  build = thisBuild,
): string {
  const { pathname, search } = new URL(c.req.url);
  const dated = market.dated === null ? "" : ` as of ${market.dated.version}`;
  return createHash("sha256")
    .update(
      `${pathname}${search} ${format} ${build} ${currentDay()}${market.scope === null ? "" : ` ${market.scope.fingerprint}`}${dated}`,
    )
    .digest("base64url")
    .slice(0, 22);
}
