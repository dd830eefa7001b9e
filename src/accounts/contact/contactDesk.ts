/** Validates, rate-limits, stores and mails the messages of the contact form. */
import type { Logger } from "pino";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { CONTACT_TRAP, contactRequestSchema, InvalidError, RateLimitedError } from "#domain";
import type { PeopleStore } from "#stores";
import { contactMail } from "../mail/contactMail";
import type { Mailer } from "../mail/mailer";
import { networkScopes } from "../networks/networkScopes";
import { addContactRequest, markMailed } from "./contactRequests";

export interface ContactDesk {
  /**
   * Stores a request, then mails it. A submission that fills in the hidden field is dropped silently. If the
   * mail fails, the request stays stored and the reason is logged.
   * @throws InvalidError naming each invalid field; RateLimitedError for too many from one network
   */
  receive(input: unknown, networkAddress: string): Promise<void>;
}

export interface ContactDeskOptions {
  people: PeopleStore;
  mailer: Pick<Mailer, "send">;
  /** Addresses that requests are mailed to; if empty, requests are only stored. */
  receivers: readonly string[];
  brand: string;
  log: Pick<Logger, "info" | "error">;
  limits?: ContactLimits;
}

/** Requests per hour. */
export interface ContactLimits {
  perNetwork: number;
  /** From all networks, against senders with many addresses. */
  inAll: number;
}

const defaultLimits: ContactLimits = { perNetwork: 5, inAll: 100 };
const HOUR = 3_600;

export function createContactDesk(options: ContactDeskOptions): ContactDesk {
  const { people, mailer, receivers, brand, log, limits = defaultLimits } = options;
  const inAll = new RateLimiterMemory({ points: limits.inAll, duration: HOUR });
  const perNetwork = new Map<number, RateLimiterMemory>();
  const limiterOf = (share: number) => {
    const known =
      perNetwork.get(share) ?? new RateLimiterMemory({ points: limits.perNetwork * share, duration: HOUR });
    perNetwork.set(share, known);
    return known;
  };
  const count = async (networkAddress: string) => {
    try {
      for (const { network, share } of networkScopes(networkAddress)) await limiterOf(share).consume(network);
      await inAll.consume("all");
    } catch (over) {
      if (!(over instanceof RateLimiterRes)) throw over;
      const seconds = Math.max(1, Math.ceil(over.msBeforeNext / 1000));
      const minutes = Math.ceil(seconds / 60);
      throw new RateLimitedError(
        `Too many requests from your network. Try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`,
        seconds,
      );
    }
  };
  return {
    receive: async (input, networkAddress) => {
      const parsed = contactRequestSchema.safeParse(input);
      if (!parsed.success) {
        const problems = parsed.error.issues.map(({ path, message }) => ({ path: path.join("."), message }));
        throw new InvalidError("The request is incomplete.", problems);
      }
      await count(networkAddress);
      const { [CONTACT_TRAP]: trap, ...request } = parsed.data;
      if (trap !== "") {
        log.info("A contact request was dropped: it filled in the hidden field");
        return;
      }
      const id = await addContactRequest(people, request);
      if (receivers.length === 0) return;
      try {
        for (const to of receivers) await mailer.send(contactMail({ to, brand, request }));
        await markMailed(people, id);
      } catch (error) {
        log.error({ err: error, request: id }, "A contact request was stored but could not be emailed");
      }
    },
  };
}
