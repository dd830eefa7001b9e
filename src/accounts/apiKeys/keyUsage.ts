/** Data API requests per key and day. */

import { and, asc, eq, gte, inArray, sql } from "drizzle-orm";
import type { Logger } from "pino";
import { isoDay } from "#domain/days";
import { type PeopleStore, peopleTables } from "#stores";
import { createCountBuffer } from "./countBuffer";

const { apiKeys, apiKeyUsage } = peopleTables;

/** Requests of a UTC day, as `2026-03-31`. */
export interface DayUsage {
  day: string;
  requests: number;
}

export interface KeyUsage {
  /** Counts one request, without waiting for the store. */
  count(keyId: number): void;
  /** Requests of a key by day since `from`, in order; days without requests are omitted. */
  byDay(keyId: number, from: string): Promise<DayUsage[]>;
  /** Stops counting and writes pending counts. */
  close(): Promise<void>;
}

export interface KeyUsageOptions {
  people: PeopleStore;
  log: Pick<Logger, "error">;
  now?: () => Date;
}

export function createKeyUsage({ people, log, now = () => new Date() }: KeyUsageOptions): KeyUsage {
  const buffer = createCountBuffer<DayUsage & { keyId: number }>({
    people,
    log,
    failure: "The usage of API keys could not be written to the people store; it will be retried",
    // By id, the order in which the rows are locked.
    nameOf: ({ keyId, day }) => `${String(keyId).padStart(10, "0")} ${day}`,
    sum: (a, b) => ({ ...a, requests: a.requests + b.requests }),
    add: async (tx, batch) => {
      // Locked until commit: deleting a key meanwhile would reject the whole batch.
      const alive = await tx
        .select({ id: apiKeys.id })
        .from(apiKeys)
        .where(
          inArray(
            apiKeys.id,
            batch.map(({ keyId }) => keyId),
          ),
        )
        .orderBy(apiKeys.id)
        .for("key share");
      const ids = new Set(alive.map(({ id }) => id));
      const rows = batch.filter(({ keyId }) => ids.has(keyId));
      if (rows.length === 0) return;
      await tx
        .insert(apiKeyUsage)
        .values(rows)
        .onConflictDoUpdate({
          target: [apiKeyUsage.keyId, apiKeyUsage.day],
          set: { requests: sql`${apiKeyUsage.requests} + excluded.requests` },
        });
    },
  });
  return {
    count: (keyId) => buffer.note({ keyId, day: isoDay(now()), requests: 1 }),
    byDay: async (keyId, from) => {
      await buffer.flush();
      return people.db
        .select({ day: apiKeyUsage.day, requests: apiKeyUsage.requests })
        .from(apiKeyUsage)
        .where(and(eq(apiKeyUsage.keyId, keyId), gte(apiKeyUsage.day, from)))
        .orderBy(asc(apiKeyUsage.day));
    },
    close: buffer.close,
  };
}
