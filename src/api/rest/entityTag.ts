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

const tagOf = (version: string, hash: string): string => `W/"${version}-${hash}"`;

/** What a response is known by: its request, and of a cached one its content. */
export interface TaggedResponse {
  /** `requestHash` of the request. */
  hash: string;
  /** Data version at which it was computed. */
  since: string;
  /** Hash of the content; null for a file, which is not cached. */
  digest: string | null;
}

export const responseTag = ({ hash, since, digest }: TaggedResponse): string =>
  tagOf(since, digest === null ? hash : `${hash}-${digest}`);

/**
 * The tag among those of `If-None-Match` of a response to the same request at this data version, or with the same content;
 * null if there is none. `*` matches any existing response, which is only known once it is computed.
 */
export function matchingTag(
  ifNoneMatch: string | null | undefined,
  { hash, version, digest }: { hash: string; version: string; digest: string | null },
): string | null {
  for (const [tag, since, ofRequest, ofContent] of (ifNoneMatch ?? "").matchAll(TAG)) {
    if (ofRequest !== hash) continue;
    if (since === version || (digest !== null && ofContent === digest))
      return tag.startsWith("W/") ? tag : `W/${tag}`;
  }
  return null;
}

/** Proxies that compress a response change strong tags to weak ones, and some back. */
const TAG = /(?:W\/)?"(\w+)-([\w-]{22})(?:-([\w-]{12}))?"/g;

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
