/** Members of an organization: who they are, what they may do, and how they go. */
import { and, asc, eq } from "drizzle-orm";
import { type MemberRole, NotFoundError } from "#domain";
import { type PeopleStore, peopleTables } from "#stores";
import { writeAudit } from "../audit/writeAudit";
import { openPersonalOrganization } from "../organizations/openPersonalOrganization";
import { keepsAnOwner, lockTeam, manager, mayTouchRole, type TeamAction, type Transaction } from "./lockTeam";

const { memberships, users } = peopleTables;

export interface Member {
  userId: string;
  name: string | null;
  email: string;
  role: MemberRole;
  joinedAt: Date;
}

/** Members, the one who joined first first. */
export const listMembers = ({ db }: PeopleStore, organizationId: string): Promise<Member[]> =>
  db
    .select({
      userId: users.id,
      name: users.name,
      email: users.email,
      role: memberships.role,
      joinedAt: memberships.createdAt,
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(eq(memberships.organizationId, organizationId))
    .orderBy(asc(memberships.createdAt), asc(users.email));

const membershipOf = (userId: string, organizationId: string) =>
  and(eq(memberships.userId, userId), eq(memberships.organizationId, organizationId));

/**
 * @throws ForbiddenError for plain members, and for admins where an owner is concerned;
 * PreconditionError for the last owner
 */
export async function changeMemberRole(
  { db }: PeopleStore,
  { organizationId, actorId, userId, role }: TeamAction & { userId: string; role: MemberRole },
): Promise<void> {
  await db.transaction(async (tx) => {
    const team = await lockTeam(tx, organizationId);
    const actor = manager(team, actorId);
    const member = team.members.find((m) => m.userId === userId);
    if (member === undefined) throw new NotFoundError("This person is not a member any more.");
    if (member.role === role) return;
    mayTouchRole(actor, member.role, role);
    if (member.role === "owner") keepsAnOwner(team, userId);
    await tx.update(memberships).set({ role }).where(membershipOf(userId, organizationId));
    await writeAudit(tx, {
      actor: actorId,
      action: "change member role",
      subject: userId,
      detail: JSON.stringify({ organizationId, from: member.role, to: role }),
    });
  });
}

/** As `changeMemberRole`. Whoever is removed keeps their account, in an organization of their own. */
export async function removeMember(
  { db }: PeopleStore,
  { organizationId, actorId, userId }: TeamAction & { userId: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const team = await lockTeam(tx, organizationId);
    const actor = manager(team, actorId);
    const member = team.members.find((m) => m.userId === userId);
    if (member === undefined) throw new NotFoundError("This person is not a member any more.");
    mayTouchRole(actor, member.role);
    keepsAnOwner(team, userId);
    await take(tx, userId, organizationId);
    await writeAudit(tx, {
      actor: actorId,
      action: "remove member",
      subject: userId,
      detail: JSON.stringify({ organizationId }),
    });
  });
}

/** @throws PreconditionError for the last owner, NotFoundError for somebody who is not a member */
export async function leaveTeam({ db }: PeopleStore, { organizationId, actorId }: TeamAction): Promise<void> {
  await db.transaction(async (tx) => {
    const team = await lockTeam(tx, organizationId);
    if (!team.members.some((m) => m.userId === actorId)) {
      throw new NotFoundError("You are not a member of this organization any more.");
    }
    keepsAnOwner(team, actorId);
    await take(tx, actorId, organizationId);
    await writeAudit(tx, {
      actor: actorId,
      action: "leave organization",
      subject: organizationId,
    });
  });
}

/** Without any membership, the next sign-in would bring the person back by their mail domain. */
async function take(tx: Transaction, userId: string, organizationId: string): Promise<void> {
  await tx.delete(memberships).where(membershipOf(userId, organizationId));
  const [other] = await tx.select().from(memberships).where(eq(memberships.userId, userId)).limit(1);
  const [user] = await tx.select().from(users).where(eq(users.id, userId));
  if (other === undefined && user !== undefined) {
    await openPersonalOrganization(tx, { userId, email: user.email });
  }
}
