/**
 * What keys of the data API may read. The plan gives the base; policies narrow it, and an allowing one may open a
 * resource that the plan leaves out. Deny wins, and of several terms the strictest counts.
 */

import { allOf } from "../query/filters";
import type { Filter } from "../query/query";
import { type ApiKeyAction, apiKeyActions } from "./apiKeyActions";

export const policyEffects = ["allow", "deny"] as const;
export type PolicyEffect = (typeof policyEffects)[number];

/** What a key does with a resource, as keys themselves may be held to. */
export const policyActions = apiKeyActions;
export type PolicyAction = ApiKeyAction;

/** A policy as it counts for a key. What it leaves empty, it does not narrow. */
export interface AccessPolicy {
  id: number;
  name: string;
  effect: PolicyEffect;
  /** By wire name; none means all of them. */
  resources: readonly string[];
  actions: readonly PolicyAction[];
  rowFilter: Filter | null;
  /** Names of fields and slugs of metrics. */
  hiddenFields: readonly string[];
  historyDays: number | null;
  requestsPerMinute: number | null;
  rowsPerMonth: number | null;
  /** The role by which it counts, and who has the role. */
  role: string;
  through: "user" | "organization" | "key";
}

/** On which terms a resource is read. */
export interface ResourceTerms {
  /** The policy that denies it; null where none does. */
  deniedBy: AccessPolicy | null;
  /** The policy that opens it beside the plan; null where none does. */
  openedBy: AccessPolicy | null;
  /** Rows that remain; null for all of them. */
  rows: Filter | null;
  /** Names of fields and slugs of metrics that are not told. */
  hidden: ReadonlySet<string>;
  /** Days of history; null for all of them. */
  historyDays: number | null;
  /** The first day of it, `YYYY-MM-DD`. */
  since: string | null;
}

/** What a request may read. */
export interface ReadScope {
  /** The same for requests that may read the same; empty where that is all that the plan leaves. */
  fingerprint: string;
  termsOf: (resource: string) => ResourceTerms;
}

const DAY_MS = 86_400_000;

/** Whether a policy speaks of a resource and an action. */
export const concerns = (
  { resources, actions }: Pick<AccessPolicy, "resources" | "actions">,
  resource: string,
  action: PolicyAction,
): boolean =>
  (resources.length === 0 || resources.includes(resource)) &&
  (actions.length === 0 || actions.includes(action));

/** A policy that denies names fields where it denies these alone. */
const deniesAll = ({ effect, hiddenFields }: AccessPolicy) => effect === "deny" && hiddenFields.length === 0;

const lowest = (limits: readonly (number | null)[]): number | null => {
  const known = limits.filter((limit) => limit !== null);
  return known.length === 0 ? null : Math.min(...known);
};

/**
 * What policies leave of the data for one action; null where there are none.
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
      hidden: new Set(own.flatMap(({ hiddenFields }) => hiddenFields)),
      historyDays,
      since:
        historyDays === null
          ? null
          : new Date(Date.parse(today) - historyDays * DAY_MS).toISOString().slice(0, 10),
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
 * What policies take away, apart from who has them and how often they may ask: those who are left with the same share
 * what is remembered. A policy that denies is named, since refusals name it.
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

/** The limits that policies set beside the plan; null where they set none. */
export const policyLimits = (
  policies: readonly AccessPolicy[],
): { requestsPerMinute: number | null; rowsPerMonth: number | null } => ({
  requestsPerMinute: lowest(policies.map((policy) => policy.requestsPerMinute)),
  rowsPerMonth: lowest(policies.map((policy) => policy.rowsPerMonth)),
});

/** Why a key cannot be used under its policies; null if it can. Rows are counted by organization: a limit on them needs one. */
export const uncountedRows = (
  { organizationId }: { organizationId: string | null },
  policies: readonly AccessPolicy[],
): string | null => {
  const limiting = policies.find(({ rowsPerMonth }) => rowsPerMonth !== null);
  if (organizationId !== null || limiting === undefined) return null;
  return `The policy "${limiting.name}" limits rows per month, which are counted by organization, and this key has no organization.`;
};
