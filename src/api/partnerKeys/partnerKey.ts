/** Creates a partner's API key in one step, limited by resources, assets, days of history and rates. */
import { z } from "zod";
import { keyExpiry } from "#accounts/apiKeys";
import { limitRules } from "#accounts/limits";
import { createPartnerKey } from "#accounts/policies";
import { InvalidError } from "#domain/errors";
import { apiKeyActions, apiKeyActionsSchema, apiKeyNameSchema } from "#domain/people";
import { allOf, type Filter } from "#domain/query";
import type { RecordValues } from "#domain/records";
import { kindListedBy, ledgerResources, resources } from "#domain/resources";
import type { PeopleStore } from "#stores";
import { recordRules } from "../records/recordRules";
import { endpoints } from "../rest/endpoints";

const resourceNames = resources.map(({ slug }) => slug);
const positive = (field: string, max: number) =>
  z
    .int({ error: `${field}: enter a whole number` })
    .min(1, "Enter at least 1")
    .max(max, `Enter at most ${max.toLocaleString("en-US")}`)
    .nullable()
    .default(null);

export const partnerKeySchema = z.object({
  name: apiKeyNameSchema,
  /** Null for a key of the site, which has no plan. */
  organizationId: z.uuid({ error: "Choose an organization" }).nullable().default(null),
  resources: z
    .array(z.enum(resourceNames, { error: `Choose from: ${resourceNames.join(", ")}` }))
    .min(1, "Choose at least one resource")
    .max(resourceNames.length)
    .transform((names) => [...new Set(names)]),
  /** Filter on assets, as JSON; null for all. */
  rowFilter: z.string().max(10_000).nullable().default(null),
  actions: apiKeyActionsSchema.default([...apiKeyActions]),
  historyDays: positive("Days of history", 36_500),
  requestsPerMinute: positive("Requests per minute", 1_000_000),
  /** Last valid day (UTC). */
  expires: z.iso.date({ error: "Enter a date" }).nullable().default(null),
});
export type PartnerKeyInput = z.output<typeof partnerKeySchema>;

const ledger: readonly string[] = ledgerResources.map(({ slug }) => slug);

/**
 * Whether a filter on assets limits the rows or figures of a resource. True for metrics, which have no rows to limit, and
 * for results of checks and holders, whose tables policies on assets limit.
 */
const followsAssets = (resource: string): boolean =>
  ["measures", "checks", "holders"].includes(resource) ||
  (kindListedBy(resource) !== null && !ledger.includes(resource));

/** Resources whose rows a filter on assets does not limit. */
export const beyondAssetFilter: readonly string[] = resourceNames.filter((name) => !followsAssets(name));

/**
 * Creates the key with its role and policies. Other resources are excluded by the key's scopes, so that
 * resources added in later versions are excluded too.
 * @throws InvalidError naming fields
 */
export async function makePartnerKey(people: PeopleStore, input: PartnerKeyInput, actor: string) {
  const { name, rowFilter, historyDays, requestsPerMinute } = input;
  const isFiltered = rowFilter !== null && rowFilter.trim() !== "";
  const unfiltered = input.resources.filter((resource) => beyondAssetFilter.includes(resource));
  if (isFiltered && unfiltered.length > 0) {
    const message = `A filter on assets does not limit ${unfiltered.join(", ")}. Remove them, or leave the filter blank`;
    throw new InvalidError(`${message}.`, [{ path: "resources", message }]);
  }
  // Assets and their tokens share the figures from which totals are computed.
  const ofAssets = input.resources.every((resource) => resource === "assets");
  const terms: RecordValues = { name, resources: input.resources, historyDays, requestsPerMinute };
  const policies: RecordValues[] = !isFiltered
    ? [terms]
    : ofAssets
      ? [{ ...terms, rowFilter }]
      : [terms, { name: `${name}: assets`, resources: ["assets"], rowFilter }];
  return createPartnerKey(
    people,
    {
      name,
      organizationId: input.organizationId,
      expiresAt: keyExpiry(input.expires, "expires"),
      endpoints: endpointsOf(input.resources),
      actions: input.actions,
      // A policy can only lower the plan's limit; only the key itself can raise it.
      requestsPerMinute:
        requestsPerMinute !== null && requestsPerMinute > limitRules.keys.points ? requestsPerMinute : null,
      policies,
    },
    { actor, rules: recordRules },
  );
}

/** Scopes of the endpoints of some resources; explanations need assets or tokens, whose figures they explain. */
function endpointsOf(names: readonly string[]): string[] {
  const explains = names.includes("assets") || names.includes("tokens");
  const opened = endpoints.flatMap(({ resource, scope }) => {
    if (scope === undefined) return [];
    if (resource === null) return scope === "explain" && explains ? [scope] : [];
    return names.includes(resource) ? [scope] : [];
  });
  return [...new Set(opened)];
}

/** A filter on assets by class and by a filter of the API; null without either. */
export const assetFilterOf = (classes: readonly string[], filter: Filter | null): Filter | null =>
  allOf(
    classes.length === 0 ? null : { operator: "in", field: "asset_class_slug", value: [...classes] },
    filter,
  );
