/** Keys of the data API. A key is shown once, when it is made; only its SHA-256 is kept. */
import { createHash, randomBytes } from "node:crypto";
import { and, count, desc, eq, getTableColumns, gt, isNotNull, isNull, or, sql } from "drizzle-orm";
import {
  type ApiKeyAction,
  type ApiKeyHolder,
  type ApiKeyScope,
  apiKeyActions,
  ForbiddenError,
  MAX_LIVE_API_KEYS,
  NotFoundError,
  PreconditionError,
  shownText,
} from "#domain";
import { type PeopleStore, peopleTables } from "#stores";
import { writeAudit } from "../audit/writeAudit";
import { lockTeam, type Transaction } from "../organizations/lockTeam";
import { forgetKey, forgetSecrets } from "./verifiedKeys";

const { apiKeys } = peopleTables;

const KEY_START = "cad_";
/** A link for spreadsheets opens nothing else, and is told apart at sight. */
export const LINK_START = "lnk_";
const KEY_BYTES = 32;
/** Characters by which a person recognises a key: its start and a few of chance. */
const PREFIX_LENGTH = KEY_START.length + 6;

/** Keys carry 256 bits of chance, so a plain digest protects them. */
export const hashOfKey = (key: string): string => createHash("sha256").update(key).digest("hex");

export function newSecret(start: typeof KEY_START | typeof LINK_START = KEY_START): {
  key: string;
  prefix: string;
} {
  const key = start + randomBytes(KEY_BYTES).toString("base64url");
  return { key, prefix: key.slice(0, PREFIX_LENGTH) };
}

export interface ApiKeyDraft {
  name: string;
  expiresAt?: Date | null;
  /** Null takes the default of the API. */
  requestsPerMinute?: number | null;
  isAdmin?: boolean;
  /** Whose key it is; null for keys that the operator makes. */
  organizationId?: string | null;
  userId?: string | null;
  heldBy?: ApiKeyHolder;
  /** What it is limited to. Default: nothing. */
  endpoints?: string[] | null;
  actions?: ApiKeyAction[];
  /** Who makes it, for the audit log. */
  actor?: string;
}

/** The one request that a link for spreadsheets answers. */
export interface StoredRequest {
  /** Of an endpoint, such as `/assets`. */
  path: string;
  /** The query, as JSON. */
  query: string;
}

/**
 * Makes a key. `key` is returned this once and kept nowhere.
 * @throws PreconditionError where the organization has as many keys as it may have; ForbiddenError
 * where its maker is not a member any more
 */
export const createApiKey = ({ db }: PeopleStore, draft: ApiKeyDraft): Promise<CreatedKey> =>
  db.transaction((tx) => insertApiKey(tx, draft));

/** A new key with its secret, which is stored nowhere. */
export interface CreatedKey {
  id: number;
  key: string;
  prefix: string;
}

