/** Members of an organization: listing, roles, removal and leaving. */
import { and, asc, eq } from "drizzle-orm";
import { NotFoundError } from "#domain/errors";
import { type MemberRole, shownText } from "#domain/people";
import { type PeopleStore, peopleTables } from "#stores";
import { forgetSecrets } from "../apiKeys/verifiedKeys";
import { writeAudit } from "../audit/auditLog";
import {
  assertMayChangeRole,
  assertOwnerRemains,
  type LockedTeam,
  lockTeam,
  manager,
  type TeamAction,
  type Transaction,
} from "../organizations/lockTeam";
import { openPersonalOrganization } from "../organizations/openPersonalOrganization";
import { addRemovedAddress } from "../organizations/removedAddresses";
import { type Departure, endInvitationsOf, endMembership } from "./endMembership";

const { memberships, users } = peopleTables;

export interface Member {
  userId: string;
  name: string | null;
  email: string;
  role: MemberRole;
  joinedAt: Date;
}

/** Members, in the order in which they joined. */
export async function listMembers({ db }: PeopleStore, organizationId: string): Promise<Member[]> {
  const rows = await db
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
  return rows.map((row) => ({ ...row, name: row.name === null ? null : shownText(row.name) }));
}

const membershipOf = (userId: string, organizationId: string) =>
  and(eq(memberships.userId, userId), eq(memberships.organizationId, organizationId));

/**
 * Changes the role of a member.
 * @throws ForbiddenError for plain members, and for admins if an owner is concerned; PreconditionError for
 * the last owner
 */
export async function changeMemberRole(
  { db }: PeopleStore,
  { organizationId, userId, role, ...by }: TeamAction & { userId: string; role: MemberRole },
): Promise<void> {
  await db.transaction(async (tx) => {
    const team = await lockTeam(tx, organizationId);
    const actor = manager(team, by);
    const member = team.members.find((m) => m.userId === userId);
    if (member === undefined) throw new NotFoundError("This user is no longer a member.");
    if (member.role === role) return;
    assertMayChangeRole(actor, member.role, role);
    if (member.role === "owner") assertOwnerRemains(team, userId);
    await tx.update(memberships).set({ role }).where(membershipOf(userId, organizationId));
    await endInvitationsOf(tx, { organizationId, userId, role });
    await writeAudit(tx, {
      actor: by.actorId,
      action: "change member role",
      subject: userId,
      subjectKind: "user",
      detail: JSON.stringify({ organizationId, from: member.role, to: role }),
      before: { organizationId, role: member.role },
      after: { organizationId, role },
    });
  });
}

/**
 * Removes a member, with the rules of `changeMemberRole`. The user keeps their account, and can return only
 * by invitation.
 * @returns what to report to the owners
 */
export async function removeMember(
  { db }: PeopleStore,
  { organizationId, userId, ...by }: TeamAction & { userId: string },
): Promise<Departure> {
  const departure = await db.transaction(async (tx) => {
    const team = await lockTeam(tx, organizationId);
    const actor = manager(team, by);
    const member = team.members.find((m) => m.userId === userId);
    if (member === undefined) throw new NotFoundError("This user is no longer a member.");
    assertMayChangeRole(actor, member.role);
    assertOwnerRemains(team, userId);
    const ended = await take(tx, team, { userId, actor: by.actorId });
    await addRemovedAddress(tx, { organizationId, email: ended.email });
    await writeAudit(tx, {
      actor: by.actorId,
      action: "remove member",
      subject: userId,
      subjectKind: "user",
      detail: JSON.stringify({ organizationId }),
      before: { organizationId, role: member.role },
    });
    return ended;
  });
  forgetKeys(db, departure);
  return departure;
}

/** @throws PreconditionError for the last owner, NotFoundError for a user who is not a member */
export async function leaveTeam(
  { db }: PeopleStore,
  { organizationId, actorId }: TeamAction,
): Promise<Departure> {
  const departure = await db.transaction(async (tx) => {
    const team = await lockTeam(tx, organizationId);
    if (!team.members.some((m) => m.userId === actorId)) {
      throw new NotFoundError("You are no longer a member of this organization.");
    }
    assertOwnerRemains(team, actorId);
    const ended = await take(tx, team, { userId: actorId, actor: actorId });
    await writeAudit(tx, {
      actor: actorId,
      action: "leave organization",
      subject: organizationId,
      subjectKind: "organization",
    });
    return ended;
  });
  forgetKeys(db, departure);
  return departure;
}

const forgetKeys = (db: PeopleStore["db"], { endedSecrets }: Departure): void =>
  forgetSecrets(db, endedSecrets);

/**
 * Ends a membership and opens a personal organization for a user left without one, which their actions
 * require.
 */
async function take(
  tx: Transaction,
  team: LockedTeam,
  { userId, actor }: { userId: string; actor: string },
): Promise<Departure> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId));
  if (user === undefined) throw new NotFoundError("This account no longer exists.");
  const departure = await endMembership(tx, team, { userId, email: user.email, actor });
  const [other] = await tx.select().from(memberships).where(eq(memberships.userId, userId)).limit(1);
  if (other === undefined) await openPersonalOrganization(tx, { userId, email: user.email });
  return departure;
}
