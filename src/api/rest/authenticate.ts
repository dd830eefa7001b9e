import type { Context } from "hono";
import {
  apiKeyAllows,
  apiKeyHasAccess,
  isStillValid,
  requireNotSuspended,
  type VerifiedKey,
  verifyApiKey,
} from "#accounts/apiKeys";
import { requireWork, tooMany, visitorKey } from "#accounts/limits";
import { policiesOf } from "#accounts/policies";
import { ForbiddenError, RateLimitedError, UnauthorizedError } from "#domain/errors";
import {
  type AccessPolicy,
  type ApiKeyAction,
  policyLimits,
  type ReadScope,
  readScope,
  scopeProblem,
  uncountedRows,
} from "#domain/people";
import type { Permission } from "#domain/vocabulary";
import { bearerToken } from "../access/bearerToken";
import { rateHeaders } from "../http/rateHeaders";
import type { SendingGuard } from "../http/sendingGuard";
import type { RestDependencies, RestEnvironment, RestState } from "./restDependencies";

// Clients compare these messages.
const MISSING = "Authorization header missing. Please include a valid API key.";
const INVALID = "Invalid API key. Please ensure that the API key is correct and try again.";

/** Requirements of an endpoint on a key. */
export interface KeyRequirement {
  state: RestState;
  permission: Permission;
  /** Wire name of the requested resource, or null. */
  resource: string | null;
  /** Scope of the endpoint, or null. */
  keyScope: string | null;
  /** The key of a spreadsheet link, which is not in the header. */
  key?: VerifiedKey;
  /** Called only once the key is known, since it can throw. */
  actionOf: () => ApiKeyAction;
  /** Whether the rows of the response were counted before, so that the monthly limit is not checked. */
  areRowsCounted?: boolean;
}

/** An authenticated key, and its readable part of the data. */
export interface AdmittedKey {
  key: VerifiedKey;
  policies: readonly AccessPolicy[];
  scope: ReadScope | null;
  /** Called before reading data. @throws RateLimitedError if the database time of this minute is used up */
  admitWork: () => void;
  /** Counts the request if it was not counted yet: without remaining database time, only requests served from the cache count. */
  noteAnswered: () => void;
  /** Day from which days of history are counted, `YYYY-MM-DD`. */
  day: string;
  /**
   * Runs a task that counts rows, once the organization's monthly limit has room in addition to requests in flight.
   * @param most upper bound of its rows @throws RateLimitedError
   */
  withRowQuota: <T>(
    wanted: { most: number; signal: AbortSignal | null },
    count: () => Promise<T>,
  ) => Promise<T>;
}

/**
 * Authenticates a request by its key: valid, within its limit, with access to `permission`
 * and with the required scope.
 * @throws UnauthorizedError, RateLimitedError, ForbiddenError
 */
export async function authenticate(
  c: Context<RestEnvironment>,
  { people, countRequest, countKey, rowsThisMonth }: RestDependencies,
  {
    state: { limits, rowQuota },
    permission,
    resource,
    keyScope,
    key: known,
    actionOf,
    areRowsCounted = false,
  }: KeyRequirement,
): Promise<AdmittedKey> {
  const key = known ?? (await sentKey(c, people));
  const policies = await policiesOf(people, key);
  const own = policyLimits(policies);
  const limit = Math.min(key.requestsPerMinute ?? limits.keys.rule.points, own.requestsPerMinute ?? Infinity);
  const state = await limits.keys.count(String(key.id), { limit });
  const left = await limits.work.state(visitorKey({ keyId: key.id }));
  for (const [name, value] of Object.entries(rateHeaders(state, left))) c.header(name, value);
  if (state.isOver) throw tooMany(limit, state.retryAfter);
  const action = actionOf();
  const day = today();
  const scope = readScope(policies, { action, today: day });
  requireAccess(key, { scope, permission, resource, keyScope, action });
  const uncounted = uncountedRows(key, policies);
  if (uncounted !== null) throw new ForbiddenError(uncounted);
  const { organizationId } = key;
  const { rowsPerMonth } = own;
  const bounded =
    organizationId === null || rowsPerMonth === null
      ? null
      : {
          organizationId,
          limit: rowsPerMonth,
          used: () => rowsThisMonth?.(organizationId) ?? 0,
          usedUp: () => rowsUsedUp(rowsPerMonth),
        };
  if (bounded !== null && !areRowsCounted && (await bounded.used()) >= bounded.limit) throw bounded.usedUp();
  const note = () => {
    if (organizationId !== null) countRequest?.(organizationId);
    countKey?.(key.id);
  };
  const isNoted = left.remaining > 0;
  if (isNoted) note();
  const withRowQuota: AdmittedKey["withRowQuota"] = async (wanted, count) => {
    const release = bounded === null ? null : await rowQuota.take({ ...bounded, ...wanted });
    try {
      return await count();
    } finally {
      await release?.();
    }
  };
  return {
    key,
    policies,
    scope,
    admitWork: () => requireWork(left),
    noteAnswered: isNoted ? () => {} : note,
    day,
    withRowQuota,
  };
}

