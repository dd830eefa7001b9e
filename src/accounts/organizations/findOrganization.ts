import { eq, sql } from "drizzle-orm";
import { NotFoundError } from "#domain/errors";
import { type PeopleStore, peopleTables } from "#stores";
import { isUuid } from "../audit/auditLog";

const { memberships, organizations, users } = peopleTables;

/**
 * Finds an organization by id, by mail domain, or by the email address of a member.
 * @throws NotFoundError
 */
export async function findOrganization({ db }: PeopleStore, named: string) {
  const name = named.trim().toLowerCase();
  const [found] = name.includes("@")
    ? (
        await db
          .select({ organization: organizations })
          .from(organizations)
          .innerJoin(memberships, eq(memberships.organizationId, organizations.id))
          .innerJoin(users, eq(users.id, memberships.userId))
          .where(eq(users.email, name))
          .orderBy(sql`${organizations.scope} = 'personal'`, memberships.createdAt)
      ).map((row) => row.organization)
    : await db
        .select()
        .from(organizations)
        .where(isUuid(name) ? eq(organizations.id, name) : eq(organizations.domain, name));
  if (found === undefined) {
    throw new NotFoundError(
      `There is no organization ${JSON.stringify(named)}. Use an organization id, an email domain or a member's email address.`,
    );
  }
  return found;
}
