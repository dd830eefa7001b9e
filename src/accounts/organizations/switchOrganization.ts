import { and, eq } from "drizzle-orm";
import { ForbiddenError } from "#domain/errors";
import { type PeopleStore, peopleTables } from "#stores";

const { memberships, users } = peopleTables;

/**
 * Makes one of a user's organizations their current one, for all of their sessions.
 * @throws ForbiddenError if they are not a member
 */
export async function switchOrganization(
  { db }: PeopleStore,
  { userId, organizationId }: { userId: string; organizationId: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const [membership] = await tx
      .select()
      .from(memberships)
      .where(and(eq(memberships.userId, userId), eq(memberships.organizationId, organizationId)))
      .for("share");
    if (membership === undefined) throw new ForbiddenError("You are not a member of this organization.");
    await tx.update(users).set({ currentOrganizationId: organizationId }).where(eq(users.id, userId));
  });
}
