import { z } from "zod";
import {
  type ApiKeySummary,
  createApiKey,
  keyExpiry,
  listApiKeys,
  readApiKey,
  revokeApiKey,
  rotateApiKey,
  setKeyHolder,
} from "#accounts/apiKeys";
import { listMembers } from "#accounts/team";
import { memberRole } from "#accounts/users";
import { DAY_MS, isoDay } from "#domain/days";
import { ForbiddenError, NotFoundError } from "#domain/errors";
import {
  apiKeyActions,
  apiKeyActionsSchema,
  apiKeyHolders,
  apiKeyNameSchema,
  rotationGraces,
  storedId,
} from "#domain/people";
import { apiKeyEndpointsSchema, apiScopes } from "../../rest/apiScopes";
import { domainProcedure } from "../domainProcedure";
import { type ApiContext, t } from "../trpc";
import { ownOrganization } from "./ownOrganization";

const USAGE_DAYS = 90;

export const apiKeysRouter = t.router({
  /** Keys of the caller's organization, newest first, without secrets; of revoked and expired keys only the latest. */
  list: domainProcedure.query(async ({ ctx }) => {
    const organizationId = ownOrganization(ctx.user).id;
    const { people } = ctx.services;
    const [keys, members, role] = await Promise.all([
      listApiKeys(people, { organizationId, kind: "key" }),
      listMembers(people, organizationId),
      memberRole(people, { userId: ctx.user.id, organizationId }),
    ]);
    return keys.map(({ userId, ...key }) => {
      const isLive = key.revokedAt === null;
      return {
        id: key.id,
        name: key.name,
        prefix: key.prefix,
        requestsPerMinute: key.requestsPerMinute,
        endpoints: key.endpoints,
        actions: key.actions,
        heldBy: key.heldBy,
        createdAt: key.createdAt.toISOString(),
        expiresAt: key.expiresAt?.toISOString() ?? null,
        revokedAt: key.revokedAt?.toISOString() ?? null,
        lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
        rotatedAt: key.rotatedAt?.toISOString() ?? null,
        previousEndsAt: key.previousEndsAt?.toISOString() ?? null,
        createdBy: members.find((member) => member.userId === userId)?.email ?? null,
        /** Whether the caller can revoke and rotate the key. */
        canChange: isLive && (userId === ctx.user.id || role !== "member"),
        /** Whether the caller can choose if the organization keeps the key. */
        canPass: isLive && role !== "member",
      };
    });
  }),

  /** The scopes that a key can be limited to. */
  scopes: domainProcedure.query(() => apiScopes),

  /** Creates a key. Only this response contains the secret, since only a hash is stored. */
  create: domainProcedure
    .input(
      z.object({
        name: apiKeyNameSchema,
        expiresAt: z.iso.date().nullish(),
        endpoints: apiKeyEndpointsSchema.default(null),
        actions: apiKeyActionsSchema.default([...apiKeyActions]),
      }),
    )
    .mutation(async ({ ctx, input }) => {
      const { people } = ctx.services;
      const organizationId = ownOrganization(ctx.user).id;
      const expiresAt = keyExpiry(input.expiresAt, "expiresAt");
      return createApiKey(people, {
        name: input.name,
        expiresAt,
        endpoints: input.endpoints,
        actions: input.actions,
        organizationId,
        userId: ctx.user.id,
        actor: ctx.user.id,
      });
    }),

  /** Revokes a key immediately: the caller's own, or any of the organization for owners and admins. */
  revoke: domainProcedure.input(z.object({ id: storedId })).mutation(async ({ ctx, input }) => {
    await mayChange(ctx, input.id, "revoke");
    await revokeApiKey(ctx.services.people, input.id, changeOf(ctx));
  }),

  /**
   * Replaces the secret of a key; only this response contains it. The previous secret expires immediately or after `graceHours`.
   */
  rotate: domainProcedure
    .input(z.object({ id: storedId, graceHours: z.literal(rotationGraces).default(0) }))
    .mutation(async ({ ctx, input }) => {
      await mayChange(ctx, input.id, "rotate");
      return rotateApiKey(ctx.services.people, input.id, {
        ...changeOf(ctx),
        graceHours: input.graceHours,
      });
    }),

  /** Sets whether a key remains with the organization when its creator leaves. For owners and admins. */
  hold: domainProcedure
    .input(z.object({ id: storedId, heldBy: z.enum(apiKeyHolders) }))
    .mutation(async ({ ctx, input }) => {
      await ownKey(ctx, input.id);
      if (!(await isManager(ctx))) {
        throw new ForbiddenError("Only owners and admins decide which keys the organization keeps.");
      }
      await setKeyHolder(ctx.services.people, input.id, { ...changeOf(ctx), heldBy: input.heldBy });
    }),

  /** Requests of a key by day, over the last 90 days. */
  usage: domainProcedure.input(z.object({ id: storedId })).query(async ({ ctx, input }) => {
    await ownKey(ctx, input.id);
    const days = Array.from({ length: USAGE_DAYS }, (_, index) =>
      isoDay(Date.now() - (USAGE_DAYS - 1 - index) * DAY_MS),
    );
    const used = await ctx.services.keyUsage.byDay(input.id, days[0] ?? "");
    const requests = new Map(used.map((one) => [one.day, one.requests]));
    return days.map((day) => ({ day, requests: requests.get(day) ?? 0 }));
  }),
});

const changeOf = ({ user }: ApiContext) => ({
  organizationId: ownOrganization(user).id,
  actor: user.id,
});

/** @throws NotFoundError for a key of another organization */
async function ownKey({ services, user }: ApiContext, keyId: number): Promise<ApiKeySummary> {
  const organizationId = ownOrganization(user).id;
  const key = await readApiKey(services.people, keyId, { organizationId, kind: "key" });
  if (key === null) throw new NotFoundError(`There is no API key ${keyId}.`);
  return key;
}

async function isManager({ services, user }: ApiContext): Promise<boolean> {
  const organizationId = ownOrganization(user).id;
  const role = await memberRole(services.people, { userId: user.id, organizationId });
  return role === "owner" || role === "admin";
}

async function mayChange(ctx: ApiContext, keyId: number, what: "revoke" | "rotate"): Promise<void> {
  const key = await ownKey(ctx, keyId);
  if (key.userId === ctx.user.id || (await isManager(ctx))) return;
  throw new ForbiddenError(`Only owners and admins of the organization can ${what} other members' keys.`);
}
