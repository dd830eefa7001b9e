/**
 * Rate limits for requesting and typing codes. Counted per process; the limit of wrong codes, which must
 * apply across processes, is in the people store (`guessBudget.ts`).
 */
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { RateLimitedError } from "#domain";
import type { PeopleStore } from "#stores";
import { ipPrefixOf } from "../ipPrefixes/ipPrefixOf";
import { networkScopes } from "../networks/networkScopes";
import { remainingDelay } from "./guessBudget";
import type { BrowserOrigin } from "./signInBrowsers";

export interface SignInLimits {
  /** @throws RateLimitedError when too many codes are requested from an origin, or for an address */
  countRequest(email: string, origin: BrowserOrigin): Promise<void>;
  /** @throws RateLimitedError when too many codes are typed from an origin, or for an address */
  countTry(email: string, origin: BrowserOrigin): Promise<void>;
}

const QUARTER_HOUR = 15 * 60;
const HOUR = 60 * 60;

export interface SignInLimitNumbers {
  /** For one address from one network, and from browsers that have signed in to it. */
  requestsPerEmail: number;
  /** For one address from all browsers that have never signed in to it. */
  requestsOfStrangers: number;
  requestsPerNetworkAddress: number;
  triesPerNetworkAddress: number;
}

/** Requests per 15 minutes; attempts per hour. */
export const defaultSignInLimits: SignInLimitNumbers = {
  requestsPerEmail: 5,
  requestsOfStrangers: 15,
  requestsPerNetworkAddress: 30,
  triesPerNetworkAddress: 60,
};

export function createSignInLimits(
  people: PeopleStore,
  numbers: SignInLimitNumbers = defaultSignInLimits,
): SignInLimits {
  const requestsPerEmail = counter(numbers.requestsPerEmail, QUARTER_HOUR);
  const requestsOfStrangers = counter(numbers.requestsOfStrangers, QUARTER_HOUR);
  const requestsPerNetwork = perNetwork(numbers.requestsPerNetworkAddress, QUARTER_HOUR);
  const triesPerNetwork = perNetwork(numbers.triesPerNetworkAddress, HOUR);
  return {
    countRequest: async (email, { networkAddress, isKnown, browserHash }) => {
      await requestsPerNetwork(networkAddress);
      // By address and network together, so that others cannot use up the owner's requests.
      await requestsPerEmail(
        isKnown ? `${email} ${browserHash}` : `${email} ${ipPrefixOf(networkAddress, 48)}`,
      );
      if (!isKnown) await requestsOfStrangers(email);
    },
    countTry: async (email, origin) => {
      await triesPerNetwork(origin.networkAddress);
      const delay = await remainingDelay(people.db, { email, origin, now: new Date() });
      if (delay > 0) throw tooMany(Math.ceil(delay / 1000));
    },
  };
}

type Count = (key: string) => Promise<void>;

/** Counts an IPv6 address against its wider networks too. */
function perNetwork(points: number, duration: number): Count {
  const scopes = new Map<number, Count>();
  return async (address) => {
    for (const { network, share } of networkScopes(address)) {
      const count = scopes.get(share) ?? counter(points * share, duration);
      scopes.set(share, count);
      await count(network);
    }
  };
}

function counter(points: number, duration: number): Count {
  const limiter = new RateLimiterMemory({ points, duration });
  return async (key) => {
    try {
      await limiter.consume(key);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      throw tooMany(Math.max(1, Math.ceil(error.msBeforeNext / 1000)));
    }
  };
}

function tooMany(seconds: number): RateLimitedError {
  const minutes = Math.ceil(seconds / 60);
  const when =
    minutes === 1 ? "a minute" : minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
  return new RateLimitedError(`Too many attempts. Try again in ${when}.`, seconds);
}
