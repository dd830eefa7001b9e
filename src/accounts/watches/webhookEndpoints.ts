/** Webhook endpoints. */
import { randomBytes } from "node:crypto";
import { and, asc, count, eq } from "drizzle-orm";
import { NotFoundError, UnprocessableError } from "#domain/errors";
import { MAX_WEBHOOK_ENDPOINTS } from "#domain/watches";
import { type PeopleStore, peopleTables } from "#stores";
import { auditWatchChange, lockWatchOwner, ownedBy, type WatchChange, type WatchOwner } from "./watchOwner";

const { webhookEndpoints } = peopleTables;

export type WebhookEndpoint = typeof webhookEndpoints.$inferSelect;

/** As required by the Standard Webhooks specification: 24 to 64 random bytes. */
const newSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`;

export const listEndpoints = ({ db }: PeopleStore, owner: WatchOwner): Promise<WebhookEndpoint[]> =>
  db
    .select()
    .from(webhookEndpoints)
    .where(ownedBy(webhookEndpoints, owner))
    .orderBy(asc(webhookEndpoints.createdAt));

/** @throws NotFoundError for an endpoint of another owner */
export async function readEndpoint(
  { db }: Pick<PeopleStore, "db">,
  id: string,
  owner: WatchOwner,
): Promise<WebhookEndpoint> {
  const [row] = await db
    .select()
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.id, id), ownedBy(webhookEndpoints, owner)));
  if (row === undefined) throw new NotFoundError("Endpoint not found.");
  return row;
}

/** The host of a URL; its path or query can contain a key. */
const hostOf = (url: string) => new URL(url).host;

/**
 * Adds an endpoint. The caller has validated the URL.
 * @returns its secret, which is returned only here
 */
export async function createEndpoint(
  { db }: PeopleStore,
  url: string,
  change: WatchChange,
): Promise<{ id: string; secret: string }> {
  return db.transaction(async (tx) => {
    await lockWatchOwner(tx, change.owner);
    const [existing] = await tx
      .select({ endpoints: count() })
      .from(webhookEndpoints)
      .where(ownedBy(webhookEndpoints, change.owner));
    if ((existing?.endpoints ?? 0) >= MAX_WEBHOOK_ENDPOINTS) {
      throw new UnprocessableError(
        `You can have up to ${MAX_WEBHOOK_ENDPOINTS} endpoints here. Delete one before adding another.`,
      );
    }
    const secret = newSecret();
    const [row] = await tx
      .insert(webhookEndpoints)
      .values({ ...change.owner, url, secret })
      .returning({ id: webhookEndpoints.id });
    if (row === undefined) throw new Error("An endpoint was not stored");
    await auditWatchChange(tx, change, {
      subjectKind: "webhook_endpoint",
      action: "create webhook endpoint",
      subject: row.id,
      detail: hostOf(url),
    });
    return { id: row.id, secret };
  });
}

/** Replaces the secret of an endpoint and returns it only here; the previous one is no longer used. */
export async function rotateSecret({ db }: PeopleStore, id: string, change: WatchChange): Promise<string> {
  return db.transaction(async (tx) => {
    const { url } = await readEndpoint({ db: tx }, id, change.owner);
    const secret = newSecret();
    await tx.update(webhookEndpoints).set({ secret }).where(eq(webhookEndpoints.id, id));
    await auditWatchChange(tx, change, {
      subjectKind: "webhook_endpoint",
      action: "rotate webhook secret",
      subject: id,
      detail: hostOf(url),
    });
    return secret;
  });
}

/** Pauses or resumes an endpoint. Firings during the pause are listed but not sent. */
export async function pauseEndpoint(
  { db }: PeopleStore,
  { id, isPaused }: { id: string; isPaused: boolean },
  change: WatchChange,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { url, pausedAt } = await readEndpoint({ db: tx }, id, change.owner);
    if ((pausedAt !== null) === isPaused) return;
    await tx
      .update(webhookEndpoints)
      .set({ pausedAt: isPaused ? new Date() : null, pausedReason: "", failingSince: null })
      .where(eq(webhookEndpoints.id, id));
    await auditWatchChange(tx, change, {
      subjectKind: "webhook_endpoint",
      action: isPaused ? "pause webhook endpoint" : "resume webhook endpoint",
      subject: id,
      detail: hostOf(url),
    });
  });
}

/** Deletes an endpoint with its log. Watches that used it remain, without a webhook. */
export async function deleteEndpoint({ db }: PeopleStore, id: string, change: WatchChange): Promise<void> {
  await db.transaction(async (tx) => {
    const { url } = await readEndpoint({ db: tx }, id, change.owner);
    await tx.delete(webhookEndpoints).where(eq(webhookEndpoints.id, id));
    await auditWatchChange(tx, change, {
      subjectKind: "webhook_endpoint",
      action: "delete webhook endpoint",
      subject: id,
      detail: hostOf(url),
    });
  });
}
