import { z } from "zod";
import { noticeMail } from "#accounts/mail";
import { switchOrganization } from "#accounts/organizations";
import {
  acceptInvitation,
  declineInvitation,
  findDomainOrganization,
  listJoinRequests,
  listReceivedInvitations,
  requestToJoin,
  resolveJoinRequest,
  withdrawJoinRequest,
} from "#accounts/team";
import { domainProcedure } from "../domainProcedure";
import { type ApiContext, t } from "../trpc";
import { countInvitation } from "./sendInvitation";

const asCaller = ({ user }: ApiContext) => ({ userId: user.id, email: user.email });
const id = z.uuid();

/** The caller's organizations, with joining and switching. */
export const organizationsRouter = t.router({
  /** The caller's memberships and invitations, and the join requests of organizations that they manage. */
  get: domainProcedure.query(async ({ ctx }) => {
    const { people } = ctx.services;
    const managed = ctx.user.memberships.filter(({ role }) => role !== "member");
    const [invitations, domainOrganization, requests] = await Promise.all([
      listReceivedInvitations(people, { email: ctx.user.email }),
      findDomainOrganization(people, asCaller(ctx)),
      Promise.all(
        managed.map(async ({ organization_id, organization_name }) =>
          (await listJoinRequests(people, organization_id)).map(({ createdAt, ...request }) => ({
            ...request,
            organizationId: organization_id,
            organizationName: organization_name,
            createdAt: createdAt.toISOString(),
          })),
        ),
      ),
    ]);
    return {
      organizations: ctx.user.memberships.map(({ organization_id, organization_name, role }) => ({
        id: organization_id,
        name: organization_name,
        role,
        isCurrent: organization_id === ctx.user.organization?.id,
      })),
      invitations: invitations.map(({ expiresAt, ...invitation }) => ({
        ...invitation,
        expiresAt: expiresAt.toISOString(),
      })),
      /** The organization of the caller's email domain, unless they are a member. */
      domainOrganization:
        domainOrganization === null
          ? null
          : { domain: domainOrganization.domain, state: domainOrganization.state },
      requests: requests.flat(),
    };
  }),

  /** Switches the organization that the caller acts for, which determines the plan, team and keys. */
  switch: domainProcedure
    .input(z.object({ organizationId: id }))
    .mutation(({ ctx, input }) =>
      switchOrganization(ctx.services.people, { userId: ctx.user.id, organizationId: input.organizationId }),
    ),

  /** Makes the caller a member, and switches to that organization. */
  acceptInvitation: domainProcedure
    .input(z.object({ id }))
    .mutation(({ ctx, input }) => acceptInvitation(ctx.services.people, { ...asCaller(ctx), id: input.id })),
  declineInvitation: domainProcedure
    .input(z.object({ id }))
    .mutation(({ ctx, input }) => declineInvitation(ctx.services.people, { ...asCaller(ctx), id: input.id })),

  /** Sends a join request to the owners and admins of the organization of the caller's email domain. */
  requestToJoin: domainProcedure.mutation(async ({ ctx }) => {
    const { people, mailer, baseUrl, brand } = ctx.services;
    await countInvitation(ctx);
    const { organizationName, managers } = await requestToJoin(people, asCaller(ctx));
    for (const to of managers) {
      const mail = noticeMail({
        to,
        subject: `${ctx.user.email} has asked to join ${organizationName} on ${brand}`,
        lines: [
          `${ctx.user.email} has asked to join the ${organizationName} organization on ${brand}.`,
          "Accept only people you know. Nothing is shared with them until you accept.",
        ],
        link: `${baseUrl}/settings/organizations`,
      });
      // The mailer logs failures; the request is also shown in the settings.
      mailer.send(mail).catch(() => undefined);
    }
  }),
  withdrawRequest: domainProcedure.mutation(({ ctx }) =>
    withdrawJoinRequest(ctx.services.people, { userId: ctx.user.id }),
  ),

  /** Accepts or declines a join request. For owners and admins. */
  answerRequest: domainProcedure
    .input(z.object({ organizationId: id, id, accept: z.boolean() }))
    .mutation(async ({ ctx, input }) => {
      const { people, mailer, baseUrl, brand } = ctx.services;
      const { email, organizationName } = await resolveJoinRequest(people, {
        ...input,
        actorId: ctx.user.id,
      });
      if (!input.accept) return;
      const mail = noticeMail({
        to: email,
        subject: `You are now a member of ${organizationName} on ${brand}`,
        lines: [`${ctx.user.email} accepted your request to join ${organizationName}.`],
        link: `${baseUrl}/settings/organizations`,
      });
      mailer.send(mail).catch(() => undefined);
    }),
});
