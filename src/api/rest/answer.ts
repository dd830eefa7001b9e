import type { Context } from "hono";
import type { Permission } from "#domain";
import type { RowFile } from "#market";
import { authenticate } from "./authenticate";
import { entityTag, isHeld } from "./entityTag";
import { fileResponse } from "./fileResponse";
import { negotiateFormat } from "./negotiateFormat";
import type { RateLimits } from "./rateLimits";
import type { RestDependencies, RestEnvironment } from "./restDependencies";

/** One thing the API answers. */
export interface Endpoint {
  /** What a key must be allowed; null where no key is needed. */
  permission: Permission | null;
  json: () => object | Promise<object>;
  /** The same as a file; left out where there is none. */
  file?: (format: RowFile["format"]) => Promise<RowFile>;
  /** Name of the file without its ending. */
  fileName?: string;
  /** Whether it changes with more than the data, so that no client may keep it. */
  isVolatile?: boolean;
}

/** Admits a request, tells a client that holds the answer so, and gives the answer in the format asked for. */
export async function answer(
  c: Context<RestEnvironment>,
  dependencies: RestDependencies,
  { limits, endpoint }: { limits: RateLimits; endpoint: Endpoint },
): Promise<Response> {
  const { permission, json, file, fileName = "cadastre", isVolatile = false } = endpoint;
  if (permission !== null) await authenticate(c, dependencies, { limits, permission });
  const format = file === undefined ? "json" : negotiateFormat(c);
  const tag = isVolatile ? null : await entityTag(c, dependencies.market, format);
  const body =
    tag !== null && isHeld(c, tag)
      ? null
      : await (format === "json" || file === undefined ? json() : file(format));
  // Only now: an error answer must not carry the tag of the answer that could not be given.
  if (tag !== null) c.header("ETag", tag);
  const audience = permission === null ? "public" : "private";
  c.header("Cache-Control", isVolatile ? "no-store" : `${audience}, max-age=0, must-revalidate`);
  c.header("Vary", "Accept, Authorization", { append: true });
  if (body === null) return c.body(null, 304);
  return isRowFile(body) ? fileResponse(c, body, fileName) : c.json(body);
}

const isRowFile = (body: object): body is RowFile => "bytes" in body && "contentType" in body;
