/**
 * What keys of the data API can read. The plan is the base; policies narrow it, and an allowing policy can
 * open a resource that the plan excludes. Deny overrides any allow, and of several limits the strictest
 * applies.
 */

import { DAY_MS, isoDay } from "../days/days";
import { allOf } from "../query/filters";
import type { Filter } from "../query/query";
import { resourceByName } from "../resources/catalogue";
import { hiddenFieldsOf } from "../resources/resource";
import { type ApiKeyAction, apiKeyActions } from "./apiKeyActions";

export const policyEffects = ["allow", "deny"] as const;
export type PolicyEffect = (typeof policyEffects)[number];

/** Actions of a key on a resource; policies can restrict the same actions as keys. */
export const policyActions = apiKeyActions;
export type PolicyAction = ApiKeyAction;

/** A policy that applies to a key. Empty parts restrict nothing. */
export interface AccessPolicy {
  id: number;
  name: string;
  effect: PolicyEffect;
  /** Wire names; empty means all resources. */
  resources: readonly string[];
  actions: readonly PolicyAction[];
  rowFilter: Filter | null;
  /** Names of fields and slugs of metrics. */
  hiddenFields: readonly string[];
  historyDays: number | null;
  requestsPerMinute: number | null;
  rowsPerMonth: number | null;
  /** The role to which it is assigned, and the owner of that role. */
  role: string;
  through: "user" | "organization" | "key";
}

/** The terms for reading a resource. */
export interface ResourceTerms {
  /** The policy that denies it; null if none does. */
  deniedBy: AccessPolicy | null;
  /** The policy that opens it beyond the plan; null if none does. */
  openedBy: AccessPolicy | null;
  /** Filter of the readable rows; null for all of them. */
  rows: Filter | null;
  /** Names of fields and slugs of metrics that are left out, including fields that reveal them (`FieldPolicy.reveals`). */
  hidden: ReadonlySet<string>;
  /** Days of history; null for all of them. */
  historyDays: number | null;
  /** The first readable day, `YYYY-MM-DD`. */
  since: string | null;
}

/** What a request can read. */
export interface ReadScope {
  /** Equal for requests that can read the same; empty if only the plan applies. */
  fingerprint: string;
  termsOf: (resource: string) => ResourceTerms;
}

/** Whether a policy covers a resource and an action. */
export const concerns = (
  { resources, actions }: Pick<AccessPolicy, "resources" | "actions">,
  resource: string,
  action: PolicyAction,
): boolean =>
  (resources.length === 0 || resources.includes(resource)) &&
  (actions.length === 0 || actions.includes(action));

/** A denying policy that names fields denies only those fields. */
const deniesAll = ({ effect, hiddenFields }: AccessPolicy) => effect === "deny" && hiddenFields.length === 0;

const lowest = (limits: readonly (number | null)[]): number | null => {
  const known = limits.filter((limit) => limit !== null);
  return known.length === 0 ? null : Math.min(...known);
};

/**
 * The readable part of the data for one action; null without policies.
 * @param today `YYYY-MM-DD`, from which days of history are counted
 */
export function readScope(
  policies: readonly AccessPolicy[],
  { action, today }: { action: PolicyAction; today: string },
): ReadScope | null {
  if (policies.length === 0) return null;
  const ordered = policies.toSorted((a, b) => a.id - b.id);
  const termsOf = (resource: string): ResourceTerms => {
    const own = ordered.filter((policy) => concerns(policy, resource, action));
    const historyDays = lowest(own.map((policy) => policy.historyDays));
    return {
      deniedBy: own.find(deniesAll) ?? null,
      openedBy: own.find(({ effect }) => effect === "allow") ?? null,
      rows: allOf(...own.map(({ rowFilter }) => rowFilter)),
      hidden: hiddenFieldsOf(
        resourceByName(resource)?.fields ?? [],
        own.flatMap(({ hiddenFields }) => hiddenFields),
      ),
      historyDays,
      since: historyDays === null ? null : isoDay(Date.parse(today) - historyDays * DAY_MS),
    };
  };
  const known = new Map<string, ResourceTerms>();
  return {
    fingerprint: fingerprintOf(
      ordered.filter(({ actions }) => actions.length === 0 || actions.includes(action)),
      today,
    ),
    termsOf: (resource) => {
      const terms = known.get(resource) ?? termsOf(resource);
      known.set(resource, terms);
      return terms;
    },
  };
}

/**
 * Fingerprint of the restrictions, independent of their owners and rate limits: requests with equal
 * restrictions share cached results. Denying policies are named, since error messages name them.
 */
function fingerprintOf(policies: readonly AccessPolicy[], today: string): string {
  const taken = policies.flatMap((policy) => {
    const { name, resources, rowFilter, hiddenFields, historyDays } = policy;
    const denied = deniesAll(policy) ? name : null;
    if (denied === null && rowFilter === null && hiddenFields.length === 0 && historyDays === null) return [];
    return [[resources, denied, rowFilter, hiddenFields, historyDays, historyDays === null ? null : today]];
  });
  return taken.length === 0 ? "" : JSON.stringify(taken);
}

/** The limits that policies set in addition to the plan; null if they set none. */
export const policyLimits = (
  policies: readonly AccessPolicy[],
): { requestsPerMinute: number | null; rowsPerMonth: number | null } => ({
  requestsPerMinute: lowest(policies.map((policy) => policy.requestsPerMinute)),
  rowsPerMonth: lowest(policies.map((policy) => policy.rowsPerMonth)),
});

/**
 * Why a key cannot be used under its policies; null if it can. Rows are counted by organization, so a limit
 * on them requires one.
 */
export const uncountedRows = (
  { organizationId }: { organizationId: string | null },
  policies: readonly AccessPolicy[],
): string | null => {
  const limiting = policies.find(({ rowsPerMonth }) => rowsPerMonth !== null);
  if (organizationId !== null || limiting === undefined) return null;
  return `The policy "${limiting.name}" limits rows per month, which are counted by organization, and this key has no organization.`;
};
