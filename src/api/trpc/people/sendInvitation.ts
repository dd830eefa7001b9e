import { invitationMail } from "#accounts/mail";
import { INVITATION_DAYS, inviteMember } from "#accounts/team";
import { RateLimitedError } from "#domain/errors";
import type { MemberRole } from "#domain/people";
import type { ApiContext } from "../trpc";

/** Invitations link to the sign-in page, since signing in with the invited address is sufficient. */
const invitationLink = ({ baseUrl }: ApiContext["services"]) =>
  `${baseUrl}/login?callbackUrl=${encodeURIComponent("/settings/organizations")}`;

/**
 * Counts an invitation or join request of a user.
 * @throws RateLimitedError
 */
export async function countInvitation({
  services,
  user,
}: {
  services: Pick<ApiContext["services"], "limits">;
  user: Pick<ApiContext["user"], "id">;
}): Promise<void> {
  const { isOver, limit, retryAfter } = await services.limits.invitations.count(user.id);
  if (!isOver) return;
  throw new RateLimitedError(
    `You have sent ${limit} invitations in the last hour, which is the limit. Try again in ${Math.ceil(retryAfter / 60)} minutes.`,
    retryAfter,
  );
}

/** The link to share manually if no email is sent, otherwise null. */
export const unsentLink = (services: ApiContext["services"]): string | null =>
  services.mailer.logsOnly ? invitationLink(services) : null;

/**
 * Invites a user in the caller's name. `unsentLink` is the link of an invitation that was not emailed,
 * since there is no mail server.
 */
export async function sendInvitation(
  context: ApiContext,
  invitation: { organizationId: string; email: string; role: MemberRole; isAdministrator?: boolean },
): Promise<{ id: string; unsentLink: string | null }> {
  const { services, user } = context;
  await countInvitation(context);
  const { organizationName, email, id } = await inviteMember(services.people, {
    ...invitation,
    actorId: user.id,
  });
  await services.mailer.send(
    invitationMail({
      to: email,
      brand: services.brand,
      organization: organizationName,
      invitedBy: user.email,
      link: invitationLink(services),
      days: INVITATION_DAYS,
    }),
  );
  return { id, unsentLink: unsentLink(services) };
}
