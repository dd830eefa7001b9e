/** Pending deliveries: claimed by one process at a time and retried until delivered or abandoned. */

import { and, asc, count, eq, gte, inArray, isNotNull, isNull, lt, lte, or, sql } from "drizzle-orm";
import { DAY_MS } from "#domain/days";
import { FAILING_DAYS, nextAttemptAt } from "#domain/watches";
import { type DeliveryAttempt, type PeopleStore, peopleTables, type WatchFiringFacts } from "#stores";
import type { StoredWatch } from "./watches";
import type { WebhookEndpoint } from "./webhookEndpoints";

const {
  users,
  watches,
  watchDeliveries,
  watchDeliveryFirings,
  watchFirings,
  watchMailStops,
  webhookEndpoints,
} = peopleTables;

export type Delivery = typeof watchDeliveries.$inferSelect;

/** Longer than any request takes: the claim of a process that has died ends after this. */
const LEASE_MS = 90_000;
/** Attempts stored per delivery. */
const KEPT_ATTEMPTS = 20;

/** Concurrent webhooks per endpoint, so that a slow endpoint does not delay others. */
const AT_ONCE_PER_ENDPOINT = 2;

/**
 * Claims due deliveries: no other process sends them until the lease ends. Owners alternate, each with their
 * longest-waiting delivery; the number per endpoint is limited.
 */
export async function claimDeliveries(
  { db }: PeopleStore,
  { limit, now }: { limit: number; now: Date },
): Promise<Delivery[]> {
  const { id, dueAt, endpointId, userId, status, leaseUntil } = watchDeliveries;
  const isDue = and(eq(status, "pending"), lte(dueAt, now), or(isNull(leaseUntil), lt(leaseUntil, now)));
  const receiver = sql`coalesce(${webhookEndpoints.organizationId}, ${webhookEndpoints.userId}, ${userId})`;
  const waiting = db
    .select({
      id,
      dueAt,
      endpointId,
      turn: sql<number>`row_number() over (partition by ${receiver} order by ${dueAt}, ${id})`.as("turn"),
      place: sql<number>`row_number() over (partition by ${endpointId} order by ${dueAt}, ${id})`.as("place"),
    })
    .from(watchDeliveries)
    .leftJoin(webhookEndpoints, eq(webhookEndpoints.id, endpointId))
    .where(isDue)
    .as("waiting");
  const underWay = db
    .select({ endpointId, deliveries: count().as("deliveries") })
    .from(watchDeliveries)
    .where(and(eq(status, "pending"), gte(leaseUntil, now)))
    .groupBy(endpointId)
    .as("under_way");
  const next = db
    .select({ id: waiting.id })
    .from(waiting)
    .leftJoin(underWay, eq(underWay.endpointId, waiting.endpointId))
    .where(
      or(
        isNull(waiting.endpointId),
        sql`${waiting.place} + coalesce(${underWay.deliveries}, 0) <= ${AT_ONCE_PER_ENDPOINT}`,
      ),
    )
    .orderBy(asc(waiting.turn), asc(waiting.dueAt))
    .limit(limit);
  const due = db
    .select({ id })
    .from(watchDeliveries)
    .where(and(inArray(id, next), isDue))
    .for("update", { skipLocked: true });
  return db
    .update(watchDeliveries)
    .set({ leaseUntil: leaseFrom(now) })
    .where(inArray(watchDeliveries.id, due))
    .returning();
}

const leaseFrom = (now: Date) => new Date(now.getTime() + LEASE_MS);

/**
 * Restarts the lease of a claim.
 * @returns the delivery with its new lease; null if another process has claimed it
 */
export async function renewClaim(
  { db }: PeopleStore,
  delivery: Delivery,
  now: Date,
): Promise<Delivery | null> {
  const [row] = await db
    .update(watchDeliveries)
    .set({ leaseUntil: leaseFrom(now) })
    .where(claimed(delivery))
    .returning();
  return row ?? null;
}

/** As `renewClaim`, for work in many steps: writes only if half of the lease has passed. */
export const extendClaim = async (
  store: PeopleStore,
  delivery: Delivery,
  now: Date,
): Promise<Delivery | null> =>
  (delivery.leaseUntil?.getTime() ?? 0) - now.getTime() > LEASE_MS / 2
    ? delivery
    : renewClaim(store, delivery, now);

export interface DeliveredFiring {
  id: string;
  at: Date;
  facts: WatchFiringFacts;
  watch: StoredWatch;
}

