/** What ends with a membership, or with the role that gave it weight. */
import { and, eq, inArray, isNull } from "drizzle-orm";
import { type MemberRole, memberRoles } from "#domain";
import { type PeopleStore, peopleTables } from "#stores";
import { writeAudit } from "../audit/writeAudit";
import type { LockedTeam, Transaction } from "../organizations/lockTeam";
import { openInvitations } from "./invitations";

const { apiKeys, invitations, memberships, users } = peopleTables;

/** An API key that ended since whoever made it left. */
export interface EndedKey {
  id: number;
  name: string;
  prefix: string;
}

/** What the owners who stay are told about. */
export interface Departure {
  organizationName: string;
  email: string;
  endedKeys: EndedKey[];
  /** Keys that stay with the organization, which whoever left may still know. */
  keptKeys: EndedKey[];
  /** Hashes of the secrets that ended. */
  endedSecrets: (string | null)[];
  /** Addresses of the owners who stay. */
  owners: string[];
}

/**
 * Ends a membership: with it the API keys that the member made for the organization, since they know
 * them, unless the organization keeps them on purpose, and the open invitations that they sent. The team must be locked.
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
  const told = ({ id, name, prefix }: EndedKey): EndedKey => ({ id, name, prefix });
  const endedKeys = ended.map(told);
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
    keptKeys: kept.map(told),
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

/** Ends the open invitations that somebody sent and with their new role could not send; null without any. */
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

/** Owners invite anybody, admins anybody but owners, members nobody. */
export const canInvite = (role: MemberRole | null, invited: MemberRole): boolean =>
  role === "owner" || (role === "admin" && invited !== "owner");
