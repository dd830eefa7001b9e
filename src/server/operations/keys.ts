import { z } from "zod";
import { createApiKey, listApiKeys, revokeApiKey } from "#accounts";
import { apiKeyNameSchema } from "#domain";
import { operation } from "./operation";

export const createKey = operation({
  input: z.object({
    name: apiKeyNameSchema,
    expires: z.iso.date().nullable(),
    requestsPerMinute: z.int().positive().nullable(),
  }),
  changesMarketData: false,
  run: async ({ people }, { name, expires, requestsPerMinute }) => {
    const expiresAt = expires === null ? null : new Date(`${expires}T23:59:59.999Z`);
    const { id, key } = await createApiKey(people, { name, expiresAt, requestsPerMinute });
    return { id, key };
  },
});

export const listKeys = operation({
  input: z.object({}),
  changesMarketData: false,
  run: async ({ people }) => {
    const keys = await listApiKeys(people);
    return keys.map(({ id, name, prefix, expiresAt, revokedAt }) => ({
      id,
      name,
      prefix,
      expiresAt: expiresAt?.toISOString() ?? null,
      revokedAt: revokedAt?.toISOString() ?? null,
    }));
  },
});

export const revokeKey = operation({
  input: z.object({ id: z.int().positive() }),
  changesMarketData: false,
  run: async ({ people }, { id }) => {
    await revokeApiKey(people, id);
    return {};
  },
});
