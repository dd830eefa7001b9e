import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { INVITATION_DAYS, invitationMail, inviteMember } from "#accounts";
import { type MemberRole, RateLimitedError } from "#domain";
import type { ApiContext } from "../trpc";

/** Invitations and join requests per user and hour, since they send email to others in our name. */
const INVITATIONS_PER_HOUR = 30;

const sent = new RateLimiterMemory({ points: INVITATIONS_PER_HOUR, duration: 3600 });

/** @throws RateLimitedError */
export async function countInvitation(userId: string): Promise<void> {
  try {
    await sent.consume(userId);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
    throw new RateLimitedError(
      `You have sent ${INVITATIONS_PER_HOUR} invitations in the last hour, which is the limit. Try again in ${Math.ceil(seconds / 60)} minutes.`,
      seconds,
    );
  }
}

/** Invitations link to the sign-in page, since signing in with the invited address is sufficient. */
const invitationLink = ({ baseUrl }: ApiContext["services"]) =>
  `${baseUrl}/login?callbackUrl=${encodeURIComponent("/settings/organizations")}`;

/** The link to share manually if no email is sent, otherwise null. */
export const unsentLink = (services: ApiContext["services"]): string | null =>
  services.mailer.logsOnly ? invitationLink(services) : null;

/**
 * Invites a user in the caller's name. `unsentLink` is the link of an invitation that was not emailed,
 * since there is no mail server.
 */
export async function sendInvitation(
  { services, user }: ApiContext,
  invitation: { organizationId: string; email: string; role: MemberRole; isAdministrator?: boolean },
): Promise<{ id: string; unsentLink: string | null }> {
  await countInvitation(user.id);
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
