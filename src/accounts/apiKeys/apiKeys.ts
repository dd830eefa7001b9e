/** Keys of the data API. A key is shown once, when it is made; only its SHA-256 is kept. */
import { createHash, randomBytes } from "node:crypto";
import { and, desc, eq, getTableColumns, isNull } from "drizzle-orm";
import { NotFoundError } from "#domain";
import { type PeopleStore, peopleTables } from "#stores";
import { forgetVerifiedKey } from "./verifiedKeys";

const { apiKeys, auditLog } = peopleTables;

const KEY_START = "cad_";
const KEY_BYTES = 32;
/** Characters by which a person recognises a key: its start and a few of chance. */
const PREFIX_LENGTH = KEY_START.length + 6;

/** Keys carry 256 bits of chance, so a plain digest protects them. */
export const hashOfKey = (key: string): string => createHash("sha256").update(key).digest("hex");

export interface ApiKeyDraft {
  name: string;
  expiresAt?: Date | null;
  /** Null takes the default of the API. */
  requestsPerMinute?: number | null;
  isAdmin?: boolean;
  /** Whose key it is; null for keys that the operator makes. */
  organizationId?: string | null;
  userId?: string | null;
  /** Who makes it, for the audit log. */
  actor?: string;
}

/** Makes a key. `key` is returned this once and kept nowhere. */
export async function createApiKey(
  { db }: PeopleStore,
  { actor = "operator", ...draft }: ApiKeyDraft,
): Promise<{ id: number; key: string; prefix: string }> {
  const key = KEY_START + randomBytes(KEY_BYTES).toString("base64url");
  const prefix = key.slice(0, PREFIX_LENGTH);
  const id = await db.transaction(async (tx) => {
    const [made] = await tx
      .insert(apiKeys)
      .values({ ...draft, prefix, hash: hashOfKey(key) })
      .returning({ id: apiKeys.id });
    if (made === undefined) throw new Error("The key was not kept.");
    await tx.insert(auditLog).values({
      actor,
      action: "create API key",
      subject: String(made.id),
      detail: JSON.stringify({ name: draft.name, prefix }),
    });
    return made.id;
  });
  return { id, key, prefix };
}

export interface ApiKeySummary {
  id: number;
  name: string;
  prefix: string;
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
  requestsPerMinute: number | null;
  isAdmin: boolean;
  organizationId: string | null;
  userId: string | null;
}

/** Keys, newest first: all of them, or those of an organization. */
export async function listApiKeys(
  { db }: PeopleStore,
  { organizationId }: { organizationId?: string } = {},
): Promise<ApiKeySummary[]> {
  const { hash: _, ...columns } = getTableColumns(apiKeys);
  return db
    .select(columns)
    .from(apiKeys)
    .where(organizationId === undefined ? undefined : eq(apiKeys.organizationId, organizationId))
    .orderBy(desc(apiKeys.id));
}

/**
 * Ends a key for ever. Ending one that has ended already changes nothing.
 * @throws NotFoundError where there is no such key, or it belongs to another organization than the one named.
 */
export async function revokeApiKey(
  { db }: PeopleStore,
  id: number,
  { organizationId, actor = "operator" }: { organizationId?: string; actor?: string } = {},
): Promise<void> {
  const whose = and(
    eq(apiKeys.id, id),
    organizationId === undefined ? undefined : eq(apiKeys.organizationId, organizationId),
  );
  await db.transaction(async (tx) => {
    const [known] = await tx.select({ id: apiKeys.id }).from(apiKeys).where(whose);
    if (known === undefined) throw new NotFoundError(`There is no API key ${id}.`);
    const ended = await tx
      .update(apiKeys)
      .set({ revokedAt: new Date() })
      .where(and(whose, isNull(apiKeys.revokedAt)))
      .returning({ id: apiKeys.id });
    if (ended.length === 0) return;
    await tx.insert(auditLog).values({ actor, action: "revoke API key", subject: String(id) });
  });
  forgetVerifiedKey(db, id);
}
