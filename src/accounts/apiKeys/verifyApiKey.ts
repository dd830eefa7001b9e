import { timingSafeEqual } from "node:crypto";
import { and, eq, isNotNull, or } from "drizzle-orm";
import { ForbiddenError } from "#domain/errors";
import { planOf } from "#domain/people";
import { accessTo, type Permission } from "#domain/vocabulary";
import { type PeopleStore, peopleTables } from "#stores";
import { evaluateFeatures } from "../features/evaluateFeatures";
import { currentPlan, readUser } from "../users/userRecord";
import { hashOfKey, liveKeys, type StoredRequest } from "./apiKeys";
import { hasJustEnded, type VerifiedKey, verifiedKeys } from "./verifiedKeys";

const { apiKeys, memberships, organizations, users } = peopleTables;

/** Precision of `lastUsedAt`. */
const LAST_USED_STEP_MS = 60_000;

/** The valid key of a secret; null if it is unknown, revoked, expired, or the secret of a link. */
export async function verifyApiKey(store: PeopleStore, key: string): Promise<VerifiedKey | null> {
  const found = await verifySecret(store, key);
  return found?.link === null ? found : null;
}

/**
 * As `verifyApiKey`, by the hash of the secret: for resources created with a key that are used without it.
 * With `isUse` false, `lastUsedAt` is not updated.
 */
export async function verifyKeyByHash(
  store: PeopleStore,
  hash: string,
  { isUse = true }: { isUse?: boolean } = {},
): Promise<VerifiedKey | null> {
  const found = await verifyHash(store, hash, { isUse });
  return found?.link === null ? found : null;
}

/** Whether the secret that verified a key or link is still valid. */
export const isStillValid = async (store: PeopleStore, { hash }: VerifiedKey): Promise<boolean> =>
  (await verifyHash(store, hash, { isUse: false })) !== null;

/** As `verifyApiKey`, for the secret of a spreadsheet link; null for the secret of a key. */
export async function verifySpreadsheetLink(
  store: PeopleStore,
  secret: string,
): Promise<(VerifiedKey & { link: StoredRequest }) | null> {
  const found = await verifySecret(store, secret);
  return found === null || found.link === null ? null : { ...found, link: found.link };
}

const verifySecret = (store: PeopleStore, key: string): Promise<VerifiedKey | null> =>
  verifyHash(store, hashOfKey(key), { isUse: true });

async function verifyHash(
  store: PeopleStore,
  hash: string,
  { isUse }: { isUse: boolean },
): Promise<VerifiedKey | null> {
  const remembered = verifiedKeys(store.db);
  // The cache entry's age starts before the read, so that a key revoked during the read is not cached longer.
  const start = performance.now();
  const found = remembered.get(hash) ?? (await findKey(store, hash, { isUse }));
  if (found === null || (found.expiresAt !== null && found.expiresAt.getTime() <= Date.now())) return null;
  // The key may have been revoked after its row was read.
  if (hasJustEnded(store.db, hash)) return null;
  if (!remembered.has(hash)) remembered.set(hash, found, { start });
  return found;
}

async function findKey(
  store: PeopleStore,
  hash: string,
  { isUse }: { isUse: boolean },
): Promise<VerifiedKey | null> {
  const [row] = await store.db
    .select()
    .from(apiKeys)
    .where(or(eq(apiKeys.hash, hash), eq(apiKeys.previousHash, hash)));
  if (row === undefined || row.revokedAt !== null) return null;
  const isCurrent = row.hash === hash;
  if (!timingSafeEqual(Buffer.from(isCurrent ? row.hash : (row.previousHash ?? "")), Buffer.from(hash)))
    return null;
  // A replaced secret has its own expiry, before that of the key.
  const expiresAt = isCurrent ? row.expiresAt : earlier(row.previousEndsAt ?? new Date(0), row.expiresAt);
  if (expiresAt !== null && expiresAt.getTime() <= Date.now()) return null;
  const whose = { ...row, userId: await countedMaker(store, row) };
  const [isSuspended, owner] = await Promise.all([isOwnerSuspended(store, whose), ownerOf(store, whose)]);
  if (isSuspended) return null;
  if (isUse) await noteUse(store, row);
  const { id, name, isAdmin, organizationId, userId, endpoints, actions } = whose;
  const requestsPerMinute = row.requestsPerMinute ?? owner.requestsPerMinute;
  return {
    id,
    name,
    hash,
    requestsPerMinute,
    isAdmin,
    organizationId,
    userId,
    expiresAt,
    endpoints,
    actions,
    features: owner.features,
    link: row.linkPath === null ? null : { path: row.linkPath, query: row.linkQuery ?? "" },
  };
}

/**
 * Id of the creator of a key, whose roles, flags and suspension apply to it along with its organization's.
 * If the organization keeps the key, null once the creator is no longer a member: then only the
 * organization's apply.
 */
