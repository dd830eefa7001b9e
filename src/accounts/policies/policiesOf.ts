import { eq, inArray } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { type AccessPolicy, type Filter, parseQuery, policyActions } from "#domain";
import { type PeopleStore, peopleTables } from "#stores";

const {
  apiAccessKeyRoles,
  apiAccessOrgRoles,
  apiAccessPolicies,
  apiAccessPolicyAssignments,
  apiAccessRoles,
  apiAccessUserRoles,
} = peopleTables;

/** A key with the ids of its organization and its creator, whose roles also apply. */
export interface PolicyHolder {
  /** Id of the key; null for a reader without a key, such as a watch. */
  id: number | null;
  organizationId: string | null;
  userId: string | null;
}

/** Changes of policies, roles or assignments take effect within a second, in every process. */
const REMEMBER_MS = 800;
const REMEMBERED_HOLDERS = 10_000;

type Known = LRUCache<string, readonly AccessPolicy[], PolicyHolder>;
const perStore = new WeakMap<PeopleStore["db"], Known>();

/** The policies that apply to a key, through its own roles and those of its organization and creator. */
export async function policiesOf(store: PeopleStore, holder: PolicyHolder): Promise<readonly AccessPolicy[]> {
  let known = perStore.get(store.db);
  if (known === undefined) {
    known = new LRUCache({
      max: REMEMBERED_HOLDERS,
      ttl: REMEMBER_MS,
      // Errors reach the caller: an unreadable policy must not count as none.
      fetchMethod: (_, __, { context }) => readPolicies(store, context),
    });
    perStore.set(store.db, known);
  }
  const key = `${holder.id ?? ""} ${holder.organizationId ?? ""} ${holder.userId ?? ""}`;
  return known.forceFetch(key, { context: holder });
}

/** As `policiesOf`, without the cache. */
export async function readPolicies(
  { db }: PeopleStore,
  { id: keyId, organizationId, userId }: PolicyHolder,
): Promise<readonly AccessPolicy[]> {
  const [ofUser, ofOrganization, ofKey] = await Promise.all([
    userId === null
      ? []
      : db
          .select({ roleId: apiAccessUserRoles.roleId })
          .from(apiAccessUserRoles)
          .where(eq(apiAccessUserRoles.userId, userId)),
    organizationId === null
      ? []
      : db
          .select({ roleId: apiAccessOrgRoles.roleId })
          .from(apiAccessOrgRoles)
          .where(eq(apiAccessOrgRoles.organizationId, organizationId)),
    keyId === null
      ? []
      : db
          .select({ roleId: apiAccessKeyRoles.roleId })
          .from(apiAccessKeyRoles)
          .where(eq(apiAccessKeyRoles.keyId, keyId)),
  ]);
  const roles = [...ofUser, ...ofOrganization, ...ofKey].map(({ roleId }) => roleId);
  if (roles.length === 0) return [];
  const throughOf = (roleId: number): AccessPolicy["through"] => {
    if (ofOrganization.some((one) => one.roleId === roleId)) return "organization";
    return ofUser.some((one) => one.roleId === roleId) ? "user" : "key";
  };
  const rows = await db
    .select({ policy: apiAccessPolicies, role: apiAccessRoles.name, roleId: apiAccessRoles.id })
    .from(apiAccessPolicyAssignments)
    .innerJoin(apiAccessPolicies, eq(apiAccessPolicyAssignments.policyId, apiAccessPolicies.id))
    .innerJoin(apiAccessRoles, eq(apiAccessRoles.id, apiAccessPolicyAssignments.roleId))
    .where(inArray(apiAccessPolicyAssignments.roleId, roles))
    .orderBy(apiAccessPolicies.id, apiAccessRoles.name);
  const found = new Map<number, AccessPolicy>();
  for (const { policy, role, roleId } of rows) {
    if (found.has(policy.id)) continue;
    const { id, name, effect, resources, actions, hiddenFields, historyDays } = policy;
    found.set(id, {
      id,
      name,
      effect,
      resources,
      actions: policyActions.filter((action) => actions.includes(action)),
      rowFilter: filterOf(policy.rowFilter),
      hiddenFields,
      historyDays,
      requestsPerMinute: policy.requestsPerMinute,
      rowsPerMonth: policy.rowsPerMonth,
      role,
      through: throughOf(roleId),
    });
  }
  return [...found.values()];
}

/** @throws InvalidError for an invalid filter; filters are validated when they are saved */
const filterOf = (text: string | null): Filter | null =>
  text === null || text === "" ? null : parseQuery({ filter: JSON.parse(text) }).filter;
