/** How many requests to the data API each key makes in a day. */
import { and, asc, eq, gte, inArray, sql } from "drizzle-orm";
import type { Logger } from "pino";
import { type PeopleStore, peopleTables } from "#stores";
import { createCountBuffer } from "./countBuffer";

const { apiKeys, apiKeyUsage } = peopleTables;

/** Requests of a day in UTC, as `2026-03-31`. */
export interface DayUsage {
  day: string;
  requests: number;
}

export interface KeyUsage {
  /** Notes one request. Costs nothing that waits. */
  count(keyId: number): void;
  /** Requests of a key by day, from a day on, in order; days without any are left out. */
  byDay(keyId: number, from: string): Promise<DayUsage[]>;
  /** Ends counting; nothing that was noted is lost. */
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
    // In the order of ids, in which their rows are held.
    nameOf: ({ keyId, day }) => `${String(keyId).padStart(10, "0")} ${day}`,
    sum: (a, b) => ({ ...a, requests: a.requests + b.requests }),
    add: async (tx, batch) => {
      // Held until the batch is in: a key that is deleted meanwhile would refuse it whole.
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
    count: (keyId) => buffer.note({ keyId, day: now().toISOString().slice(0, 10), requests: 1 }),
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
