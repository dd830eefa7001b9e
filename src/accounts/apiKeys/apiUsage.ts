/** Data API requests and rows per organization and month. */
import { and, eq, inArray, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import { type PeopleStore, peopleTables } from "#stores";
import { createCountBuffer, FLUSH_MS } from "./countBuffer";

const { apiUsage, organizations } = peopleTables;

const REMEMBERED_ROWS = 10_000;

interface Counted {
  requests: number;
  rows: number;
}
const nothing: Counted = { requests: 0, rows: 0 };

type MonthUsage = Counted & { organizationId: string; month: string };

const nameOf = ({ organizationId, month }: Pick<MonthUsage, "organizationId" | "month">): string =>
  `${organizationId} ${month}`;

export interface ApiUsage {
  /** Counts one request, without waiting for the store. */
  count(organizationId: string): void;
  /** Counts rows sent, without waiting for the store. */
  countRows(organizationId: string, rows: number): void;
  /**
   * Rows of the current month, including pending counts; those of other processes appear some seconds later.
   */
  rowsThisMonth(organizationId: string): Promise<number>;
  /** Requests of the current month, including pending counts. */
  thisMonth(organizationId: string): Promise<number>;
  /** Writes pending counts to the people store. A batch that fails is retained for the next flush. */
  flush(): Promise<void>;
  /** Stops counting and writes pending counts. */
  close(): Promise<void>;
}

export interface ApiUsageOptions {
  people: PeopleStore;
  log: Pick<Logger, "error">;
  now?: () => Date;
}

/** UTC month, as `2026-03`. */
export const monthOf = (moment: Date): string => moment.toISOString().slice(0, 7);

export function createApiUsage({ people, log, now = () => new Date() }: ApiUsageOptions): ApiUsage {
  const { db } = people;
  /** Rows in the store, by organization and month. */
  const stored = new LRUCache<string, Promise<number>>({ max: REMEMBERED_ROWS, ttl: FLUSH_MS / 2 });
  /** Batches written so far: a count read from the store before a batch does not include it. */
  let batches = 0;
  const storedOf = async ({
    organizationId,
    month,
  }: Pick<MonthUsage, "organizationId" | "month">): Promise<Counted> => {
    const [row] = await db
      .select({ requests: apiUsage.requests, rows: apiUsage.rows })
      .from(apiUsage)
      .where(and(eq(apiUsage.organizationId, organizationId), eq(apiUsage.month, month)));
    return row ?? nothing;
  };
  const buffer = createCountBuffer<MonthUsage>({
    people,
    log,
    failure: "API usage could not be written to the people store; it will be retried",
    nameOf,
    sum: (a, b) => ({ ...a, requests: a.requests + b.requests, rows: a.rows + b.rows }),
    add: async (tx, batch) => {
      // Locked until commit: deleting an organization meanwhile would reject the whole batch.
      const alive = await tx
        .select({ id: organizations.id })
        .from(organizations)
        .where(
          inArray(
            organizations.id,
            batch.map(({ organizationId }) => organizationId),
          ),
        )
        .orderBy(organizations.id)
        .for("key share");
      const ids = new Set(alive.map(({ id }) => id));
      const rows = batch.filter(({ organizationId }) => ids.has(organizationId));
      if (rows.length === 0) return;
      await tx
        .insert(apiUsage)
        .values(rows)
        .onConflictDoUpdate({
          target: [apiUsage.organizationId, apiUsage.month],
          set: {
            requests: sql`${apiUsage.requests} + excluded.requests`,
            rows: sql`${apiUsage.rows} + excluded.rows`,
          },
        });
    },
    added: (batch) => {
      batches += 1;
      for (const row of batch) stored.delete(nameOf(row));
    },
  });
  const storedRows = (one: Pick<MonthUsage, "organizationId" | "month">): Promise<number> => {
    const name = nameOf(one);
    const known = stored.get(name);
    if (known !== undefined) return known;
    const rows = storedOf(one).then((found) => found.rows);
    stored.set(name, rows);
    rows.catch(() => stored.delete(name));
    return rows;
  };
  const ofMonth = (organizationId: string) => ({ organizationId, month: monthOf(now()) });
  const notedOf = (one: Pick<MonthUsage, "organizationId" | "month">): Counted =>
    buffer.noted(nameOf(one)) ?? nothing;

  return {
    count: (organizationId) => buffer.note({ ...ofMonth(organizationId), requests: 1, rows: 0 }),
    countRows: (organizationId, rows) => buffer.note({ ...ofMonth(organizationId), requests: 0, rows }),
    rowsThisMonth: async (organizationId) => {
      const one = ofMonth(organizationId);
      for (;;) {
        const batch = batches;
        const rows = await storedRows(one);
        if (batch === batches) return rows + notedOf(one).rows;
      }
    },
    thisMonth: async (organizationId) => {
      await buffer.flush();
      const one = ofMonth(organizationId);
      const { requests } = await storedOf(one);
      return requests + notedOf(one).requests;
    },
    flush: buffer.flush,
    close: buffer.close,
  };
}