/** As `createApiKey`, within a transaction. */
export async function insertApiKey(
  tx: Transaction,
  { actor = "operator", ...draft }: ApiKeyDraft,
): Promise<CreatedKey> {
  const { key, prefix } = newSecret();
  if (draft.organizationId) await admitKey(tx, draft.organizationId, draft.userId ?? null);
  const [made] = await tx
    .insert(apiKeys)
    .values({ ...draft, prefix, hash: hashOfKey(key) })
    .returning({ id: apiKeys.id });
  if (made === undefined) throw new Error("The key could not be saved.");
  await writeAudit(tx, {
    actor,
    action: "create API key",
    subject: String(made.id),
    subjectKind: "api_key",
    detail: JSON.stringify({
      name: draft.name,
      prefix,
      endpoints: draft.endpoints ?? null,
      actions: draft.actions ?? apiKeyActions,
      heldBy: draft.heldBy ?? "maker",
    }),
  });
  return { id: made.id, key, prefix };
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
    .where(and(eq(apiKeys.organizationId, organizationId), isNull(apiKeys.linkPath), liveKeys(new Date())));
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

export interface ApiKeySummary extends ApiKeyScope {
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
  heldBy: ApiKeyHolder;
  /** When its secret was last replaced, and until when the one before goes on working. */
  rotatedAt: Date | null;
  previousEndsAt: Date | null;
  /** What a link for spreadsheets answers; null for keys. */
  linkPath: string | null;
  linkQuery: string | null;
}

/** Which keys and links for spreadsheets are meant; all of them where nothing is said. */
export interface ApiKeySelection {
  organizationId?: string;
  /** Who made them. */
  userId?: string;
  kind?: "key" | "link";
}

/** Ended ones that are listed where there are more: their number has no bound. */
export const LISTED_ENDED_KEYS = 100;

const { hash: _, previousHash: __, ...shownColumns } = getTableColumns(apiKeys);
const summaryOf = (row: Omit<typeof apiKeys.$inferSelect, "hash" | "previousHash">): ApiKeySummary => ({
  ...row,
  name: shownText(row.name),
});

const selected = ({ organizationId, userId, kind }: ApiKeySelection) =>
  and(
    organizationId === undefined ? undefined : eq(apiKeys.organizationId, organizationId),
    userId === undefined ? undefined : eq(apiKeys.userId, userId),
    kind === undefined ? undefined : (kind === "key" ? isNull : isNotNull)(apiKeys.linkPath),
  );

/** Every key and link for spreadsheets of the installation, newest first. */
export async function allApiKeys({ db }: PeopleStore): Promise<ApiKeySummary[]> {
  const rows = await db.select(shownColumns).from(apiKeys).orderBy(desc(apiKeys.id));
  return rows.map(summaryOf);
}

/** Keys and links for spreadsheets, newest first: those that open something, and the newest that ended. */
export async function listApiKeys({ db }: PeopleStore, selection: ApiKeySelection): Promise<ApiKeySummary[]> {
  const live = liveKeys(new Date());
  const [open, ended] = await Promise.all([
    db
      .select(shownColumns)
      .from(apiKeys)
      .where(and(selected(selection), live)),
    db
      .select(shownColumns)
      .from(apiKeys)
      .where(and(selected(selection), sql`not (${live})`))
      .orderBy(desc(apiKeys.id))
      .limit(LISTED_ENDED_KEYS),
  ]);
  return [...open, ...ended].sort((a, b) => b.id - a.id).map(summaryOf);
}

/** One of them, ended or not; null where there is none of this id. */
export async function readApiKey(
  { db }: PeopleStore,
  id: number,
  selection: ApiKeySelection,
): Promise<ApiKeySummary | null> {
  const [row] = await db
    .select(shownColumns)
    .from(apiKeys)
    .where(and(selected(selection), eq(apiKeys.id, id)));
  return row === undefined ? null : summaryOf(row);
}

/** Which key, of which organization where only its own may be changed, and who changes it. */
export interface KeyAction {
  organizationId?: string;
  actor?: string;
}

const keyNamed = (id: number, organizationId: string | undefined) =>
  and(
    eq(apiKeys.id, id),
    organizationId === undefined ? undefined : eq(apiKeys.organizationId, organizationId),
  );

/** @throws NotFoundError where there is no such key, or it belongs to another organization than the one named. */
async function lockKey(tx: Transaction, id: number, organizationId: string | undefined) {
  const [known] = await tx.select().from(apiKeys).where(keyNamed(id, organizationId)).for("update");
  if (known === undefined) throw new NotFoundError(`There is no API key ${id}.`);
  return known;
}

/**
 * Ends a key for ever, with every secret of it. Ending one that has ended already changes nothing.
 * @throws NotFoundError where there is no such key, or it belongs to another organization than the one named.
 */
export async function revokeApiKey(
  { db }: PeopleStore,
  id: number,
  { organizationId, actor = "operator" }: KeyAction = {},
): Promise<void> {
  const secrets = await db.transaction(async (tx) => {
    const { hash, previousHash, revokedAt } = await lockKey(tx, id, organizationId);
    if (revokedAt === null) {
      await tx.update(apiKeys).set({ revokedAt: new Date() }).where(eq(apiKeys.id, id));
      await writeAudit(tx, { actor, action: "revoke API key", subject: String(id), subjectKind: "api_key" });
    }
    return [hash, previousHash];
  });
  forgetSecrets(db, secrets);
}

/**
 * Gives a key a new secret, which is returned this once. The one before ends at once, or after some hours. An operator does
 * the same with a link for spreadsheets.
 * @throws NotFoundError as `revokeApiKey`; PreconditionError for a key that has ended
 */
export async function rotateApiKey(
  { db }: PeopleStore,
  id: number,
  { graceHours, organizationId, actor = "operator" }: KeyAction & { graceHours: number },
): Promise<{ id: number; key: string; prefix: string }> {
  const { key, prefix, ended } = await db.transaction(async (tx) => {
    const known = await lockKey(tx, id, organizationId);
    const isLink = known.linkPath !== null;
    // A link reads as its maker: within an organization, only its maker receives its secret.
    if (isLink && organizationId !== undefined) throw new NotFoundError(`There is no API key ${id}.`);
    const { key, prefix } = newSecret(isLink ? LINK_START : undefined);
    const now = new Date();
    if (known.revokedAt !== null || (known.expiresAt !== null && known.expiresAt <= now)) {
      throw new PreconditionError("This key is revoked or expired. Create a new one.");
    }
    const hasGrace = graceHours > 0;
    await tx
      .update(apiKeys)
      .set({
        hash: hashOfKey(key),
        prefix,
        rotatedAt: now,
        previousHash: hasGrace ? known.hash : null,
        previousEndsAt: hasGrace ? new Date(now.getTime() + graceHours * 3_600_000) : null,
      })
      .where(eq(apiKeys.id, id));
    await writeAudit(tx, {
      actor,
      action: "rotate API key",
      subject: String(id),
      subjectKind: "api_key",
      detail: JSON.stringify({ graceHours }),
      before: { prefix: known.prefix },
      after: { prefix },
    });
    // Of three secrets, two work at most.
    return { key, prefix, ended: [known.previousHash, hasGrace ? null : known.hash] };
  });
  forgetSecrets(db, ended);
  forgetKey(db, id);
  return { id, key, prefix };
}

/**
 * Has a key stay with its organization when whoever made it leaves, or end with their membership again.
 * @throws NotFoundError as `revokeApiKey`; PreconditionError where it would end with a membership that has ended
 */
export async function setKeyHolder(
  { db }: PeopleStore,
  id: number,
  { heldBy, organizationId, actor = "operator" }: KeyAction & { heldBy: ApiKeyHolder },
): Promise<void> {
  await db.transaction(async (tx) => {
    // Before the key, as a departure does: a maker who leaves meanwhile is gone, or waits.
    const team = organizationId === undefined ? null : await lockTeam(tx, organizationId);
    const known = await lockKey(tx, id, organizationId);
    if (known.linkPath !== null) throw new NotFoundError(`There is no API key ${id}.`);
    if (known.heldBy === heldBy) return;
    if (heldBy === "maker" && team !== null && !team.members.some((m) => m.userId === known.userId)) {
      throw new PreconditionError(
        "The creator of this key has left the organization. Revoke the key, or let the organization keep it.",
      );
    }
    await tx.update(apiKeys).set({ heldBy }).where(eq(apiKeys.id, id));
    await writeAudit(tx, {
      actor,
      action: "change holder of API key",
      subject: String(id),
      subjectKind: "api_key",
      before: { heldBy: known.heldBy },
      after: { heldBy },
    });
  });
  forgetKey(db, id);
}
