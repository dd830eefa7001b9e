import { eq } from "drizzle-orm";
import { emailDomain, isWorkEmail } from "#domain";
import { type PeopleStore, peopleTables } from "#stores";
import { openPersonalOrganization } from "./openPersonalOrganization";

const { memberships, organizations } = peopleTables;

/**
 * Gives a user whose address is verified an organization: the one of the mail
 * domain, made by whoever comes first, or a personal one for addresses of
 * public mail services. Whoever is a member somewhere stays there.
 */
export async function joinOrganization(
  { db }: PeopleStore,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const [already] = await tx.select().from(memberships).where(eq(memberships.userId, userId)).limit(1);
    if (already !== undefined) return;
    if (!isWorkEmail(email)) return openPersonalOrganization(tx, { userId, email });
    const domain = emailDomain(email);
    await tx
      .insert(organizations)
      .values({ name: domain, domain, scope: "domain" })
      .onConflictDoNothing({ target: organizations.domain });
    // Locked: of two colleagues who arrive at once, one becomes the owner and the other a member.
    const [found] = await tx
      .select()
      .from(organizations)
      .where(eq(organizations.domain, domain))
      .for("update");
    if (found === undefined) throw new Error(`the organization of ${domain} was not stored`);
    const [member] = await tx
      .select()
      .from(memberships)
      .where(eq(memberships.organizationId, found.id))
      .limit(1);
    await tx
      .insert(memberships)
      .values({ userId, organizationId: found.id, role: member === undefined ? "owner" : "member" })
      .onConflictDoNothing();
  });
}
