import { asc, eq } from "drizzle-orm";
import { ForbiddenError, NotFoundError, PreconditionError } from "#domain/errors";
import type { MemberRole } from "#domain/people";
import { type PeopleStore, peopleTables } from "#stores";

const { memberships, organizations } = peopleTables;

export type Transaction = Parameters<Parameters<PeopleStore["db"]["transaction"]>[0]>[0];
export type Membership = typeof memberships.$inferSelect;

/** The actor of a change and its organization. */
export interface TeamAction {
  organizationId: string;
  actorId: string;
  /** Whether the actor is a site administrator, who counts as an owner of every organization. */
  isAdministrator?: boolean;
}

/** An organization and its members, locked until the transaction ends. */
export interface LockedTeam {
  organization: typeof organizations.$inferSelect;
  members: Membership[];
}

/** Locks an organization, so that changes to its members are serialized. */
export async function lockTeam(tx: Transaction, organizationId: string): Promise<LockedTeam> {
  const [organization] = await tx
    .select()
    .from(organizations)
    .where(eq(organizations.id, organizationId))
    .for("update");
  if (organization === undefined) throw new NotFoundError("This organization no longer exists.");
  const members = await tx
    .select()
    .from(memberships)
    .where(eq(memberships.organizationId, organizationId))
    .orderBy(asc(memberships.createdAt));
  return { organization, members };
}

/** The actor's role, which must allow managing the team. @throws ForbiddenError otherwise */
export function manager(
  { members }: LockedTeam,
  { actorId, isAdministrator = false }: Omit<TeamAction, "organizationId">,
): Pick<Membership, "role"> {
  if (isAdministrator) return { role: "owner" };
  const found = members.find((member) => member.userId === actorId);
  if (found === undefined || found.role === "member") {
    throw new ForbiddenError("Only owners and admins of the organization can do this.");
  }
  return found;
}

/** Only owners can grant or revoke ownership. @throws ForbiddenError */
export function assertMayChangeRole(actor: Pick<Membership, "role">, ...roles: MemberRole[]): void {
  if (actor.role !== "owner" && roles.includes("owner")) {
    throw new ForbiddenError("Only an owner can change ownership.");
  }
}

/** @throws PreconditionError if the organization would have no other owner */
export function assertOwnerRemains({ organization, members }: LockedTeam, without: string): void {
  const owners = members.filter((member) => member.role === "owner");
  if (owners.length === 1 && owners[0]?.userId === without) {
    throw new PreconditionError(
      `This is the only owner of ${organization.name}. Make another member an owner first.`,
    );
  }
}
