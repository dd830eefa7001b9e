/** Requests to join the organization of one's mail domain, and the decisions of its owners and admins. */
import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import { NotFoundError, PreconditionError } from "#domain/errors";
import { emailDomain, shownText } from "#domain/people";
import { type PeopleStore, peopleTables } from "#stores";
import { writeAudit } from "../audit/auditLog";
import { isRecentlyDeclined, wasDeclined } from "../organizations/declinedAddresses";
import { lockTeam, manager, type TeamAction } from "../organizations/lockTeam";
import { isRemovedAddress } from "../organizations/removedAddresses";
import { isSharedMailDomain } from "../organizations/sharedMailDomains";

const { joinRequests, memberships, organizations, users } = peopleTables;

interface Asker {
  userId: string;
  /** The user's verified address. */
  email: string;
}

/** The organization of a user's mail domain, and the state of their request to join it. */
export interface DomainOrganization {
  organizationId: string;
  domain: string;
  state: "may_ask" | "pending" | "declined";
}

/** @returns null if it does not exist or has no members, or the user is a member or was removed from it */
export async function findDomainOrganization(
  store: PeopleStore,
  { userId, email }: Asker,
): Promise<DomainOrganization | null> {
  const domain = emailDomain(email);
  if (await isSharedMailDomain(domain)) return null;
  const rows = await store.db
    .select({ id: organizations.id, member: memberships.userId })
    .from(organizations)
    .innerJoin(memberships, eq(memberships.organizationId, organizations.id))
    .where(eq(organizations.domain, domain));
  const organizationId = rows[0]?.id;
  if (organizationId === undefined || rows.some((row) => row.member === userId)) return null;
  if (await isRemovedAddress(store, { organizationId, email })) return null;
  const [request] = await store.db.select().from(joinRequests).where(requestOf(organizationId, userId));
  const state =
    request === undefined && (await wasDeclined(store, { organizationId, email }))
      ? "declined"
      : stateOf(request);
  return { organizationId, domain, state };
}

const requestOf = (organizationId: string, userId: string) =>
  and(eq(joinRequests.organizationId, organizationId), eq(joinRequests.userId, userId));

function stateOf(request: typeof joinRequests.$inferSelect | undefined): DomainOrganization["state"] {
  if (request === undefined) return "may_ask";
  if (request.declinedAt === null) return "pending";
  return isRecentlyDeclined(request.declinedAt) ? "declined" : "may_ask";
}

/**
 * Requests membership in the organization of the user's mail domain from its owners and admins.
 * @returns addresses to notify; empty if the request already exists
 * @throws PreconditionError if there is no organization to join, or the request was declined
 */
export async function requestToJoin(
  store: PeopleStore,
  asker: Asker,
): Promise<{ organizationName: string; managers: string[] }> {
  const found = await findDomainOrganization(store, asker);
  if (found === null) throw new PreconditionError("There is no organization for your email domain.");
  if (found.state === "declined") {
    throw new PreconditionError(
      `Your request to join ${found.domain} was declined. An owner can invite you.`,
    );
  }
  return store.db.transaction(async (tx) => {
    const { organization, members } = await lockTeam(tx, found.organizationId);
    const pending = and(requestOf(organization.id, asker.userId), isNull(joinRequests.declinedAt));
    const [known] = await tx.select().from(joinRequests).where(pending);
    if (known !== undefined) return { organizationName: organization.name, managers: [] };
    await tx
      .insert(joinRequests)
      .values({ organizationId: organization.id, userId: asker.userId })
      .onConflictDoUpdate({
        target: [joinRequests.organizationId, joinRequests.userId],
        set: { createdAt: new Date(), declinedAt: null },
      });
    await writeAudit(tx, {
      actor: asker.userId,
      action: "ask to join",
      subject: organization.id,
      subjectKind: "organization",
    });
    const ids = members.filter((member) => member.role !== "member").map((member) => member.userId);
    const managers = await tx.select({ email: users.email }).from(users).where(inArray(users.id, ids));
    return { organizationName: shownText(organization.name), managers: managers.map((row) => row.email) };
  });
}

/** Withdraws a request. No effect once it is resolved. */
export async function withdrawJoinRequest(
  { db }: PeopleStore,
  { userId }: { userId: string },
): Promise<void> {
  await db.delete(joinRequests).where(and(eq(joinRequests.userId, userId), isNull(joinRequests.declinedAt)));
}

export interface JoinRequest {
  id: string;
  name: string | null;
  email: string;
  createdAt: Date;
}

/** Pending requests, oldest first. */
export async function listJoinRequests({ db }: PeopleStore, organizationId: string): Promise<JoinRequest[]> {
  const rows = await db
    .select({
      id: joinRequests.id,
      name: users.name,
      email: users.email,
      createdAt: joinRequests.createdAt,
    })
    .from(joinRequests)
    .innerJoin(users, eq(users.id, joinRequests.userId))
    .where(and(eq(joinRequests.organizationId, organizationId), isNull(joinRequests.declinedAt)))
    .orderBy(asc(joinRequests.createdAt));
  return rows.map((row) => ({ ...row, name: row.name === null ? null : shownText(row.name) }));
}

/**
 * Accepts the requester as a member, or declines.
 * @returns the address of the requester
 * @throws ForbiddenError for plain members; NotFoundError if the request was resolved or withdrawn
 */
export async function resolveJoinRequest(
  { db }: PeopleStore,
  { organizationId, actorId, id, accept }: TeamAction & { id: string; accept: boolean },
): Promise<{ email: string; organizationName: string }> {
  return db.transaction(async (tx) => {
    const team = await lockTeam(tx, organizationId);
    manager(team, { actorId });
    const [request] = await tx
      .select({ userId: joinRequests.userId, email: users.email })
      .from(joinRequests)
      .innerJoin(users, eq(users.id, joinRequests.userId))
      .where(
        and(
          eq(joinRequests.id, id),
          eq(joinRequests.organizationId, organizationId),
          isNull(joinRequests.declinedAt),
        ),
      );
    if (request === undefined) throw new NotFoundError("This request is no longer open.");
    if (accept) {
      await tx.delete(joinRequests).where(eq(joinRequests.id, id));
      await tx
        .insert(memberships)
        .values({ userId: request.userId, organizationId, role: "member" })
        .onConflictDoNothing();
    } else {
      await tx.update(joinRequests).set({ declinedAt: new Date() }).where(eq(joinRequests.id, id));
    }
    await writeAudit(tx, {
      actor: actorId,
      action: accept ? "accept join request" : "decline join request",
      subject: request.userId,
      subjectKind: "user",
      detail: JSON.stringify({ organizationId }),
    });
    return { email: request.email, organizationName: shownText(team.organization.name) };
  });
}
