import { z } from "zod";
import {
  changeMemberRole,
  leaveTeam,
  listInvitations,
  listMembers,
  removeMember,
  revokeInvitation,
} from "#accounts/team";
import { memberRoles } from "#domain/people";
import { domainProcedure } from "../domainProcedure";
import { type ApiContext, t } from "../trpc";
import { notifyOwners } from "./notifyOwners";
import { ownOrganization } from "./ownOrganization";
import { sendInvitation, unsentLink } from "./sendInvitation";

const acting = ({ user }: ApiContext) => ({ organizationId: ownOrganization(user).id, actorId: user.id });
const userId = z.uuid();
const role = z.enum(memberRoles);

export const teamRouter = t.router({
  /** The caller's organization, its members and, for owners and admins, its open invitations. */
  get: domainProcedure.query(async ({ ctx }) => {
    const { people } = ctx.services;
    const { id, name, domain, scope } = ownOrganization(ctx.user);
    const members = await listMembers(people, id);
    const own = members.find((member) => member.userId === ctx.user.id)?.role ?? "member";
    const canManage = own !== "member" && ctx.user.features["enable-team-self-serve"];
    const invitations = canManage ? await listInvitations(people, id) : [];
    return {
      organization: { id, name, domain, scope },
      role: own,
      canManage,
      members: members.map(({ joinedAt, ...member }) => ({
        ...member,
        joinedAt: joinedAt.toISOString(),
        isCaller: member.userId === ctx.user.id,
      })),
      invitations: invitations.map(({ createdAt, expiresAt, ...invitation }) => ({
        ...invitation,
        createdAt: createdAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
        unsentLink: unsentLink(ctx.services),
      })),
    };
  }),

  /**
   * Sends an invitation, replacing an earlier one to the same address. `unsentLink` is the link of one
   * that was not emailed, since there is no mail server.
   */
  invite: domainProcedure
    .input(z.object({ email: z.string().max(300), role: role.default("member") }))
    .mutation(({ ctx, input }) =>
      sendInvitation(ctx, { organizationId: ownOrganization(ctx.user).id, ...input }),
    ),
  revokeInvitation: domainProcedure
    .input(z.object({ id: z.uuid() }))
    .mutation(({ ctx, input }) => revokeInvitation(ctx.services.people, { ...acting(ctx), ...input })),

  changeRole: domainProcedure
    .input(z.object({ userId, role }))
    .mutation(({ ctx, input }) => changeMemberRole(ctx.services.people, { ...acting(ctx), ...input })),
  removeMember: domainProcedure.input(z.object({ userId })).mutation(async ({ ctx, input }) => {
    notifyOwners(ctx.services, await removeMember(ctx.services.people, { ...acting(ctx), ...input }));
  }),
  /** Removes the caller from their organization, and moves them to a new one of their own. */
  leave: domainProcedure.mutation(async ({ ctx }) => {
    notifyOwners(ctx.services, await leaveTeam(ctx.services.people, acting(ctx)));
  }),
});
