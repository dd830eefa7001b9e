import { and, eq } from "drizzle-orm";
import { emailDomain, type SignUpRule } from "#domain/people";
import { type PeopleStore, peopleTables } from "#stores";
import { openInvitations } from "../team/invitations";

const { invitations, users } = peopleTables;

/**
 * Whether the owner of an address has an account or can create one: with SIGN_UP=anyone always, otherwise with an
 * address at one of its domains, an open invitation, or a place in ADMIN_EMAILS.
 * @param email in lower case
 */
export async function canSignIn(
  { db }: PeopleStore,
  { email, signUp, adminEmails }: { email: string; signUp: SignUpRule; adminEmails: readonly string[] },
): Promise<boolean> {
  if (signUp.kind === "anyone" || adminEmails.includes(email)) return true;
  if (signUp.domains.includes(emailDomain(email))) return true;
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  if (user !== undefined) return true;
  const [invitation] = await db
    .select({ id: invitations.id })
    .from(invitations)
    .where(and(eq(invitations.email, email), openInvitations(new Date())))
    .limit(1);
  return invitation !== undefined;
}
