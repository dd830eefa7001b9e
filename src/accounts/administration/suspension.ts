/** Keeping people and organizations out, and letting them in again. */
import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { NotFoundError, PreconditionError } from "#domain";
import { type PeopleStore, peopleTables } from "#stores";
import { lockAdministration } from "../administrators/lockAdministration";
import { writeAudit } from "../audit/writeAudit";

const { organizations, sessions, users } = peopleTables;

export interface Suspension {
  /** Id of the user or organization. */
  id: string;
  isSuspended: boolean;
  /** Id of the administrator who does it. */
  actor: string;
}

/**
 * Keeps somebody out: their sessions end, they cannot sign in, and the keys that they made open nothing
 * until they are let in again. Nothing of theirs is removed. Doing it twice changes nothing.
 * @throws PreconditionError for oneself, since nobody may be left to undo it; NotFoundError
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
 * Has an organization count as one without a plan: its keys open nothing and its members have what the free
 * plan gives, until it is restored. Its plan stays as it was set. Doing it twice changes nothing.
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

/** Whether the account of an address is kept out. */
export async function isSuspended({ db }: PeopleStore, email: string): Promise<boolean> {
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), isNotNull(users.suspendedAt)));
  return user !== undefined;
}
