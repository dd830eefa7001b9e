import { timingSafeEqual } from "node:crypto";
import { eq } from "drizzle-orm";
import { accessTo, type Permission, planOf } from "#domain";
import { type PeopleStore, peopleTables } from "#stores";
import { evaluateFeatures } from "../features/evaluateFeatures";
import { currentPlan, readUser } from "../users/userRecord";
import { hashOfKey } from "./apiKeys";
import { hasJustEnded, type VerifiedKey, verifiedKeys } from "./verifiedKeys";

const { apiKeys, organizations } = peopleTables;

/** How precisely `lastUsedAt` is kept. */
const LAST_USED_STEP_MS = 60_000;

/** The key that a caller sent, where it is valid now; null where it is unknown, revoked or expired. */
export async function verifyApiKey(store: PeopleStore, key: string): Promise<VerifiedKey | null> {
  const hash = hashOfKey(key);
  const remembered = verifiedKeys(store.db);
  const found = remembered.get(hash) ?? (await findKey(store, hash));
  if (found === null || (found.expiresAt !== null && found.expiresAt.getTime() <= Date.now())) return null;
  // It may have ended after its row was read.
  if (hasJustEnded(store.db, found.id)) return null;
  if (!remembered.has(hash)) remembered.set(hash, found);
  return found;
}

async function findKey(store: PeopleStore, hash: string): Promise<VerifiedKey | null> {
  const [row] = await store.db.select().from(apiKeys).where(eq(apiKeys.hash, hash));
  if (row === undefined || row.revokedAt !== null) return null;
  if (!timingSafeEqual(Buffer.from(row.hash), Buffer.from(hash))) return null;
  await noteUse(store, row);
  const { id, name, isAdmin, organizationId, userId, expiresAt } = row;
  const owner = await ownerOf(store, row);
  const requestsPerMinute = row.requestsPerMinute ?? owner.requestsPerMinute;
  return {
    id,
    name,
    requestsPerMinute,
    isAdmin,
    organizationId,
    userId,
    expiresAt,
    features: owner.features,
  };
}

async function noteUse({ db }: PeopleStore, { id, lastUsedAt }: { id: number; lastUsedAt: Date | null }) {
  const now = new Date();
  if (lastUsedAt !== null && now.getTime() - lastUsedAt.getTime() < LAST_USED_STEP_MS) return;
  await db.update(apiKeys).set({ lastUsedAt: now }).where(eq(apiKeys.id, id));
}

/** What whoever owns a key may do, and how often by their plan; null for keys that the operator made. */
async function ownerOf(
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

/** Whether a key may read what needs a permission. The key of somebody who has lost API access reads nothing. */
export function apiKeyAllows(
  { features, isAdmin, organizationId, userId }: VerifiedKey,
  permission: Permission,
): boolean {
  if (isAdmin || features === null) return true;
  const caller = { id: userId ?? organizationId ?? "", features };
  return accessTo("api", caller) === "allowed" && accessTo(permission, caller) === "allowed";
}
