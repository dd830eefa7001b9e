/**
 * How many requests to the data API each organization makes in a month. Counted in memory and added to the
 * people store in batches, so that a request costs no write; every process adds its own.
 */
import { and, eq, inArray, sql } from "drizzle-orm";
import pLimit from "p-limit";
import type { Logger } from "pino";
import { type PeopleStore, peopleTables } from "#stores";

const { apiUsage, organizations } = peopleTables;

/** How long a request stays uncounted for other processes; what a killed process loses. */
const FLUSH_MS = 10_000;

export interface ApiUsage {
  /** Notes one request. Costs nothing that waits. */
  count(organizationId: string): void;
  /** Requests of the current month, those noted a moment ago included. */
  thisMonth(organizationId: string): Promise<number>;
  /** Adds what was noted to the people store. What cannot be added now is kept for the next time. */
  flush(): Promise<void>;
  /** Ends counting; nothing that was noted is lost. */
  close(): Promise<void>;
}

export interface ApiUsageOptions {
  people: PeopleStore;
  log: Pick<Logger, "error">;
  now?: () => Date;
}

/** The month of a moment in UTC, as `2026-03`. */
const monthOf = (moment: Date): string => moment.toISOString().slice(0, 7);

export function createApiUsage({ people: { db }, log, now = () => new Date() }: ApiUsageOptions): ApiUsage {
  /** Month → organization → requests that are not in the store yet. */
  let noted = new Map<string, Map<string, number>>();

  const note = (month: string, organizationId: string, requests: number) => {
    const counts = noted.get(month) ?? new Map<string, number>();
    noted.set(month, counts.set(organizationId, (counts.get(organizationId) ?? 0) + requests));
  };

  const add = async () => {
    const batch = [...noted].flatMap(([month, counts]) =>
      [...counts].map(([organizationId, requests]) => ({ organizationId, month, requests })),
    );
    noted = new Map();
    if (batch.length === 0) return;
    try {
      await db.transaction(async (tx) => {
        // Held until the batch is in: an organization that is deleted meanwhile would refuse it whole.
        const ids = batch.map((row) => row.organizationId);
        const alive = await tx
          .select({ id: organizations.id })
          .from(organizations)
          .where(inArray(organizations.id, ids))
          .orderBy(organizations.id)
          .for("key share");
        const rows = batch.filter((row) => alive.some(({ id }) => id === row.organizationId));
        if (rows.length === 0) return;
        await tx
          .insert(apiUsage)
          .values(rows.sort((a, b) => a.organizationId.localeCompare(b.organizationId)))
          .onConflictDoUpdate({
            target: [apiUsage.organizationId, apiUsage.month],
            set: { requests: sql`${apiUsage.requests} + excluded.requests` },
          });
      });
    } catch (error) {
      for (const { month, organizationId, requests } of batch) note(month, organizationId, requests);
      log.error(error, "API usage could not be written to the people store; it will be retried");
    }
  };
  // One after the other: a batch that fails must be back before the next is taken.
  const inTurn = pLimit(1);
  const flush = () => inTurn(add);
  const timer = setInterval(flush, FLUSH_MS);
  timer.unref();

  return {
    count: (organizationId) => note(monthOf(now()), organizationId, 1),
    thisMonth: async (organizationId) => {
      await flush();
      const month = monthOf(now());
      const [row] = await db
        .select({ requests: apiUsage.requests })
        .from(apiUsage)
        .where(and(eq(apiUsage.organizationId, organizationId), eq(apiUsage.month, month)));
      return (row?.requests ?? 0) + (noted.get(month)?.get(organizationId) ?? 0);
    },
    flush,
    close: () => {
      clearInterval(timer);
      return flush();
    },
  };
}
