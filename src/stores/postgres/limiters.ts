import { type RateLimiterAbstract, RateLimiterDrizzle, RateLimiterMemory } from "rate-limiter-flexible";
import type { PeopleStore } from "./peopleStore";
import { rateLimits } from "./schema";

export interface LimiterOptions {
  /** How much may be consumed under one name in a window. */
  points: number;
  /** Length of a window in seconds. */
  duration: number;
  /** Tells the names of one limit from those of others. */
  keyPrefix: string;
}

/** Makes a limiter; those of one prefix count together. */
export type MakeLimiter = (options: LimiterOptions) => RateLimiterAbstract;

/** Each counts in this process. */
export const limitersInMemory: MakeLimiter = (options) => new RateLimiterMemory(options);

/**
 * Limiters that count for every process of an installation: in the PostgreSQL server that they share, or in memory
 * where the engine is embedded and this process the only one. Names that have used up a window are refused without
 * asking the server; while it is away each process counts for itself.
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
