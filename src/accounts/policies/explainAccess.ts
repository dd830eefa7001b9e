import { and, desc, eq, or } from "drizzle-orm";
import { currentDay } from "#domain/days";
import { NotFoundError } from "#domain/errors";
import {
  type AccessPolicy,
  concerns,
  type PolicyAction,
  policyLimits,
  readScope,
  scopeProblem,
  uncountedRows,
} from "#domain/people";
import type { Filter } from "#domain/query";
import { resourceByName } from "#domain/resources";
import { quoted } from "#domain/text";
import { type PeopleStore, peopleTables } from "#stores";
import {
  apiKeyAllows,
  apiKeyHasAccess,
  countedMaker,
  isOwnerSuspended,
  ownerOf,
} from "../apiKeys/verifyApiKey";
import { isUuid } from "../audit/auditLog";
import { readUser } from "../users/userRecord";
import { findPolicies, LOST_POLICY } from "./policiesOf";

const { apiKeys, users } = peopleTables;

/** A policy that applies to a key, and whether it covers the requested resource and action. */
export interface CountedPolicy extends Pick<AccessPolicy, "id" | "name" | "effect" | "role" | "through"> {
  isConcerned: boolean;
}

/** Whether a key can use a resource, and what decides it. */
export interface ExplainedAccess {
  /** Name of the key or user that was checked. */
  holder: string;
  isAllowed: boolean;
  reason: string;
  /** The policy that decides; null if none does. */
  decidedBy: { id: number; name: string } | null;
  policies: readonly CountedPolicy[];
  /** The terms under which the resource is read. */
  terms: {
    rows: Filter | null;
    hidden: readonly string[];
    historyDays: number | null;
    requestsPerMinute: number | null;
    rowsPerMonth: number | null;
  };
}

export interface AccessQuestion {
  /** A user's email address or id, or an API key's id or prefix. */
  who: string;
  /** Wire name of a resource. */
  resource: string;
  action: PolicyAction;
}

/**
 * Explains why a key, or a key that a user would create in their organization, can or cannot read a resource.
 * Decided like requests, without caches.
 * @throws NotFoundError if no user or key matches
 */
export async function explainAccess(store: PeopleStore, question: AccessQuestion): Promise<ExplainedAccess> {
  const { action } = question;
  const resource = resourceByName(question.resource);
  if (resource === undefined) throw new NotFoundError(`There is no resource ${quoted(question.resource)}.`);
  const holder = await holderNamed(store, question.who);
  const { policies, areSomeLost } = await findPolicies(store, holder);
  const today = currentDay();
  const terms = readScope(policies, { action, today })?.termsOf(resource.slug) ?? null;
  const key = { ...holder, ...(await ownerOf(store, holder)) };
  const refusal =
    holder.ended ??
    ((await isOwnerSuspended(store, holder)) ? "The user or the organization is suspended." : null) ??
    (areSomeLost ? LOST_POLICY : null) ??
    (apiKeyHasAccess(key) ? null : "The plan does not include the API.") ??
    (apiKeyAllows(key, resource.permission) || terms?.openedBy != null
      ? null
      : "The plan does not include this resource, and no policy allows it.") ??
    scopeProblem(holder, { scope: resource.slug, action }) ??
    uncountedRows(holder, policies);
  const denied = refusal === null ? (terms?.deniedBy ?? null) : null;
  const opened =
    refusal === null && denied === null && !apiKeyAllows(key, resource.permission) ? terms?.openedBy : null;
  const decisive = denied ?? opened ?? null;
  return {
    holder: holder.name,
    isAllowed: refusal === null && denied === null,
    reason:
      refusal ??
      (denied !== null
        ? `The policy "${denied.name}" denies it.`
        : decisive !== null
          ? `The plan does not include it, but the policy "${decisive.name}" allows it.`
          : "The plan includes it, and no policy denies it."),
    decidedBy: decisive === null ? null : { id: decisive.id, name: decisive.name },
    policies: policies.map((policy) => ({
      id: policy.id,
      name: policy.name,
      effect: policy.effect,
      role: policy.role,
      through: policy.through,
      isConcerned: concerns(policy, resource.slug, action),
    })),
    terms: {
      rows: terms?.rows ?? null,
      hidden: [...(terms?.hidden ?? [])],
      historyDays: terms?.historyDays ?? null,
      ...policyLimits(policies),
    },
  };
}

async function holderNamed(store: PeopleStore, named: string) {
  const who = named.trim();
  const id = /^\d{1,9}$/.test(who) ? Number(who) : null;
  const [key] = await store.db
    .select()
    .from(apiKeys)
    .where(or(eq(apiKeys.prefix, who), id === null ? undefined : eq(apiKeys.id, id)))
    .orderBy(desc(apiKeys.id));
  if (key !== undefined) {
    const isExpired = key.expiresAt !== null && key.expiresAt.getTime() <= Date.now();
    const ended = key.revokedAt !== null ? "The key is revoked." : isExpired ? "The key has expired." : null;
    const userId = await countedMaker(store, key);
    return { ...key, link: null, userId, name: `${key.name} (${key.prefix}…)`, ended };
  }
  const [found] = await store.db
    .select({ id: users.id })
    .from(users)
    .where(and(isUuid(who) ? eq(users.id, who) : eq(users.email, who.toLowerCase())));
  const user = found === undefined ? null : await readUser(store, found.id);
  if (user === null) {
    throw new NotFoundError(
      `No user or API key matches ${quoted(named)}. Use an email address or the first ten characters of a key.`,
    );
  }
  return {
    id: null,
    name: user.email,
    requestsPerMinute: null,
    isAdmin: false,
    organizationId: user.organization?.id ?? null,
    userId: user.id,
    expiresAt: null,
    link: null,
    endpoints: null,
    actions: ["read", "download"] as const,
    ended: null,
  };
}
