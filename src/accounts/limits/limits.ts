/** How often visitors, API keys and users can do what costs the installation time, or sends email in its name. */
import { limitersOf, type PeopleStore } from "#stores";
import { type LimitRule, RateLimit, WorkLimit } from "./rateLimit";

const MINUTE = 60;
const QUARTER_HOUR = 15 * MINUTE;
const HOUR = 60 * MINUTE;

/**
 * Default limits, by the name that separates their counts in the store. While a PostgreSQL server is unavailable, each
 * process counts for itself: a visitor gets at most the limit once per process, and no request fails for it.
 */
export const limitRules = {
  /** Data API requests of a key without a limit of its own. */
  keys: { points: 120, seconds: MINUTE },
  /** Data API requests that need no key, per key if one is sent, otherwise per network address. */
  open: { points: 600, seconds: MINUTE },
  /** Files of pages, per network address. */
  files: { points: 30, seconds: MINUTE },
  /** Feeds for news readers, per network address. */
  feeds: { points: 60, seconds: MINUTE },
  /** Procedures called by pages, per visitor: forty full loads of the overview. A cached request counts as one. */
  calls: { points: 1_200, seconds: MINUTE },
  /** Page renders per visitor. */
  renders: { points: 240, seconds: MINUTE },
  /** Messages of agents per key. The API counts the requests of tools separately. */
  agents: { points: 300, seconds: MINUTE },
  /** Milliseconds of database time per visitor or key: a third of the engine's. Cached responses cost nothing. */
  work: { points: 20_000, seconds: MINUTE },
  /** Invitations and join requests per user, since they send email to others in our name. */
  invitations: { points: 30, seconds: HOUR },
  /** Sign-in codes requested per network address. */
  codes: { points: 30, seconds: QUARTER_HOUR },
  /** Codes for one email address from one IP prefix, and from browsers that have signed in to it. */
  codesOfEmail: { points: 5, seconds: QUARTER_HOUR },
  /** Codes for one email address from all browsers that have never signed in to it. */
  codesOfStrangers: { points: 15, seconds: QUARTER_HOUR },
  /** Codes entered per network address; `guessBudget` limits wrong ones per email address. */
  codeAttempts: { points: 60, seconds: HOUR },
  /** Messages of the contact form per network address. */
  contact: { points: 5, seconds: HOUR },
  /** Messages of the contact form from all networks, against senders with many addresses. */
  contactTotal: { points: 100, seconds: HOUR },
} as const satisfies Record<string, LimitRule>;

export type LimitName = keyof typeof limitRules;

/** The counters of an installation. */
export type Limits = Readonly<Record<Exclude<LimitName, "work">, RateLimit>> & { readonly work: WorkLimit };

/**
 * Creates the counters once for all callers, so that a visitor has one count of each.
 * @param people the store whose processes count together; null counts in this process
 * @param numbers limits other than the default
 */
export function createLimits(
  people: Pick<PeopleStore, "embedded" | "db"> | null,
  numbers: Partial<Record<LimitName, number>> = {},
): Limits {
  const makeLimiter = limitersOf(people);
  const ruleOf = (name: LimitName): LimitRule => ({
    ...limitRules[name],
    points: numbers[name] ?? limitRules[name].points,
  });
  const rate = (name: LimitName) => new RateLimit(name, ruleOf(name), makeLimiter);
  return {
    keys: rate("keys"),
    open: rate("open"),
    files: rate("files"),
    feeds: rate("feeds"),
    calls: rate("calls"),
    renders: rate("renders"),
    agents: rate("agents"),
    work: new WorkLimit(ruleOf("work"), makeLimiter),
    invitations: rate("invitations"),
    codes: rate("codes"),
    codesOfEmail: rate("codesOfEmail"),
    codesOfStrangers: rate("codesOfStrangers"),
    codeAttempts: rate("codeAttempts"),
    contact: rate("contact"),
    contactTotal: rate("contactTotal"),
  };
}
