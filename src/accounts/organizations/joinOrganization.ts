import { eq } from "drizzle-orm";
import { emailDomain } from "#domain/people";
import { type PeopleStore, peopleTables } from "#stores";
import type { Transaction } from "./lockTeam";
import { openPersonalOrganization } from "./openPersonalOrganization";
import { isRemovedAddress } from "./removedAddresses";
import { isSharedMailDomain } from "./sharedMailDomains";

const { memberships, organizations, users } = peopleTables;

/**
 * Creates an organization for a user with a verified address: that of their mail domain if they are its first
 * user, otherwise a personal one. Users join an organization with members only by invitation or an accepted
 * request. No effect for users with a membership.
 */
export async function joinOrganization(
  { db }: PeopleStore,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  const domain = emailDomain(email);
  const isShared = await isSharedMailDomain(domain);
  await db.transaction(async (tx) => {
    // Locked, so that concurrent sign-ins create one organization.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("update");
    const [already] = await tx.select().from(memberships).where(eq(memberships.userId, userId)).limit(1);
    if (already !== undefined) return;
    if (isShared || !(await becameOwner(tx, { userId, email, domain }))) {
      await openPersonalOrganization(tx, { userId, email });
    }
  });
}

/** Makes the first user of a mail domain its owner. @returns whether they were the first */
async function becameOwner(
  tx: Transaction,
  { userId, email, domain }: { userId: string; email: string; domain: string },
): Promise<boolean> {
  await tx
    .insert(organizations)
    .values({ name: domain, domain, scope: "domain" })
    .onConflictDoNothing({ target: organizations.domain });
  // Locked: of two colleagues who sign in at once, one becomes the owner.
  const [found] = await tx.select().from(organizations).where(eq(organizations.domain, domain)).for("update");
  if (found === undefined) throw new Error(`the organization of ${domain} was not stored`);
  const [member] = await tx
    .select()
    .from(memberships)
    .where(eq(memberships.organizationId, found.id))
    .limit(1);
  if (member !== undefined || (await isRemovedAddress({ db: tx }, { organizationId: found.id, email })))
    return false;
  await tx.insert(memberships).values({ userId, organizationId: found.id, role: "owner" });
  return true;
}
