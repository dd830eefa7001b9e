import { and, eq, lte, sql } from "drizzle-orm";
import type { Logger } from "pino";
import { type PeopleStore, peopleTables } from "#stores";
import { type ApiUsage, monthOf } from "../apiKeys/apiUsage";
import type { RowLedger } from "./rowQuota";

const { apiUsage, rowReservations } = peopleTables;

/** How long the reservation of a killed process counts, and how often a running one is renewed. */
const LEASE_SECONDS = 60;
const RENEWAL_MS = 20_000;
/** How long a request that does not fit waits before the next attempt. */
const RETRY_MS = 250;

/** By the clock of the server, since those of processes differ. */
const leaseEnd = sql`clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})`;

/**
 * The ledger of several processes that share a PostgreSQL server. Reservations are rows of the store, and end once the rows
 * read are counted there. While the server is unavailable no rows can be reserved: unlike limits per minute, this one is
 * paid for, so it fails closed.
 */
export function createSharedRowLedger({
  people: { db },
  usage,
  log,
}: {
  people: Pick<PeopleStore, "db">;
  usage: Pick<ApiUsage, "flush">;
  log: Pick<Logger, "error">;
}): RowLedger {
  return {
    retryMs: RETRY_MS,
    reserve: async ({ organizationId, limit, most }) => {
      const reserved = await db.transaction(async (tx) => {
        // One attempt at a time, also before the first reservation.
        await tx.execute(
          sql`select pg_advisory_xact_lock(hashtextextended(${`rows of ${organizationId}`}, 0))`,
        );
        await tx
          .delete(rowReservations)
          .where(
            and(
              eq(rowReservations.organizationId, organizationId),
              lte(rowReservations.expiresAt, sql`clock_timestamp()`),
            ),
          );
        const others = await tx
          .select({ most: rowReservations.most })
          .from(rowReservations)
          .where(eq(rowReservations.organizationId, organizationId));
        // Read after the reservations: a request that ends meanwhile counts its rows first.
        const month = monthOf(new Date());
        const [counted] = await tx
          .select({ rows: apiUsage.rows })
          .from(apiUsage)
          .where(and(eq(apiUsage.organizationId, organizationId), eq(apiUsage.month, month)));
        const rows = counted?.rows ?? 0;
        if (rows >= limit) return "used up";
        const bound = others.reduce((sum, other) => sum + (other.most ?? Infinity), rows + most);
        if (others.length > 0 && bound > limit) return null;
        const [own] = await tx
          .insert(rowReservations)
          .values({ organizationId, most: Number.isFinite(most) ? most : null, expiresAt: leaseEnd })
          .returning({ id: rowReservations.id });
        return own ?? null;
      });
      if (reserved === null || reserved === "used up") return reserved;
      const isOwn = eq(rowReservations.id, reserved.id);
      const renewal = setInterval(() => {
        db.update(rowReservations)
          .set({ expiresAt: leaseEnd })
          .where(isOwn)
          .catch((error: unknown) => log.error({ err: error }, "A row reservation was not renewed"));
      }, RENEWAL_MS);
      renewal.unref();
      return async () => {
        clearInterval(renewal);
        // The rows must be counted before they are no longer reserved.
        await usage.flush();
        await db
          .delete(rowReservations)
          .where(isOwn)
          .catch((error: unknown) =>
            log.error({ err: error }, "A row reservation expires instead of ending"),
          );
      };
    },
  };
}
