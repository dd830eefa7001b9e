import { z } from "zod";
import { allApiKeys, createApiKey, keyExpiry, revokeApiKey, rotateApiKey } from "#accounts/apiKeys";
import { findOrganization } from "#accounts/organizations";
import { apiKeyEndpointsSchema, assetFilterOf, makePartnerKey, partnerKeySchema } from "#api";
import { DomainError, InvalidError } from "#domain/errors";
import { apiKeyActionsSchema, apiKeyNameSchema, storedId } from "#domain/people";
import { type Filter, parseQuery } from "#domain/query";
import { operation } from "./operation";

export const createKey = operation({
  input: z.object({
    name: apiKeyNameSchema,
    expires: z.iso.date().nullable(),
    requestsPerMinute: z.int().positive().nullable(),
    endpoints: apiKeyEndpointsSchema,
    actions: apiKeyActionsSchema,
  }),
  changesMarketData: false,
  run: async ({ people }, { name, expires, requestsPerMinute, endpoints, actions }) => {
    const expiresAt = keyExpiry(expires, "expires");
    const { id, key } = await createApiKey(people, {
      name,
      expiresAt,
      requestsPerMinute,
      endpoints,
      actions,
    });
    return { id, key };
  },
});

/** As the form "Key for a partner": asset classes narrow the filter. */
export const createPartnerKey = operation({
  input: partnerKeySchema.omit({ organizationId: true }).extend({
    /** Its domain, id or the address of a member; null for a key of the site. */
    organization: z.string().max(300).nullable(),
    assetClasses: z.array(z.string().max(100)).max(100).default([]),
  }),
  changesMarketData: false,
  run: async ({ people }, { organization, assetClasses, ...input }, _report, { actor }) => {
    const owner = organization === null ? null : await findOrganization(people, organization);
    const filter = assetFilterOf(assetClasses, readFilter(input.rowFilter));
    const { id, key } = await makePartnerKey(
      people,
      {
        ...input,
        organizationId: owner?.id ?? null,
        rowFilter: filter === null ? null : JSON.stringify(filter),
      },
      actor,
    );
    return { id, key };
  },
});

/** @throws InvalidError for text that is not a JSON filter */
function readFilter(text: string | null): Filter | null {
  if (text === null) return null;
  try {
    return parseQuery({ filter: JSON.parse(text) }).filter;
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw new InvalidError("The row filter is not JSON.", [
      { path: "rowFilter", message: "enter a filter in JSON" },
    ]);
  }
}

export const listKeys = operation({
  input: z.object({}),
  changesMarketData: false,
  run: async ({ people }) => {
    const keys = await allApiKeys(people);
    return keys.map(
      ({ id, name, prefix, expiresAt, revokedAt, previousEndsAt, lastUsedAt, endpoints, actions }) => ({
        id,
        name,
        prefix,
        expiresAt: expiresAt?.toISOString() ?? null,
        revokedAt: revokedAt?.toISOString() ?? null,
        previousEndsAt: previousEndsAt?.toISOString() ?? null,
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
        endpoints,
        actions,
      }),
    );
  },
});

export const rotateKey = operation({
  input: z.object({
    id: storedId,
    graceHours: z
      .number()
      .min(0)
      .max(24 * 90),
  }),
  changesMarketData: false,
  run: async ({ people }, { id: keyId, graceHours }) => {
    const { key } = await rotateApiKey(people, keyId, { graceHours });
    return { id: keyId, key };
  },
});

export const revokeKey = operation({
  input: z.object({ id: storedId }),
  changesMarketData: false,
  run: async ({ people }, { id: keyId }) => {
    await revokeApiKey(people, keyId);
    return {};
  },
});
