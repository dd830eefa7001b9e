import { z } from "zod";
import {
  type ApiKeySummary,
  createApiKey,
  keyExpiry,
  listApiKeys,
  listMembers,
  memberRole,
  readApiKey,
  revokeApiKey,
  rotateApiKey,
  setKeyHolder,
} from "#accounts";
import {
  apiKeyActions,
  apiKeyActionsSchema,
  apiKeyHolders,
  apiKeyNameSchema,
  ForbiddenError,
  NotFoundError,
  rotationGraces,
  storedId,
} from "#domain";
import { apiKeyEndpointsSchema, apiScopes } from "../../rest/apiScopes";
import { domainProcedure } from "../domainProcedure";
import { type ApiContext, t } from "../trpc";
import { ownOrganization } from "./ownOrganization";

const USAGE_DAYS = 90;
const DAY_MS = 86_400_000;

export const apiKeysRouter = t.router({
  /** Keys of the caller's organization, newest first, without the keys themselves; of those that ended the newest. */
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
        /** Revoking and rotating. */
        canChange: isLive && (userId === ctx.user.id || role !== "member"),
        /** Having the organization keep it, or not. */
        canPass: isLive && role !== "member",
      };
    });
  }),

  /** What a key can be limited to. */
  scopes: domainProcedure.query(() => apiScopes),

  /** Makes a key. It is in this answer and nowhere else: only a hash is kept. */
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

  /** Ends a key at once: one's own, or any of the organization for its owners and admins. */
  revoke: domainProcedure.input(z.object({ id: storedId })).mutation(async ({ ctx, input }) => {
    await mayChange(ctx, input.id, "revoke");
    await revokeApiKey(ctx.services.people, input.id, changeOf(ctx));
  }),

  /** Gives a key a new secret, which is in this answer and nowhere else; the one before ends at once or later. */
  rotate: domainProcedure
    .input(z.object({ id: storedId, graceHours: z.literal(rotationGraces).default(0) }))
    .mutation(async ({ ctx, input }) => {
      await mayChange(ctx, input.id, "rotate");
      return rotateApiKey(ctx.services.people, input.id, {
        ...changeOf(ctx),
        graceHours: input.graceHours,
      });
    }),

  /** Has a key stay with the organization when whoever made it leaves, or not: for owners and admins. */
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
      new Date(Date.now() - (USAGE_DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10),
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
