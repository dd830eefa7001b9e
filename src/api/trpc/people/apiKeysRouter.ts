import { z } from "zod";
import { createApiKey, listApiKeys, listMembers, memberRole, revokeApiKey } from "#accounts";
import { apiKeyNameSchema, ForbiddenError, InvalidError, NotFoundError } from "#domain";
import { domainProcedure } from "../domainProcedure";
import { type ApiContext, t } from "../trpc";
import { ownOrganization } from "./ownOrganization";

export const apiKeysRouter = t.router({
  /** Keys of the caller's organization, newest first, without the keys themselves. */
  list: domainProcedure.query(async ({ ctx }) => {
    const organizationId = ownOrganization(ctx.user).id;
    const { people } = ctx.services;
    const [keys, members, role] = await Promise.all([
      listApiKeys(people, { organizationId }),
      listMembers(people, organizationId),
      memberRole(people, { userId: ctx.user.id, organizationId }),
    ]);
    return keys.map(({ id, name, prefix, userId, requestsPerMinute, ...moments }) => ({
      id,
      name,
      prefix,
      requestsPerMinute,
      createdAt: moments.createdAt.toISOString(),
      expiresAt: moments.expiresAt?.toISOString() ?? null,
      revokedAt: moments.revokedAt?.toISOString() ?? null,
      lastUsedAt: moments.lastUsedAt?.toISOString() ?? null,
      createdBy: members.find((member) => member.userId === userId)?.email ?? null,
      canRevoke: moments.revokedAt === null && (userId === ctx.user.id || role !== "member"),
    }));
  }),

  /** Makes a key. It is in this answer and nowhere else: only a hash is kept. */
  create: domainProcedure
    .input(z.object({ name: apiKeyNameSchema, expiresAt: z.iso.date().nullish() }))
    .mutation(async ({ ctx, input }) => {
      const { people } = ctx.services;
      const organizationId = ownOrganization(ctx.user).id;
      const expiresAt = input.expiresAt ? new Date(`${input.expiresAt}T23:59:59.999Z`) : null;
      if (expiresAt !== null && expiresAt.getTime() <= Date.now()) {
        throw new InvalidError("The expiry date must be in the future.", [
          { path: "expiresAt", message: "is in the past" },
        ]);
      }
      return createApiKey(people, {
        name: input.name,
        expiresAt,
        organizationId,
        userId: ctx.user.id,
        actor: ctx.user.id,
      });
    }),

  /** Ends a key at once: one's own, or any of the organization for its owners and admins. */
  revoke: domainProcedure.input(z.object({ id: z.int().positive() })).mutation(async ({ ctx, input }) => {
    await mayRevoke(ctx, input.id);
    const organizationId = ownOrganization(ctx.user).id;
    await revokeApiKey(ctx.services.people, input.id, { organizationId, actor: ctx.user.id });
  }),
});

async function mayRevoke({ services, user }: ApiContext, id: number): Promise<void> {
  const organizationId = ownOrganization(user).id;
  const key = (await listApiKeys(services.people, { organizationId })).find((k) => k.id === id);
  if (key === undefined) throw new NotFoundError(`There is no API key ${id}.`);
  if (key.userId === user.id) return;
  const role = await memberRole(services.people, { userId: user.id, organizationId });
  if (role === "member" || role === null) {
    throw new ForbiddenError("Only owners and admins of the organization can revoke other members' keys.");
  }
}
