import { type RateLimiterAbstract, RateLimiterDrizzle, RateLimiterMemory } from "rate-limiter-flexible";
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

/** Creates a limiter; limiters with the same prefix share their counts. */
export type MakeLimiter = (options: LimiterOptions) => RateLimiterAbstract;

/** Limiters that count in this process. */
export const limitersInMemory: MakeLimiter = (options) => new RateLimiterMemory(options);

/**
 * Limiters that count for all processes of an installation: in their shared PostgreSQL server, or in memory
 * with the embedded engine, which has a single process. Exhausted names are rejected without a query; while
 * the server is unavailable each process counts for itself.
 */
export const limitersOf = ({ embedded, db }: Pick<PeopleStore, "embedded" | "db">): MakeLimiter =>
  embedded
    ? limitersInMemory
    : (options) =>
        new RateLimiterDrizzle({
          ...options,
          storeClient: db,
          schema: rateLimits,
          inMemoryBlockOnConsumed: options.points,
          insuranceLimiter: limitersInMemory(options),
        });
