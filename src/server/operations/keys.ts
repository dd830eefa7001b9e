import { z } from "zod";
import { allApiKeys, createApiKey, keyExpiry, revokeApiKey, rotateApiKey } from "#accounts";
import { apiKeyEndpointsSchema } from "#api";
import { apiKeyActionsSchema, apiKeyNameSchema, storedId } from "#domain";
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
