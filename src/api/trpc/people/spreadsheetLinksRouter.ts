import { z } from "zod";
import {
  type ApiKeySelection,
  createSpreadsheetLink,
  keyExpiry,
  listApiKeys,
  readApiKey,
  revokeApiKey,
} from "#accounts/apiKeys";
import { listMembers } from "#accounts/team";
import { memberRole } from "#accounts/users";
import { ForbiddenError, InvalidError, NotFoundError } from "#domain/errors";
import { apiKeyNameSchema, storedId } from "#domain/people";
import { parseQueryText, queryLimits } from "#domain/query";
import { requirePermission } from "../../access/requirePermission";
import { apiScopes } from "../../rest/apiScopes";
import { endpointAt } from "../../rest/endpoints";
import { domainProcedure } from "../domainProcedure";
import { type ApiContext, t } from "../trpc";
import { ownOrganization } from "./ownOrganization";

export const spreadsheetLinksRouter = t.router({
  /** Links of the caller, and of the whole organization for its owners and admins, newest first; without their secrets. */
  list: domainProcedure.query(async ({ ctx }) => {
    const organizationId = ownOrganization(ctx.user).id;
    const { people } = ctx.services;
    const [links, members] = await Promise.all([
      visibleLinks(ctx).then((visible) => listApiKeys(people, visible)),
      listMembers(people, organizationId),
    ]);
    return links.map((link) => ({
      id: link.id,
      name: link.name,
      prefix: link.prefix,
      path: link.linkPath ?? "",
      query: link.linkQuery ?? "{}",
      createdAt: link.createdAt.toISOString(),
      createdBy: members.find(({ userId }) => userId === link.userId)?.email ?? null,
      expiresAt: link.expiresAt?.toISOString() ?? null,
      revokedAt: link.revokedAt?.toISOString() ?? null,
      lastUsedAt: link.lastUsedAt?.toISOString() ?? null,
    }));
  }),

  /** Creates a link from a query of the API. Only this response contains the secret, since only a hash is stored. */
  create: domainProcedure
    .input(
      z.object({
        name: apiKeyNameSchema,
        path: z.string().max(200),
        query: z.string().max(queryLimits.queryLength),
        expiresAt: z.iso.date().nullish(),
      }),
    )
    .mutation(async ({ ctx, input }) => {
      const expiresAt = keyExpiry(input.expiresAt, "expiresAt");
      const { scope, query } = await tried(ctx, input);
      return createSpreadsheetLink(ctx.services.people, {
        name: input.name,
        expiresAt,
        scope,
        path: input.path,
        query,
        organizationId: ownOrganization(ctx.user).id,
        userId: ctx.user.id,
      });
    }),

  /** Revokes a link immediately: the caller's own, or any of the organization for owners and admins. */
  revoke: domainProcedure.input(z.object({ id: storedId })).mutation(async ({ ctx, input }) => {
    const link = await readApiKey(ctx.services.people, input.id, await visibleLinks(ctx));
    if (link === null) throw new NotFoundError(`There is no spreadsheet link ${input.id}.`);
    await revokeApiKey(ctx.services.people, input.id, {
      organizationId: ownOrganization(ctx.user).id,
      actor: ctx.user.id,
    });
  }),
});

/** The links visible to the caller. */
async function visibleLinks({ services, user }: ApiContext): Promise<ApiKeySelection> {
  const organizationId = ownOrganization(user).id;
  const role = await memberRole(services.people, { userId: user.id, organizationId });
  if (role === null) throw new ForbiddenError("You are no longer a member of this organization.");
  return { organizationId, kind: "link", ...(role === "member" ? { userId: user.id } : {}) };
}

/**
 * Validates the request of a link by running it, so that errors are reported on creation instead of in the spreadsheet.
 * @throws InvalidError naming the invalid part; UnauthorizedError, ForbiddenError
 */
async function tried(
  ctx: ApiContext,
  { path, query: text }: { path: string; query: string },
): Promise<{ scope: string; query: string }> {
  const endpoint = /^\/[a-z_]+(\/[a-z_]+)*$/.test(path) ? endpointAt(path) : undefined;
  // Unknown resource names have endpoints too, which have no scope in `apiScopes`.
  if (endpoint?.file === undefined || endpoint.scope === undefined || !apiScopes.includes(endpoint.scope)) {
    throw new InvalidError("Choose an endpoint with rows, totals or series.", [
      { path: "path", message: `${JSON.stringify(path)} has no CSV file` },
    ]);
  }
  for (const permission of endpoint.filePermissions ?? []) requirePermission(ctx.user, permission);
  const query = text.trim() === "" ? "{}" : text;
  const request = { market: ctx.market, id: "", parameters: {}, query: () => parseQueryText(query) };
  // Validates the query. The file is lazy, so no rows are computed.
  await endpoint.file(request, "csv");
  return { scope: endpoint.scope, query };
}
