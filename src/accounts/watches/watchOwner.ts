import { and, eq, isNull, type SQL } from "drizzle-orm";
import type { PeopleStore } from "#stores";
import { peopleTables } from "#stores";
import { writeAudit } from "../audit/auditLog";

const { watches, webhookEndpoints } = peopleTables;

/** Owner of watches and endpoints: a user or an organization. */
export type WatchOwner = { userId: string; organizationId: null } | { userId: null; organizationId: string };

/** Condition for rows of an owner. */
export const ownedBy = (
  table: typeof watches | typeof webhookEndpoints,
  { userId, organizationId }: WatchOwner,
): SQL | undefined =>
  userId === null
    ? and(isNull(table.userId), eq(table.organizationId, organizationId))
    : and(eq(table.userId, userId), isNull(table.organizationId));

export interface WatchChange {
  owner: WatchOwner;
  /** Id of the acting user. */
  actor: string;
}

/** Audits changes of an organization's watches; changes of personal watches are not audited. */
export async function auditWatchChange(
  db: Pick<PeopleStore["db"], "insert">,
  { owner, actor }: WatchChange,
  entry: {
    action: string;
    subjectKind: "watch" | "webhook_endpoint";
    subject: string;
    detail?: string;
    before?: object | null;
    after?: object | null;
  },
): Promise<void> {
  if (owner.organizationId === null) return;
  await writeAudit(db, {
    actor,
    ...entry,
    detail: [`organization ${owner.organizationId}`, entry.detail].filter(Boolean).join("; "),
    before: entry.before === undefined || entry.before === null ? null : { ...entry.before },
    after: entry.after === undefined || entry.after === null ? null : { ...entry.after },
  });
}

/** Locks the row of an owner, so that concurrent requests do not both pass a limit. */
export async function lockWatchOwner(
  tx: Pick<PeopleStore["db"], "select">,
  { userId, organizationId }: WatchOwner,
): Promise<void> {
  const { users, organizations } = peopleTables;
  if (userId === null) {
    await tx
      .select({ id: organizations.id })
      .from(organizations)
      .where(eq(organizations.id, organizationId))
      .for("update");
  } else await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("update");
}
