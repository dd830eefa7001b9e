/** What is to be sent: claimed by one process at a time, tried again until it is delivered or given up. */
import { and, asc, count, eq, gte, inArray, isNotNull, isNull, lt, lte, or, sql } from "drizzle-orm";
import { FAILING_DAYS, nextAttemptAt } from "#domain";
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

/** Longer than any request takes: whoever claimed a delivery and is gone loses it after this. */
const LEASE_MS = 90_000;
const DAY_MS = 86_400_000;
/** Attempts that a delivery remembers. */
const KEPT_ATTEMPTS = 20;

/** Webhooks that are under way to one endpoint at a time, so that a slow one keeps nobody waiting. */
const AT_ONCE_PER_ENDPOINT = 2;

/**
 * Claims what is due: no other process sends it until the lease ends. Owners take turns, each with what waits longest;
 * an endpoint is sent a few at a time.
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
 * Has a claim last from now on.
 * @returns the delivery as it is claimed then; null where the claim was lost, and it is another's to send
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

/** The same for work of many steps: asks the store only where half of the lease has passed. */
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

/** The firings that a delivery tells of, in the order in which they came. */
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

/** The endpoint of a delivery; null where it is gone. */
export async function endpointOf(
  { db }: PeopleStore,
  { endpointId }: Pick<Delivery, "endpointId">,
): Promise<WebhookEndpoint | null> {
  if (endpointId === null) return null;
  const [row] = await db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, endpointId));
  return row ?? null;
}

/** Where mail of a delivery goes; null where its receiver is suspended, gone or wants none. */
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

/** Ends a claimed delivery that is not to be sent. */
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

/** The row as this process claimed it. */
const claimed = ({ id, leaseUntil }: Delivery) =>
  and(
    eq(watchDeliveries.id, id),
    eq(watchDeliveries.status, "pending"),
    leaseUntil === null ? isNull(watchDeliveries.leaseUntil) : eq(watchDeliveries.leaseUntil, leaseUntil),
  );

export interface TriedDelivery {
  delivery: Delivery;
  attempt: DeliveryAttempt;
  /** Whether the receiver says that it wants no more. */
  isGone: boolean;
  now: Date;
}

/**
 * Keeps an attempt: the delivery is done, tried again later or given up. An endpoint that says that it is gone, or has
 * failed for days, is paused.
 * @returns why the endpoint was paused; null where it was not
 */
export async function recordAttempt(
  { db }: PeopleStore,
  { delivery, attempt, isGone, now }: TriedDelivery,
): Promise<string | null> {
  // Whoever asked for a test looks at it now, and asks again.
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
    // Another process has it by now, and says how it went.
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
