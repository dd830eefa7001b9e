import { and, eq, isNull } from "drizzle-orm";
import { emailSchema, NotFoundError, PreconditionError, UnprocessableError } from "#domain";
import { type PeopleStore, peopleTables } from "#stores";
import { writeAudit } from "../audit/writeAudit";

const {
  apiKeys,
  featureOverrides,
  invitations,
  memberships,
  organizations,
  signInCodes,
  signInTries,
  users,
} = peopleTables;

type Transaction = Parameters<Parameters<PeopleStore["db"]["transaction"]>[0]>[0];

/**
 * Removes an account for good: the user, their sessions, codes and settings,
 * the invitations to them and their personal organization. A shared
 * organization stays; the keys of one that is left without members are revoked.
 *
 * @param confirmation the account's mail address, typed again
 * @throws UnprocessableError when the confirmation does not match; PreconditionError while the
 * user is the last owner of an organization with other members
 */
export async function deleteAccount(
  { db }: PeopleStore,
  { userId, confirmation }: { userId: string; confirmation: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for("update");
    if (user === undefined) throw new NotFoundError("This account does not exist any more.");
    if (emailSchema.safeParse(confirmation).data !== user.email) {
      throw new UnprocessableError(`Type ${user.email} to confirm. Nothing was deleted.`);
    }
    await leaveEverything(tx, userId);
    await tx.delete(invitations).where(eq(invitations.email, user.email));
    await tx.delete(signInCodes).where(eq(signInCodes.email, user.email));
    await tx.delete(signInTries).where(eq(signInTries.email, user.email));
    await tx
      .delete(featureOverrides)
      .where(and(eq(featureOverrides.subjectKind, "user"), eq(featureOverrides.subject, userId)));
    // Memberships and sessions go with the user.
    await tx.delete(users).where(eq(users.id, userId));
    await writeAudit(tx, { actor: userId, action: "delete account", subject: userId });
  });
}

async function leaveEverything(tx: Transaction, userId: string): Promise<void> {
  const joined = await tx
    .select({ organization: organizations })
    .from(memberships)
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(eq(memberships.userId, userId));
  for (const { organization } of joined) {
    // Locked, so that two last owners cannot both go at once.
    await tx.select().from(organizations).where(eq(organizations.id, organization.id)).for("update");
    const members = await tx
      .select()
      .from(memberships)
      .where(eq(memberships.organizationId, organization.id));
    const others = members.filter((member) => member.userId !== userId);
    if (others.length > 0 && !others.some((member) => member.role === "owner")) {
      throw new PreconditionError(
        `You are the last owner of ${organization.name}. Make another member an owner first; nothing was deleted.`,
      );
    }
    if (others.length === 0) await endOrganization(tx, organization);
  }
}

async function endOrganization(
  tx: Transaction,
  { id, scope }: Pick<typeof organizations.$inferSelect, "id" | "scope">,
): Promise<void> {
  if (scope === "personal") {
    await tx
      .delete(featureOverrides)
      .where(and(eq(featureOverrides.subjectKind, "organization"), eq(featureOverrides.subject, id)));
    await tx.delete(organizations).where(eq(organizations.id, id));
    return;
  }
  await tx
    .update(apiKeys)
    .set({ revokedAt: new Date() })
    .where(and(eq(apiKeys.organizationId, id), isNull(apiKeys.revokedAt)));
}
