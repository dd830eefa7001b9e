import type { PeopleStore } from "#stores";
import { peopleTables } from "#stores";

const { memberships, organizations } = peopleTables;

/** Creates a personal organization with the user as its owner. */
export async function openPersonalOrganization(
  db: Pick<PeopleStore["db"], "insert">,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  const [own] = await db.insert(organizations).values({ name: email, scope: "personal" }).returning();
  if (own === undefined) throw new Error("the personal organization was not stored");
  await db.insert(memberships).values({ userId, organizationId: own.id, role: "owner" });
}
