/** Organizations and users with roles made of policies, for tests of read access. */
import type { PolicyAction, PolicyEffect } from "#domain/people";
import { type PeopleStore, peopleTables } from "#stores";

/** A policy: overrides one that allows everything. */
export interface PolicyTerms {
  name?: string;
  effect?: PolicyEffect;
  resources?: string[];
  actions?: PolicyAction[];
  rowFilter?: string;
  hiddenFields?: string[];
  historyDays?: number;
  requestsPerMinute?: number;
  rowsPerMonth?: number;
}

let made = 0;

/** Assigns a role made of these policies to an organization, a user or a key. @returns the id of the role */
export async function assignPolicies(
  { db }: Pick<PeopleStore, "db">,
  holder: { organizationId: string } | { userId: string } | { keyId: number },
  policies: readonly PolicyTerms[],
): Promise<number> {
  const {
    apiAccessKeyRoles,
    apiAccessOrgRoles,
    apiAccessPolicies,
    apiAccessPolicyAssignments,
    apiAccessRoles,
    apiAccessUserRoles,
  } = peopleTables;
  made += 1;
  const [role] = await db
    .insert(apiAccessRoles)
    .values({ name: `Role ${made}` })
    .returning();
  if (role === undefined) throw new Error("The role was not made");
  for (const [index, { effect = "allow", ...terms }] of policies.entries()) {
    const [policy] = await db
      .insert(apiAccessPolicies)
      .values({ name: `Policy ${made}.${index}`, effect, ...terms })
      .returning();
    await db.insert(apiAccessPolicyAssignments).values({ policyId: policy?.id ?? 0, roleId: role.id });
  }
  const roleId = role.id;
  if ("organizationId" in holder) await db.insert(apiAccessOrgRoles).values({ ...holder, roleId });
  else if ("userId" in holder) await db.insert(apiAccessUserRoles).values({ ...holder, roleId });
  else await db.insert(apiAccessKeyRoles).values({ ...holder, roleId });
  return role.id;
}

/** An organization whose plan includes every part of the data API. */
export async function firm({ db }: Pick<PeopleStore, "db">): Promise<string> {
  made += 1;
  const [organization] = await db
    .insert(peopleTables.organizations)
    .values({ name: `Firm ${made}`, scope: "personal", planType: "PREMIUM_ALL_ACCESS" })
    .returning();
  if (organization === undefined) throw new Error("The organization was not made");
  return organization.id;
}

/** A new member of an organization. @returns their id */
export async function memberOf({ db }: Pick<PeopleStore, "db">, organizationId: string): Promise<string> {
  made += 1;
  const [user] = await db
    .insert(peopleTables.users)
    .values({ email: `member${made}@firm.example`, name: "Ada" })
    .returning();
  if (user === undefined) throw new Error("The user was not made");
  await db.insert(peopleTables.memberships).values({ organizationId, userId: user.id, role: "member" });
  return user.id;
}
