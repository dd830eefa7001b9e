import type { Logger } from "pino";
import type { Caller } from "#domain";
import type { Market } from "#market";
import type { PeopleStore } from "#stores";

/** What the REST API works with. */
export interface RestDependencies {
  market: Market;
  /** Keeps the API keys. */
  people: PeopleStore;
  log?: Pick<Logger, "error" | "warn">;
  /** Address of the visitor's machine, for limits on requests without a key. */
  networkAddress?: (request: Request) => string;
  /** Requests a minute for a key that sets no limit of its own. */
  requestsPerMinute?: number;
  /** Notes a request that is answered, for the organization whose key made it. */
  countRequest?: (organizationId: string) => void;
  /** Files a minute that pages may fetch for one visitor's address. */
  filesPerMinute?: number;
  /** Who fetches a file from a page; left out, everybody counts as an anonymous visitor. */
  callerOf?: (request: Request) => Promise<Caller>;
}

/** What passes from one step of a request to the next. */
export interface RestEnvironment {
  Variables: { requestId?: string };
}

export const DEFAULT_REQUESTS_PER_MINUTE = 120;
export const DEFAULT_FILES_PER_MINUTE = 30;
