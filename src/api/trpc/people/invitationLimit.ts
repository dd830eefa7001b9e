import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { RateLimitedError } from "#domain";

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
