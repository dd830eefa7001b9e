import { eq } from "drizzle-orm";
import { emailDomain, isWorkEmail } from "#domain";
import { type PeopleStore, peopleTables } from "#stores";

const { memberships, organizations } = peopleTables;

/**
 * Gives a user whose address is verified an organization: the one of the mail
 * domain, made by whoever comes first, or a personal one for addresses of
 * public mail services. Joining again changes nothing.
 */
export async function joinOrganization(
  { db }: PeopleStore,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const [already] = await tx.select().from(memberships).where(eq(memberships.userId, userId)).limit(1);
    if (already !== undefined) return;
    const domain = emailDomain(email);
    if (!isWorkEmail(email)) {
      const [own] = await tx.insert(organizations).values({ name: email, scope: "personal" }).returning();
      if (own) await tx.insert(memberships).values({ userId, organizationId: own.id, role: "owner" });
      return;
    }
    // Of two colleagues who arrive at once, one makes the organization and the other finds it.
    const [made] = await tx
      .insert(organizations)
      .values({ name: domain, domain, scope: "domain" })
      .onConflictDoNothing({ target: organizations.domain })
      .returning();
    const [found] = made
      ? [made]
      : await tx.select().from(organizations).where(eq(organizations.domain, domain));
    if (found) {
      await tx
        .insert(memberships)
        .values({ userId, organizationId: found.id, role: made ? "owner" : "member" });
    }
  });
}
