/** Data API keys. The secret is shown once, on creation; only its SHA-256 is stored. */
import { createHash, randomBytes } from "node:crypto";
import { and, count, desc, eq, getTableColumns, gt, isNotNull, isNull, or, sql } from "drizzle-orm";
import { ForbiddenError, NotFoundError, PreconditionError } from "#domain/errors";
import {
  type ApiKeyAction,
  type ApiKeyHolder,
  type ApiKeyScope,
  apiKeyActions,
  MAX_LIVE_API_KEYS,
  shownText,
} from "#domain/people";
import { type PeopleStore, peopleTables } from "#stores";
import { writeAudit } from "../audit/auditLog";
import { lockTeam, type Transaction } from "../organizations/lockTeam";
import { forgetKey, forgetSecrets } from "./verifiedKeys";

const { apiKeys } = peopleTables;

const KEY_START = "cad_";
/** Prefix of the secrets of spreadsheet links, which open a single request. */
export const LINK_START = "lnk_";
const KEY_BYTES = 32;
/** Visible characters of a secret, to recognize the key: the start and six random characters. */
const PREFIX_LENGTH = KEY_START.length + 6;

/** Keys have 256 bits of entropy, so a plain digest is sufficient. */
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
  /** Null uses the default of the API. */
  requestsPerMinute?: number | null;
  isAdmin?: boolean;
  /** Organization that owns the key; null for the operator's keys. */
  organizationId?: string | null;
  userId?: string | null;
  heldBy?: ApiKeyHolder;
  /** Endpoints the key is limited to. Default: no limit. */
  endpoints?: string[] | null;
  actions?: ApiKeyAction[];
  /** Who creates it, for the audit log. */
  actor?: string;
}

/** The only request that a spreadsheet link serves. */
export interface StoredRequest {
  /** Path of the endpoint, such as `/assets`. */
  path: string;
  /** Query parameters, as JSON. */
  query: string;
}

/**
 * Creates a key. The secret `key` is returned only here and never stored.
 * @throws PreconditionError if the organization has reached its limit of keys; ForbiddenError if the creator
 * is no longer a member
 */
export const createApiKey = ({ db }: PeopleStore, draft: ApiKeyDraft): Promise<CreatedKey> =>
  db.transaction((tx) => insertApiKey(tx, draft));

/** A new key with its secret, which is not stored. */
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

/** Locks the organization, so that concurrent creations count each other against the limit. */
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

/** Condition for keys that are neither revoked nor expired. */
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
  /** When the secret was last replaced, and until when the previous one works. */
  rotatedAt: Date | null;
  previousEndsAt: Date | null;
  /** Path that a spreadsheet link serves; null for keys. */
  linkPath: string | null;
  linkQuery: string | null;
}

/** Filter of keys and spreadsheet links; empty selects all. */
export interface ApiKeySelection {
  organizationId?: string;
  /** Id of their creator. */
  userId?: string;
  kind?: "key" | "link";
}

/** Maximum number of ended keys listed; their total is unbounded. */
export const LISTED_ENDED_KEYS = 100;

const { hash: _, previousHash: __, requiredPolicies: ___, ...shownColumns } = getTableColumns(apiKeys);
const summaryOf = (
  row: Omit<typeof apiKeys.$inferSelect, "hash" | "previousHash" | "requiredPolicies">,
): ApiKeySummary => ({
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

/** Keys and spreadsheet links, newest first: all live ones and the newest ended ones. */
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

/** Reads a key or link, live or ended; null if it does not exist. */
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

/** The key to change, the organization to which the change is limited, and the actor. */
export interface KeyAction {
  organizationId?: string;
  actor?: string;
}

const keyNamed = (id: number, organizationId: string | undefined) =>
  and(
    eq(apiKeys.id, id),
    organizationId === undefined ? undefined : eq(apiKeys.organizationId, organizationId),
  );

/** @throws NotFoundError if the key does not exist or belongs to another organization than the one given */
async function lockKey(tx: Transaction, id: number, organizationId: string | undefined) {
  const [known] = await tx.select().from(apiKeys).where(keyNamed(id, organizationId)).for("update");
  if (known === undefined) throw new NotFoundError(`There is no API key ${id}.`);
  return known;
}

/**
 * Revokes a key with all of its secrets. No effect if it has already ended.
 * @throws NotFoundError if the key does not exist or belongs to another organization than the one given
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
 * Replaces the secret of a key; the new one is returned only here. The previous one is rejected immediately,
 * or after `graceHours`. Operators can also rotate spreadsheet links.
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
    // A link reads as its creator. Within an organization, only the creator receives its secret.
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
    // At most two secrets work: the new one and the previous one.
    return { key, prefix, ended: [known.previousHash, hasGrace ? null : known.hash] };
  });
  forgetSecrets(db, ended);
  forgetKey(db, id);
  return { id, key, prefix };
}

/**
 * Sets whether a key stays with its organization when its creator leaves, or ends with their membership.
 * @throws NotFoundError as `revokeApiKey`; PreconditionError if it would end with a membership that has
 * already ended
 */
export async function setKeyHolder(
  { db }: PeopleStore,
  id: number,
  { heldBy, organizationId, actor = "operator" }: KeyAction & { heldBy: ApiKeyHolder },
): Promise<void> {
  await db.transaction(async (tx) => {
    // Locks the team before the key, in the order of a departure: a creator who leaves concurrently is either
    // gone or waits.
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
