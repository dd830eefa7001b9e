/** Suspends and restores users and organizations. */
import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { NotFoundError, PreconditionError } from "#domain/errors";
import { type PeopleStore, peopleTables } from "#stores";
import { lockAdministration } from "../administrators/lockAdministration";
import { writeAudit } from "../audit/auditLog";

const { organizations, sessions, users } = peopleTables;

export interface Suspension {
  /** Id of the user or organization. */
  id: string;
  isSuspended: boolean;
  /** Id of the administrator who makes the change. */
  actor: string;
}

/**
 * Suspends a user: their sessions end, they cannot sign in, and keys that they created are rejected until
 * they are restored. Nothing is deleted. Idempotent.
 * @throws PreconditionError for the actor themselves, so that one administrator can undo it; NotFoundError
 */
export async function suspendUser(
  { db }: PeopleStore,
  { id, isSuspended, actor }: Suspension,
): Promise<void> {
  if (id === actor) throw new PreconditionError("You cannot suspend yourself. Ask another administrator.");
  await db.transaction(async (tx) => {
    await lockAdministration(tx, actor);
    const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.id, id));
    if (user === undefined) throw new NotFoundError("User not found.");
    const changed = await tx
      .update(users)
      .set({ suspendedAt: isSuspended ? new Date() : null })
      .where(and(eq(users.id, id), isSuspended ? isNull(users.suspendedAt) : isNotNull(users.suspendedAt)))
      .returning({ id: users.id });
    if (changed.length === 0) return;
    if (isSuspended) await tx.delete(sessions).where(eq(sessions.userId, id));
    const action = isSuspended ? "suspend user" : "restore user";
    await writeAudit(tx, { actor, action, subject: id, subjectKind: "user" });
  });
}

/**
 * Suspends an organization: its keys are rejected and its members have the features of the free plan until it
 * is restored. The plan that was set is unchanged. Idempotent.
 */
export async function suspendOrganization(
  { db }: PeopleStore,
  { id, isSuspended, actor }: Suspension,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [known] = await tx
      .select({ id: organizations.id })
      .from(organizations)
      .where(eq(organizations.id, id));
    if (known === undefined) throw new NotFoundError("Organization not found.");
    const state = isSuspended ? isNull(organizations.suspendedAt) : isNotNull(organizations.suspendedAt);
    const changed = await tx
      .update(organizations)
      .set({ suspendedAt: isSuspended ? new Date() : null })
      .where(and(eq(organizations.id, id), state))
      .returning({ id: organizations.id });
    if (changed.length === 0) return;
    const action = isSuspended ? "suspend organization" : "restore organization";
    await writeAudit(tx, { actor, action, subject: id, subjectKind: "organization" });
  });
}

/** Whether the account of an address is suspended. */
export async function isSuspended({ db }: PeopleStore, email: string): Promise<boolean> {
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), isNotNull(users.suspendedAt)));
  return user !== undefined;
}
