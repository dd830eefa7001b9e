/** Invitations from the receiver's side. They have no effect before they are accepted. */
import { and, desc, eq } from "drizzle-orm";
import { NotFoundError } from "#domain/errors";
import { type AccountRole, type MemberRole, shownText } from "#domain/people";
import { type PeopleStore, peopleTables } from "#stores";
import { writeAudit } from "../audit/auditLog";
import { lockTeam } from "../organizations/lockTeam";
import { deleteRemovedAddress } from "../organizations/removedAddresses";
import { canInvite } from "./endMembership";
import { openInvitations } from "./invitations";

const { invitations, joinRequests, memberships, organizations, users } = peopleTables;

export interface ReceivedInvitation {
  id: string;
  organizationName: string;
  role: MemberRole;
  /** Address of the inviter. */
  invitedBy: string;
  expiresAt: Date;
}

/** Open invitations to a user's address, newest first. Excludes those whose sender can no longer invite. */
export async function listReceivedInvitations(
  { db }: PeopleStore,
  { email }: { email: string },
): Promise<ReceivedInvitation[]> {
  const rows = await db
    .select({
      id: invitations.id,
      organizationName: organizations.name,
      role: invitations.role,
      inviterRole: memberships.role,
      accountRole: users.role,
      suspendedAt: users.suspendedAt,
      invitedBy: users.email,
      expiresAt: invitations.expiresAt,
    })
    .from(invitations)
    .innerJoin(organizations, eq(organizations.id, invitations.organizationId))
    .innerJoin(users, eq(users.id, invitations.invitedBy))
    .leftJoin(
      memberships,
      and(
        eq(memberships.userId, invitations.invitedBy),
        eq(memberships.organizationId, invitations.organizationId),
      ),
    )
    .where(and(eq(invitations.email, email), openInvitations(new Date())))
    .orderBy(desc(invitations.createdAt));
  return rows
    .filter(({ inviterRole, role, ...account }) => canInvite(roleOf(inviterRole, account), role))
    .map(({ inviterRole: _, accountRole: _account, suspendedAt: _suspended, ...row }) => ({
      ...row,
      organizationName: shownText(row.organizationName),
    }));
}

export interface InvitationResponse {
  userId: string;
  /** The user's verified address. */
  email: string;
  id: string;
}

/**
 * The role that a user has in an organization: site administrators count as owners of each, suspended users
 * have none.
 */
const roleOf = (
  role: MemberRole | null,
  { accountRole, suspendedAt }: { accountRole: AccountRole; suspendedAt: Date | null },
): MemberRole | null => (suspendedAt !== null ? null : accountRole === "ADMIN" ? "owner" : role);

const GONE = "This invitation is no longer open. Ask the sender for a new one.";

/**
 * Makes the receiver of an invitation a member, and the organization their current one.
 * @throws NotFoundError if it is for another address, not open, or its sender can no longer invite
 */
export async function acceptInvitation(
  { db }: PeopleStore,
  { userId, email, id }: InvitationResponse,
): Promise<{ organizationId: string; organizationName: string }> {
  return db.transaction(async (tx) => {
    const mine = and(eq(invitations.id, id), eq(invitations.email, email), openInvitations(new Date()));
    const [found] = await tx.select().from(invitations).where(mine);
    if (found === undefined) throw new NotFoundError(GONE);
    const { organization, members } = await lockTeam(tx, found.organizationId);
    // Read again under the lock: the sender may have been removed meanwhile.
    const [invitation] = await tx.update(invitations).set({ acceptedAt: new Date() }).where(mine).returning();
    if (invitation === undefined || invitation.invitedBy === null) throw new NotFoundError(GONE);
    const { invitedBy } = invitation;
    const inviter = members.find((member) => member.userId === invitedBy);
    const [account] = await tx
      .select({ accountRole: users.role, suspendedAt: users.suspendedAt })
      .from(users)
      .where(eq(users.id, invitedBy));
    if (account === undefined || !canInvite(roleOf(inviter?.role ?? null, account), invitation.role)) {
      throw new NotFoundError(GONE);
    }
    const organizationId = organization.id;
    await tx
      .insert(memberships)
      .values({ userId, organizationId, role: invitation.role })
      .onConflictDoNothing();
    // A personal organization becomes a team with its second member.
    await tx
      .update(organizations)
      .set({ scope: "team" })
      .where(and(eq(organizations.id, organizationId), eq(organizations.scope, "personal")));
    await tx
      .delete(joinRequests)
      .where(and(eq(joinRequests.organizationId, organizationId), eq(joinRequests.userId, userId)));
    await deleteRemovedAddress(tx, { organizationId, email });
    await tx.update(users).set({ currentOrganizationId: organizationId }).where(eq(users.id, userId));
    await writeAudit(tx, {
      actor: userId,
      action: "accept invitation",
      subject: id,
      subjectKind: "invitation",
    });
    return { organizationId, organizationName: shownText(organization.name) };
  });
}

/** @throws NotFoundError as `acceptInvitation` */
export async function declineInvitation(
  { db }: PeopleStore,
  { userId, email, id }: InvitationResponse,
): Promise<void> {
  await db.transaction(async (tx) => {
    const declined = await tx
      .update(invitations)
      .set({ declinedAt: new Date() })
      .where(and(eq(invitations.id, id), eq(invitations.email, email), openInvitations(new Date())))
      .returning({ id: invitations.id });
    if (declined.length === 0) throw new NotFoundError(GONE);
    await writeAudit(tx, {
      actor: userId,
      action: "decline invitation",
      subject: id,
      subjectKind: "invitation",
    });
  });
}
