import {
  type RateLimiterAbstract,
  RateLimiterDrizzle,
  RateLimiterMemory,
  RLWrapperTimeouts,
} from "rate-limiter-flexible";
import type { PeopleStore } from "./peopleStore";
import { rateLimits } from "./schema";

export interface LimiterOptions {
  /** Maximum consumption per name and window. */
  points: number;
  /** Length of a window in seconds. */
  duration: number;
  /** Prefix that separates the names of this limit from those of others. */
  keyPrefix: string;
}

/** The operations of a counter that limits use. */
export type Limiter = Pick<RateLimiterAbstract, "consume" | "get" | "penalty">;

/** Creates a counter. */
export type MakeLimiter = (options: LimiterOptions) => Limiter;

/** Time after which a request is counted in this process, since the server does not respond. */
const STORE_MS = 2_000;

/**
 * Counters of an installation. With a PostgreSQL server, all of its processes count together; exhausted names are
 * rejected without a query, and while the server is unavailable each process counts for itself. The embedded
 * engine has a single process, which counts in memory.
 */
export function limitersOf(people: Pick<PeopleStore, "embedded" | "db"> | null): MakeLimiter {
  const inMemory = (options: LimiterOptions) => new RateLimiterMemory(options);
  if (people === null || people.embedded) return inMemory;
  let deletesExpired = true;
  return (options) => {
    const limiter = new RateLimiterDrizzle({
      ...options,
      storeClient: people.db,
      schema: rateLimits,
      inMemoryBlockOnConsumed: options.points,
      // One counter deletes the expired rows of all.
      clearExpiredByTimeout: deletesExpired,
    });
    deletesExpired = false;
    return new RLWrapperTimeouts({ limiter, timeoutMs: STORE_MS, insuranceLimiter: inMemory(options) });
  };
}
