/** Ends memberships, with the keys and invitations that depend on them. */
import { and, eq, inArray, isNull } from "drizzle-orm";
import { type MemberRole, memberRoles } from "#domain/people";
import { type PeopleStore, peopleTables } from "#stores";
import { writeAudit } from "../audit/auditLog";
import type { LockedTeam, Transaction } from "../organizations/lockTeam";
import { openInvitations } from "./invitations";

const { apiKeys, invitations, memberships, users } = peopleTables;

/** An API key of a former member. */
export interface EndedKey {
  id: number;
  name: string;
  prefix: string;
}

/** What is reported to the remaining owners. */
export interface Departure {
  organizationName: string;
  email: string;
  endedKeys: EndedKey[];
  /** Keys that stay with the organization, although the former member may still know them. */
  keptKeys: EndedKey[];
  /** Hashes of the revoked secrets. */
  endedSecrets: (string | null)[];
  /** Addresses of the remaining owners. */
  owners: string[];
}

/**
 * Ends a membership. Revokes the member's API keys for the organization, unless the organization holds them,
 * and their open invitations. The team must be locked.
 */
export async function endMembership(
  tx: Transaction,
  { organization, members }: LockedTeam,
  { userId, email, actor }: { userId: string; email: string; actor: string },
): Promise<Departure> {
  const organizationId = organization.id;
  await tx
    .delete(memberships)
    .where(and(eq(memberships.userId, userId), eq(memberships.organizationId, organizationId)));
  await endInvitationsOf(tx, { organizationId, userId, role: null });
  await tx
    .update(users)
    .set({ currentOrganizationId: null })
    .where(and(eq(users.id, userId), eq(users.currentOrganizationId, organizationId)));
  const made = and(
    eq(apiKeys.organizationId, organizationId),
    eq(apiKeys.userId, userId),
    isNull(apiKeys.revokedAt),
  );
  const ended = await tx
    .update(apiKeys)
    .set({ revokedAt: new Date() })
    .where(and(made, eq(apiKeys.heldBy, "maker")))
    .returning();
  const kept = await tx.select().from(apiKeys).where(made);
  const summaryOf = ({ id, name, prefix }: EndedKey): EndedKey => ({ id, name, prefix });
  const endedKeys = ended.map(summaryOf);
  for (const { id } of endedKeys) {
    await writeAudit(tx, {
      actor,
      action: "revoke API key",
      subject: String(id),
      subjectKind: "api_key",
      detail: JSON.stringify({ organizationId, because: "its creator left" }),
    });
  }
  return {
    organizationName: organization.name,
    email,
    endedKeys,
    keptKeys: kept.map(summaryOf),
    endedSecrets: ended.flatMap(({ hash, previousHash }) => [hash, previousHash]),
    owners: await ownersOf(tx, members, userId),
  };
}

async function ownersOf(
  db: Pick<PeopleStore["db"], "select">,
  members: LockedTeam["members"],
  without: string,
): Promise<string[]> {
  const ids = members.filter((m) => m.role === "owner" && m.userId !== without).map((m) => m.userId);
  if (ids.length === 0) return [];
  const rows = await db.select({ email: users.email }).from(users).where(inArray(users.id, ids));
  return rows.map((row) => row.email);
}

/** Revokes the open invitations that a user sent and could not send with their new role; null for no role. */
export async function endInvitationsOf(
  tx: Transaction,
  { organizationId, userId, role }: { organizationId: string; userId: string; role: MemberRole | null },
): Promise<void> {
  const beyond = memberRoles.filter((invited) => !canInvite(role, invited));
  if (beyond.length === 0) return;
  await tx
    .update(invitations)
    .set({ revokedAt: new Date() })
    .where(
      and(
        eq(invitations.organizationId, organizationId),
        eq(invitations.invitedBy, userId),
        inArray(invitations.role, beyond),
        openInvitations(new Date()),
      ),
    );
}

/** Owners invite to any role, admins to any but owner, members to none. */
export const canInvite = (role: MemberRole | null, invited: MemberRole): boolean =>
  role === "owner" || (role === "admin" && invited !== "owner");