/**
 * Requires the permission and scope of a key, regardless of the row filters of its policies.
 * @throws ForbiddenError
 */
export function requireAccess(
  key: VerifiedKey,
  {
    scope,
    permission,
    resource,
    keyScope,
    action,
  }: Pick<KeyRequirement, "permission" | "resource" | "keyScope"> & {
    scope: ReadScope | null;
    action: ApiKeyAction;
  },
): void {
  const opened = resource === null ? null : (scope?.termsOf(resource).openedBy ?? null);
  if (!apiKeyAllows(key, permission) && !(opened !== null && apiKeyHasAccess(key))) {
    throw new ForbiddenError(
      "This API key does not have access to this resource. It requires a plan that includes it.",
    );
  }
  const problem = scopeProblem(key, { scope: keyScope, action });
  if (problem !== null) throw new ForbiddenError(problem);
}

/** Ends a download once its key or spreadsheet link is revoked or expires, or its owner is suspended. */
export const keyGuard = (people: RestDependencies["people"], key: VerifiedKey): SendingGuard => ({
  check: async () => {
    if (!(await isStillValid(people, key))) throw new UnauthorizedError(INVALID);
  },
});

/**
 * The valid key of the `Authorization` header.
 * @throws UnauthorizedError if it is missing or invalid; ForbiddenError if its owner is suspended
 */
async function sentKey(
  c: Context<RestEnvironment>,
  people: RestDependencies["people"],
): Promise<VerifiedKey> {
  const header = c.req.header("authorization");
  if (header === undefined || header.trim() === "") throw new UnauthorizedError(MISSING);
  const sent = bearerToken(header);
  const key = sent === null ? null : await verifyApiKey(people, sent);
  if (key !== null) return key;
  if (sent !== null) await requireNotSuspended(people, sent);
  throw new UnauthorizedError(INVALID);
}

/**
 * The key sent to an endpoint that requires none, and its readable part of the data, so that the response
 * excludes what the key cannot read. Null without a valid key.
 */
export async function sentScope(
  c: Context<RestEnvironment>,
  { people }: RestDependencies,
): Promise<{ key: VerifiedKey; scope: ReadScope | null } | null> {
  try {
    const key = await sentKey(c, people);
    return { key, scope: readScope(await policiesOf(people, key), { action: "read", today: today() }) };
  } catch (error) {
    if (error instanceof UnauthorizedError || error instanceof ForbiddenError) return null;
    throw error;
  }
}

const today = () => new Date().toISOString().slice(0, 10);

function rowsUsedUp(limit: number): RateLimitedError {
  const now = new Date();
  const nextMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
  return new RateLimitedError(
    `Your organization has reached its limit of ${limit.toLocaleString("en")} rows this month. The limit resets on ${new Date(nextMonth).toISOString().slice(0, 10)}.`,
    Math.ceil((nextMonth - now.getTime()) / 1_000),
  );
}