export async function countedMaker(
  { db }: PeopleStore,
  {
    heldBy,
    userId,
    organizationId,
  }: Pick<typeof apiKeys.$inferSelect, "heldBy" | "userId" | "organizationId">,
): Promise<string | null> {
  if (heldBy !== "organization" || userId === null || organizationId === null) return userId;
  const [member] = await db
    .select({ userId: memberships.userId })
    .from(memberships)
    .where(and(eq(memberships.userId, userId), eq(memberships.organizationId, organizationId)));
  return member?.userId ?? null;
}

const earlier = (a: Date, b: Date | null): Date => (b !== null && b < a ? b : a);

/**
 * Whose suspension blocks the secret of an otherwise valid key or link; null if it is valid, unknown, revoked
 * or expired.
 */
async function suspensionOf(store: PeopleStore, secret: string): Promise<"user" | "organization" | null> {
  const hash = hashOfKey(secret);
  const [row] = await store.db
    .select()
    .from(apiKeys)
    .where(and(or(eq(apiKeys.hash, hash), eq(apiKeys.previousHash, hash)), liveKeys(new Date())));
  if (row === undefined) return null;
  const { organizationId } = row;
  if (await isOwnerSuspended(store, { organizationId, userId: null })) return "organization";
  const userId = await countedMaker(store, row);
  return (await isOwnerSuspended(store, { organizationId: null, userId })) ? "user" : null;
}

/** The error message for the secret of a suspended key or link; null if `suspensionOf` is null. */
export async function suspensionMessage(store: PeopleStore, secret: string): Promise<string | null> {
  const suspended = await suspensionOf(store, secret);
  if (suspended === null) return null;
  const owner = suspended === "organization" ? "organization that it belongs to" : "user who created it";
  return `This key or link does not work: the ${owner} is suspended. Contact the site administrator.`;
}

/** @throws ForbiddenError if the secret of a key or link is valid, but its owner is suspended */
export async function requireNotSuspended(store: PeopleStore, secret: string): Promise<void> {
  const message = await suspensionMessage(store, secret);
  if (message !== null) throw new ForbiddenError(message);
}

/** Whether the creator or the organization of a key is suspended. */
export async function isOwnerSuspended(
  { db }: PeopleStore,
  { organizationId, userId }: Pick<VerifiedKey, "organizationId" | "userId">,
): Promise<boolean> {
  const [suspended] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId ?? NO_ID), isNotNull(users.suspendedAt)))
    .union(
      db
        .select({ id: organizations.id })
        .from(organizations)
        .where(and(eq(organizations.id, organizationId ?? NO_ID), isNotNull(organizations.suspendedAt))),
    );
  return suspended !== undefined;
}

/** An id that no row has. */
const NO_ID = "00000000-0000-0000-0000-000000000000";

async function noteUse({ db }: PeopleStore, { id, lastUsedAt }: { id: number; lastUsedAt: Date | null }) {
  const now = new Date();
  if (lastUsedAt !== null && now.getTime() - lastUsedAt.getTime() < LAST_USED_STEP_MS) return;
  await db.update(apiKeys).set({ lastUsedAt: now }).where(eq(apiKeys.id, id));
}

/** Features and rate limit of a key's owner, the latter by plan; null for the operator's keys. */
export async function ownerOf(
  store: PeopleStore,
  { organizationId, userId }: Pick<VerifiedKey, "organizationId" | "userId">,
): Promise<Pick<VerifiedKey, "features" | "requestsPerMinute">> {
  if (organizationId !== null) {
    const [owner] = await store.db.select().from(organizations).where(eq(organizations.id, organizationId));
    const plan = owner === undefined ? "FREE" : currentPlan(owner);
    const subject = { userId: userId ?? "", role: "CUSTOMER", organizationId, plan } as const;
    return {
      features: await evaluateFeatures(store, subject),
      requestsPerMinute: planOf(plan).requestsPerMinute,
    };
  }
  const user = userId === null ? null : await readUser(store, userId);
  return {
    features: user?.features ?? null,
    requestsPerMinute:
      user === null ? null : planOf(user.organization?.plan.type ?? "FREE").requestsPerMinute,
  };
}

/** Properties of a key that determine its permissions. */
type KeyOwner = Pick<VerifiedKey, "features" | "isAdmin" | "organizationId" | "userId">;

/** Whether the owner's plan grants a permission to a key. Without API access it grants none. */
export const apiKeyAllows = (key: KeyOwner, permission: Permission): boolean =>
  apiKeyHasAccess(key) && hasPermission(key, permission);

/** Whether a key can use the API at all, before policies on resources apply. */
export const apiKeyHasAccess = (key: KeyOwner): boolean => hasPermission(key, "api");

function hasPermission(
  { features, isAdmin, organizationId, userId }: KeyOwner,
  permission: Permission,
): boolean {
  if (isAdmin || features === null) return true;
  return accessTo(permission, { id: userId ?? organizationId ?? "", features }) === "allowed";
}
