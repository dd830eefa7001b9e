import { createHash } from "node:crypto";
import { RateLimitedError } from "#domain/errors";
import type { PeopleStore } from "#stores";
import { ipPrefixOf } from "../limits/ipPrefixes";
import type { Limits } from "../limits/limits";
import type { CountedState } from "../limits/rateLimit";
import { remainingDelay } from "./guessBudget";
import type { BrowserOrigin } from "./signInBrowsers";

/** Limits on requesting and entering codes. The limit of wrong codes per address, which lasts a day, is in `guessBudget.ts`. */
export interface SignInLimits {
  /** @throws RateLimitedError when too many codes are requested from an origin, or for an address */
  countRequest(email: string, origin: BrowserOrigin): Promise<void>;
  /** @throws RateLimitedError when too many codes are typed from an origin, or for an address */
  countTry(email: string, origin: BrowserOrigin): Promise<void>;
}

export function createSignInLimits(
  people: PeopleStore,
  limits: Pick<Limits, "codes" | "codesOfEmail" | "codesOfStrangers" | "codeAttempts">,
): SignInLimits {
  return {
    countRequest: async (email, { networkAddress, isKnown, browserHash }) => {
      assertWithin(await limits.codes.countAddress(networkAddress));
      // By address and network together, so that others cannot use up the owner's requests.
      const origin = isKnown ? browserHash : ipPrefixOf(networkAddress, 48);
      assertWithin(await limits.codesOfEmail.count(hashOf(`${email} ${origin}`)));
      if (!isKnown) assertWithin(await limits.codesOfStrangers.count(hashOf(email)));
    },
    countTry: async (email, origin) => {
      assertWithin(await limits.codeAttempts.countAddress(origin.networkAddress));
      const delay = await remainingDelay(people.db, { email, origin, now: new Date() });
      if (delay > 0) throw tooMany(Math.ceil(delay / 1000));
    },
  };
}

/** Counts contain no email addresses, which may belong to no account. */
const hashOf = (text: string): string => createHash("sha256").update(text).digest("base64url");

function assertWithin({ isOver, retryAfter }: CountedState): void {
  if (isOver) throw tooMany(retryAfter);
}

function tooMany(seconds: number): RateLimitedError {
  const minutes = Math.ceil(seconds / 60);
  const when =
    minutes === 1 ? "a minute" : minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
  return new RateLimitedError(`Too many attempts. Try again in ${when}.`, seconds);
}
