import type { PeopleStore } from "#stores";
import { peopleTables } from "#stores";

const { memberships, organizations } = peopleTables;

/** Makes an organization for one person, of which they are the owner. */
export async function openPersonalOrganization(
  db: Pick<PeopleStore["db"], "insert">,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  const [own] = await db.insert(organizations).values({ name: email, scope: "personal" }).returning();
  if (own === undefined) throw new Error("the personal organization was not stored");
  await db.insert(memberships).values({ userId, organizationId: own.id, role: "owner" });
}
