/** Invitations by email to an organization. They take effect once the receiver has signed in and accepts. */

import { and, count, desc, eq, gt, isNull } from "drizzle-orm";
import { DAY_MS } from "#domain/days";
import { ConflictError, InvalidError, NotFoundError, PreconditionError } from "#domain/errors";
import { emailSchema, type MemberRole } from "#domain/people";
import { type PeopleStore, peopleTables } from "#stores";
import { writeAudit } from "../audit/auditLog";
import { assertMayChangeRole, lockTeam, manager, type TeamAction } from "../organizations/lockTeam";

const { invitations, users } = peopleTables;

export const INVITATION_DAYS = 14;
/** Maximum number of open invitations per organization. */
const MAX_OPEN_INVITATIONS = 50;

export interface Invitation {
  id: string;
  email: string;
  role: MemberRole;
  createdAt: Date;
  expiresAt: Date;
}

/** Neither accepted, declined, revoked nor expired. */
export const openInvitations = (now: Date) =>
  and(
    isNull(invitations.acceptedAt),
    isNull(invitations.declinedAt),
    isNull(invitations.revokedAt),
    gt(invitations.expiresAt, now),
  );

/** Open invitations, newest first. */
export const listInvitations = ({ db }: PeopleStore, organizationId: string): Promise<Invitation[]> =>
  db
    .select({
      id: invitations.id,
      email: invitations.email,
      role: invitations.role,
      createdAt: invitations.createdAt,
      expiresAt: invitations.expiresAt,
    })
    .from(invitations)
    .where(and(eq(invitations.organizationId, organizationId), openInvitations(new Date())))
    .orderBy(desc(invitations.createdAt));

/**
 * Creates an invitation; it replaces an earlier one to the same address.
 * @throws ForbiddenError for plain members, and for admins who invite an owner; ConflictError if the address
 * is a member's; PreconditionError if too many invitations are open
 */
export async function inviteMember(
  { db }: PeopleStore,
  { organizationId, email: address, role, ...by }: TeamAction & { email: string; role: MemberRole },
): Promise<Invitation & { organizationName: string }> {
  const parsed = emailSchema.safeParse(address);
  if (!parsed.success) {
    throw new InvalidError(`${JSON.stringify(address)} is not an email address.`, [
      { path: "email", message: "not an email address" },
    ]);
  }
  const email = parsed.data;
  return db.transaction(async (tx) => {
    const team = await lockTeam(tx, organizationId);
    assertMayChangeRole(manager(team, by), role);
    const [known] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email));
    if (known !== undefined && team.members.some((member) => member.userId === known.id)) {
      throw new ConflictError(`${email} is already a member.`);
    }
    const now = new Date();
    const mine = and(eq(invitations.organizationId, organizationId), openInvitations(now));
    await tx
      .update(invitations)
      .set({ revokedAt: now })
      .where(and(mine, eq(invitations.email, email)));
    const [pending] = await tx.select({ number: count() }).from(invitations).where(mine);
    if ((pending?.number ?? 0) >= MAX_OPEN_INVITATIONS) {
      throw new PreconditionError(
        `You have reached the limit of ${MAX_OPEN_INVITATIONS} open invitations. Withdraw one, or wait until one is answered or expires.`,
      );
    }
    const [made] = await tx
      .insert(invitations)
      .values({
        organizationId,
        email,
        role,
        invitedBy: by.actorId,
        expiresAt: new Date(now.getTime() + INVITATION_DAYS * DAY_MS),
      })
      .returning();
    if (made === undefined) throw new Error("the invitation was not stored");
    await writeAudit(tx, {
      actor: by.actorId,
      action: "invite member",
      subject: made.id,
      subjectKind: "invitation",
      detail: JSON.stringify({ organizationId, role }),
    });
    const { id, createdAt, expiresAt } = made;
    return { id, email, role, createdAt, expiresAt, organizationName: team.organization.name };
  });
}

/** @throws NotFoundError if it is not open or of another organization; ForbiddenError for plain members */
export async function revokeInvitation(
  { db }: PeopleStore,
  { organizationId, id, ...by }: TeamAction & { id: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    manager(await lockTeam(tx, organizationId), by);
    const ended = await tx
      .update(invitations)
      .set({ revokedAt: new Date() })
      .where(
        and(
          eq(invitations.id, id),
          eq(invitations.organizationId, organizationId),
          openInvitations(new Date()),
        ),
      )
      .returning({ id: invitations.id });
    if (ended.length === 0) throw new NotFoundError("This invitation is no longer open.");
    await writeAudit(tx, {
      actor: by.actorId,
      action: "revoke invitation",
      subject: id,
      subjectKind: "invitation",
    });
  });
}
