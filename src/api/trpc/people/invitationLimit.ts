import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { RateLimitedError } from "#domain";

/** Invitations are mail to strangers in our name, so nobody sends more than this in an hour. */
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