/** The firings of a delivery, in order of occurrence. */
export async function firingsOf({ db }: PeopleStore, deliveryId: string): Promise<DeliveredFiring[]> {
  const rows = await db
    .select({ firing: watchFirings, watch: watches })
    .from(watchDeliveryFirings)
    .innerJoin(watchFirings, eq(watchFirings.id, watchDeliveryFirings.firingId))
    .innerJoin(watches, eq(watches.id, watchFirings.watchId))
    .where(eq(watchDeliveryFirings.deliveryId, deliveryId))
    .orderBy(asc(watchFirings.at), asc(watches.name), asc(watchFirings.id));
  return rows.map(({ firing, watch }) => ({ id: firing.id, at: firing.at, facts: firing.facts, watch }));
}

/** The endpoint of a delivery; null if it was deleted. */
export async function endpointOf(
  { db }: PeopleStore,
  { endpointId }: Pick<Delivery, "endpointId">,
): Promise<WebhookEndpoint | null> {
  if (endpointId === null) return null;
  const [row] = await db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, endpointId));
  return row ?? null;
}

/** The address for mail of a delivery; null if the receiver is suspended, deleted or has unsubscribed. */
export async function mailReceiver(
  { db }: PeopleStore,
  { userId }: Pick<Delivery, "userId">,
): Promise<{ id: string; email: string } | null> {
  if (userId === null) return null;
  const [row] = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .leftJoin(watchMailStops, eq(watchMailStops.userId, users.id))
    .where(and(eq(users.id, userId), isNull(users.suspendedAt), isNull(watchMailStops.userId)));
  return row ?? null;
}

/** Cancels a claimed delivery. */
export async function cancelDelivery(
  { db }: PeopleStore,
  delivery: Delivery,
  { detail, now }: { detail: string; now: Date },
): Promise<void> {
  await db
    .update(watchDeliveries)
    .set({
      status: "cancelled",
      leaseUntil: null,
      endedAt: now,
      attempts: withAttempt(delivery, {
        at: now.toISOString(),
        status: null,
        latencyMs: 0,
        detail,
        ok: false,
      }),
    })
    .where(claimed(delivery));
}

const withAttempt = ({ attempts }: Delivery, attempt: DeliveryAttempt) =>
  [...attempts, attempt].slice(-KEPT_ATTEMPTS);

/** Condition for the row as this process claimed it. */
const claimed = ({ id, leaseUntil }: Delivery) =>
  and(
    eq(watchDeliveries.id, id),
    eq(watchDeliveries.status, "pending"),
    leaseUntil === null ? isNull(watchDeliveries.leaseUntil) : eq(watchDeliveries.leaseUntil, leaseUntil),
  );

export interface TriedDelivery {
  delivery: Delivery;
  attempt: DeliveryAttempt;
  /** Whether the receiver reported that it is gone. */
  isGone: boolean;
  now: Date;
}

/**
 * Stores an attempt: the delivery is done, retried later or abandoned. An endpoint that reports that it is
 * gone, or has failed for days, is paused.
 * @returns why the endpoint was paused; null if it was not
 */
export async function recordAttempt(
  { db }: PeopleStore,
  { delivery, attempt, isGone, now }: TriedDelivery,
): Promise<string | null> {
  // Tests are not retried: the user who requested one sees the result and can send another.
  const isLast = attempt.ok || isGone || delivery.isTest;
  const next = isLast ? null : nextAttemptAt(delivery.attempts.length + 1, now);
  const status = attempt.ok ? "delivered" : next === null ? "failed" : "pending";
  return db.transaction(async (tx) => {
    const kept = await tx
      .update(watchDeliveries)
      .set({
        status,
        leaseUntil: null,
        ...(next === null ? { endedAt: now } : { dueAt: next }),
        attempts: withAttempt(delivery, attempt),
      })
      .where(claimed(delivery))
      .returning({ id: watchDeliveries.id });
    // Another process has claimed it meanwhile and records the result.
    if (kept.length === 0 || delivery.endpointId === null) return null;
    const isEndpoint = eq(webhookEndpoints.id, delivery.endpointId);
    if (attempt.ok) {
      await tx.update(webhookEndpoints).set({ failingSince: null }).where(isEndpoint);
      return null;
    }
    await tx
      .update(webhookEndpoints)
      .set({
        failingSince: sql`coalesce(${webhookEndpoints.failingSince}, ${now.toISOString()}::timestamptz)`,
      })
      .where(isEndpoint);
    const reason = isGone
      ? "The endpoint returned 410 Gone."
      : `All attempts have failed for ${FAILING_DAYS} days.`;
    const paused = await tx
      .update(webhookEndpoints)
      .set({ pausedAt: now, pausedReason: reason })
      .where(
        and(
          isEndpoint,
          isNull(webhookEndpoints.pausedAt),
          isGone
            ? isNotNull(webhookEndpoints.failingSince)
            : lte(webhookEndpoints.failingSince, new Date(now.getTime() - FAILING_DAYS * DAY_MS)),
        ),
      )
      .returning({ id: webhookEndpoints.id });
    return paused.length > 0 ? reason : null;
  });
}
