import type { Context } from "hono";
import { apiKeyAllows, type VerifiedKey, verifyApiKey } from "#accounts";
import { ForbiddenError, type Permission, UnauthorizedError } from "#domain";
import { rateHeaders, tooMany } from "../limits/rateLimits";
import { requireWork } from "../limits/workLimits";
import {
  DEFAULT_REQUESTS_PER_MINUTE,
  type RestDependencies,
  type RestEnvironment,
  type RestState,
} from "./restDependencies";

// Clients compare these words.
const MISSING = "Authorization header missing. Please include a valid API key.";
const INVALID = "Invalid API key. Please ensure that the API key is correct and try again.";

/**
 * Admits a request by its key: known, within its limit, allowed to read what needs `permission`.
 * @throws UnauthorizedError, RateLimitedError, ForbiddenError
 */
export async function authenticate(
  c: Context<RestEnvironment>,
  { people, countRequest, requestsPerMinute = DEFAULT_REQUESTS_PER_MINUTE }: RestDependencies,
  { state: { limits, work }, permission }: { state: RestState; permission: Permission },
): Promise<VerifiedKey> {
  const header = c.req.header("authorization");
  if (header === undefined || header.trim() === "") throw new UnauthorizedError(MISSING);
  const sent = /^Bearer +(\S+) *$/i.exec(header)?.[1];
  const key = sent === undefined ? null : await verifyApiKey(people, sent);
  if (key === null) throw new UnauthorizedError(INVALID);
  const limit = key.requestsPerMinute ?? requestsPerMinute;
  const state = await limits.count(String(key.id), limit);
  const left = await work.state(`key ${key.id}`);
  for (const [name, value] of Object.entries(rateHeaders(state, left))) c.header(name, value);
  if (state.isOver) throw tooMany(limit, state.retryAfter);
  requireWork(left);
  if (!apiKeyAllows(key, permission)) {
    throw new ForbiddenError(
      "This API key does not have access to this resource. It requires a plan that includes it.",
    );
  }
  if (key.organizationId !== null) countRequest?.(key.organizationId);
  return key;
}
