import { and, eq, isNull } from "drizzle-orm";
import { NotFoundError, UnprocessableError } from "#domain/errors";
import { emailSchema } from "#domain/people";
import { type PeopleStore, peopleTables } from "#stores";
import { forgetSecrets } from "../apiKeys/verifiedKeys";
import { writeAudit } from "../audit/auditLog";
import { rememberDeclined } from "../organizations/declinedAddresses";
import { assertOwnerRemains, lockTeam, type Transaction } from "../organizations/lockTeam";
import { type Departure, endMembership } from "../team/endMembership";

const {
  apiKeys,
  contactRequests,
  featureOverrides,
  invitations,
  memberships,
  organizations,
  signInCodes,
  signInGuesses,
  users,
} = peopleTables;

/**
 * Deletes an account: the user, their sessions, codes and settings, invitations sent to them, their contact
 * requests and their personal organization. Shared organizations remain; the keys of an organization left
 * without members are revoked.
 *
 * @param confirmation the account's email address, typed again
 * @returns what to report to the owners of shared organizations
 * @throws UnprocessableError when the confirmation does not match; PreconditionError while the user is the
 * last owner of an organization with other members
 */
export async function deleteAccount(
  { db }: PeopleStore,
  { userId, confirmation }: { userId: string; confirmation: string },
): Promise<Departure[]> {
  const departures = await db.transaction(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for("update");
    if (user === undefined) throw new NotFoundError("This account no longer exists.");
    if (emailSchema.safeParse(confirmation).data !== user.email) {
      throw new UnprocessableError(`Type ${user.email} to confirm. Nothing was deleted.`);
    }
    const left = await leaveEverything(tx, user);
    await tx.delete(invitations).where(eq(invitations.email, user.email));
    await tx.delete(contactRequests).where(eq(contactRequests.email, user.email));
    await tx.delete(signInCodes).where(eq(signInCodes.email, user.email));
    await tx.delete(signInGuesses).where(eq(signInGuesses.email, user.email));
    await tx
      .delete(featureOverrides)
      .where(and(eq(featureOverrides.subjectKind, "user"), eq(featureOverrides.subject, userId)));
    await rememberDeclined(tx, { userId, email: user.email });
    // Memberships, sessions, requests and the watchlist are deleted by cascade.
    await tx.delete(users).where(eq(users.id, userId));
    await writeAudit(tx, { actor: userId, action: "delete account", subject: userId, subjectKind: "user" });
    return left;
  });
  forgetSecrets(
    db,
    departures.flatMap(({ endedSecrets }) => endedSecrets),
  );
  return departures;
}

async function leaveEverything(tx: Transaction, { id, email }: { id: string; email: string }) {
  const joined = await tx.select().from(memberships).where(eq(memberships.userId, id));
  const departures: Departure[] = [];
  for (const { organizationId } of joined) {
    const team = await lockTeam(tx, organizationId);
    const isLast = team.members.length === 1;
    if (!isLast) assertOwnerRemains(team, id);
    departures.push(await endMembership(tx, team, { userId: id, email, actor: id }));
    if (isLast) await endOrganization(tx, team.organization);
  }
  return departures;
}

/**
 * Revokes the keys of an organization without members. A shared organization keeps its plan; a personal one
 * is deleted.
 */
async function endOrganization(
  tx: Transaction,
  { id, scope }: Pick<typeof organizations.$inferSelect, "id" | "scope">,
): Promise<void> {
  await tx
    .update(apiKeys)
    .set({ revokedAt: new Date() })
    .where(and(eq(apiKeys.organizationId, id), isNull(apiKeys.revokedAt)));
  if (scope !== "personal") return;
  await tx
    .delete(featureOverrides)
    .where(and(eq(featureOverrides.subjectKind, "organization"), eq(featureOverrides.subject, id)));
  await tx.delete(organizations).where(eq(organizations.id, id));
}
