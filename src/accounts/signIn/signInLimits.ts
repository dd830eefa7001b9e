/**
 * How often codes may be asked for and typed. Counted in this process: with
 * several behind one address, each counts for itself. The bound that holds
 * everywhere is in the people store: five wrong tries end an address's codes.
 */
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { RateLimitedError } from "#domain";
import { networkOf } from "../networks/networkOf";

export interface SignInLimits {
  /** @throws RateLimitedError when an address or network address asks for too many codes */
  countRequest(email: string, networkAddress: string): Promise<void>;
  /** @throws RateLimitedError when a network address types too many codes */
  countTry(email: string, networkAddress: string): Promise<void>;
}

const QUARTER_HOUR = 15 * 60;
const HOUR = 60 * 60;

export interface SignInLimitNumbers {
  requestsPerEmail: number;
  requestsPerNetworkAddress: number;
  triesPerEmail: number;
  triesPerNetworkAddress: number;
}

/** Per quarter of an hour, and for tries per hour. */
export const defaultSignInLimits: SignInLimitNumbers = {
  requestsPerEmail: 5,
  requestsPerNetworkAddress: 30,
  triesPerEmail: 20,
  triesPerNetworkAddress: 60,
};

export function createSignInLimits(numbers: SignInLimitNumbers = defaultSignInLimits): SignInLimits {
  const limiter = (points: number, duration: number) => new RateLimiterMemory({ points, duration });
  const requestsPerEmail = limiter(numbers.requestsPerEmail, QUARTER_HOUR);
  const requestsPerAddress = limiter(numbers.requestsPerNetworkAddress, QUARTER_HOUR);
  const triesPerEmail = limiter(numbers.triesPerEmail, HOUR);
  const triesPerAddress = limiter(numbers.triesPerNetworkAddress, HOUR);
  return {
    countRequest: async (email, networkAddress) => {
      await take(requestsPerAddress, networkOf(networkAddress));
      await take(requestsPerEmail, email);
    },
    countTry: async (email, networkAddress) => {
      await take(triesPerAddress, networkOf(networkAddress));
      await take(triesPerEmail, email);
    },
  };
}

async function take(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
    throw new RateLimitedError(
      `Too many attempts. Try again in ${Math.ceil(seconds / 60)} minutes.`,
      seconds,
    );
  }
}
