import { eq, inArray } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { ForbiddenError, UnavailableError } from "#domain/errors";
import { type AccessPolicy, policyActions, shownText } from "#domain/people";
import { type Filter, hasEmptyGroup, parseQuery } from "#domain/query";
import { type PeopleStore, peopleTables } from "#stores";

const {
  apiAccessKeyRoles,
  apiAccessOrgRoles,
  apiAccessPolicies,
  apiAccessPolicyAssignments,
  apiAccessRoles,
  apiAccessUserRoles,
  apiKeys,
} = peopleTables;

/** A key with the ids of its organization and its creator, whose roles also apply. */
export interface PolicyHolder {
  /** Id of the key; null for a reader without a key, such as a watch. */
  id: number | null;
  organizationId: string | null;
  userId: string | null;
}

/** Error for a key without some of the policies that its own roles must have. */
export const LOST_POLICY =
  "This API key has no access policy: its role or one of its policies was deleted. Ask the site administrator to assign a role to it.";

/** Changes of policies, roles or assignments take effect within a second, in every process. */
const REMEMBER_MS = 800;
const REMEMBERED_HOLDERS = 10_000;

/** The policies that apply to a key, and whether some that its own roles must have are missing. */
export interface KeyPolicies {
  policies: readonly AccessPolicy[];
  areSomeLost: boolean;
}

type Known = LRUCache<string, KeyPolicies, PolicyHolder>;
const perStore = new WeakMap<PeopleStore["db"], Known>();

/**
 * The policies that apply to a key, through its own roles and those of its organization and creator.
 * @throws ForbiddenError if the key has lost a policy of its own
 */
export async function policiesOf(store: PeopleStore, holder: PolicyHolder): Promise<readonly AccessPolicy[]> {
  let known = perStore.get(store.db);
  if (known === undefined) {
    known = new LRUCache({
      max: REMEMBERED_HOLDERS,
      ttl: REMEMBER_MS,
      // Errors reach the caller: an unreadable policy must not count as none.
      fetchMethod: (_, __, { context }) => findPolicies(store, context),
    });
    perStore.set(store.db, known);
  }
  const key = `${holder.id ?? ""} ${holder.organizationId ?? ""} ${holder.userId ?? ""}`;
  return requireAll(await known.forceFetch(key, { context: holder }));
}

/** As `policiesOf`, without the cache. */
export const readPolicies = async (
  store: PeopleStore,
  holder: PolicyHolder,
): Promise<readonly AccessPolicy[]> => requireAll(await findPolicies(store, holder));

function requireAll({ policies, areSomeLost }: KeyPolicies): readonly AccessPolicy[] {
  if (areSomeLost) throw new ForbiddenError(LOST_POLICY);
  return policies;
}

/** As `readPolicies`, also for a key that has lost a policy. */
export async function findPolicies(
  { db }: PeopleStore,
  { id: keyId, organizationId, userId }: PolicyHolder,
): Promise<KeyPolicies> {
  const [ofUser, ofOrganization, ofKey, required] = await Promise.all([
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
    keyId === null
      ? []
      : db.select({ ids: apiKeys.requiredPolicies }).from(apiKeys).where(eq(apiKeys.id, keyId)),
  ]);
  const requiredIds = required.flatMap(({ ids }) => ids);
  const roles = [...ofUser, ...ofOrganization, ...ofKey].map(({ roleId }) => roleId);
  if (roles.length === 0) return { policies: [], areSomeLost: requiredIds.length > 0 };
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
      rowFilter: filterOf(policy),
      hiddenFields,
      historyDays,
      requestsPerMinute: policy.requestsPerMinute,
      rowsPerMonth: policy.rowsPerMonth,
      role,
      through: throughOf(roleId),
    });
  }
  const ownRoles = new Set(ofKey.map(({ roleId }) => roleId));
  const own = new Set(rows.flatMap(({ policy, roleId }) => (ownRoles.has(roleId) ? [policy.id] : [])));
  return { policies: [...found.values()], areSomeLost: requiredIds.some((id) => !own.has(id)) };
}

/**
 * The filter as stored. Filters are validated when they are saved; those of earlier versions may contain an empty
 * group, which would match every row.
 * @throws UnavailableError for an empty group
 * @throws InvalidError for an invalid filter
 */
function filterOf({ name, rowFilter }: { name: string; rowFilter: string | null }): Filter | null {
  if (rowFilter === null || rowFilter === "") return null;
  const { filter } = parseQuery({ filter: JSON.parse(rowFilter) });
  if (filter !== null && hasEmptyGroup(filter)) {
    throw new UnavailableError(
      `The access policy “${shownText(name)}” cannot be applied: its row filter contains an empty group. An administrator has to correct it.`,
    );
  }
  return filter;
}
