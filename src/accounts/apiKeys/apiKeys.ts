/** Keys of the data API. A key is shown once, when it is made; only its SHA-256 is kept. */
import { createHash, randomBytes } from "node:crypto";
import { and, count, desc, eq, getTableColumns, gt, isNull, or } from "drizzle-orm";
import { ForbiddenError, MAX_LIVE_API_KEYS, NotFoundError, PreconditionError, shownText } from "#domain";
import { type PeopleStore, peopleTables } from "#stores";
import { lockTeam, type Transaction } from "../organizations/lockTeam";
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

/**
 * Makes a key. `key` is returned this once and kept nowhere.
 * @throws PreconditionError where the organization has as many keys as it may have; ForbiddenError
 * where its maker is not a member any more
 */
export async function createApiKey(
  { db }: PeopleStore,
  { actor = "operator", ...draft }: ApiKeyDraft,
): Promise<{ id: number; key: string; prefix: string }> {
  const key = KEY_START + randomBytes(KEY_BYTES).toString("base64url");
  const prefix = key.slice(0, PREFIX_LENGTH);
  const id = await db.transaction(async (tx) => {
    if (draft.organizationId) await admitKey(tx, draft.organizationId, draft.userId ?? null);
    const [made] = await tx
      .insert(apiKeys)
      .values({ ...draft, prefix, hash: hashOfKey(key) })
      .returning({ id: apiKeys.id });
    if (made === undefined) throw new Error("The key could not be saved.");
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

/** Holds the organization, so that of keys that are made at once each counts the ones before. */
async function admitKey(tx: Transaction, organizationId: string, userId: string | null): Promise<void> {
  const { members } = await lockTeam(tx, organizationId);
  if (userId !== null && !members.some((member) => member.userId === userId)) {
    throw new ForbiddenError("You are no longer a member of this organization.");
  }
  const [live] = await tx
    .select({ number: count() })
    .from(apiKeys)
    .where(and(eq(apiKeys.organizationId, organizationId), liveKeys(new Date())));
  const number = live?.number ?? 0;
  if (number >= MAX_LIVE_API_KEYS) {
    throw new PreconditionError(
      `Your organization has ${number} keys, and the limit is ${MAX_LIVE_API_KEYS}. Revoke one first.`,
    );
  }
}

/** Keys that still open something: neither revoked nor expired. */
export const liveKeys = (now: Date) =>
  and(isNull(apiKeys.revokedAt), or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now)));

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
  const rows = await db
    .select(columns)
    .from(apiKeys)
    .where(organizationId === undefined ? undefined : eq(apiKeys.organizationId, organizationId))
    .orderBy(desc(apiKeys.id));
  return rows.map((row) => ({ ...row, name: shownText(row.name) }));
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
