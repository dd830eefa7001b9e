/** Deliveries to an endpoint, for its owner: listing, tests and redelivery. */
import { and, desc, eq, inArray } from "drizzle-orm";
import { ConflictError, NotFoundError, RateLimitedError } from "#domain/errors";
import { type PeopleStore, peopleTables } from "#stores";
import type { Delivery } from "./deliveries";
import { readWatch } from "./watches";
import { ownedBy, type WatchOwner } from "./watchOwner";
import { readEndpoint, type WebhookEndpoint } from "./webhookEndpoints";

const { watchDeliveries, watchDeliveryFirings, watchFirings, webhookEndpoints } = peopleTables;

const LISTED = 20;
/** Minimum interval between manual deliveries to an endpoint, to prevent floods. */
const BY_HAND_SECONDS = 10;

/** The newest deliveries to an endpoint, including tests. */
export async function deliveriesTo(
  store: PeopleStore,
  endpointId: string,
  owner: WatchOwner,
): Promise<Delivery[]> {
  await readEndpoint(store, endpointId, owner);
  return store.db
    .select()
    .from(watchDeliveries)
    .where(eq(watchDeliveries.endpointId, endpointId))
    .orderBy(desc(watchDeliveries.createdAt), desc(watchDeliveries.id))
    .limit(LISTED);
}

export interface LoggedFiring {
  firing: typeof watchFirings.$inferSelect;
  deliveries: Delivery[];
}

/** The newest firings of a watch, each with its deliveries. */
export async function firingsOfWatch(
  store: PeopleStore,
  watchId: string,
  owner: WatchOwner,
): Promise<LoggedFiring[]> {
  await readWatch(store, watchId, owner);
  const firings = await store.db
    .select()
    .from(watchFirings)
    .where(eq(watchFirings.watchId, watchId))
    .orderBy(desc(watchFirings.at))
    .limit(LISTED);
  if (firings.length === 0) return [];
  const sent = await store.db
    .select({ firingId: watchDeliveryFirings.firingId, delivery: watchDeliveries })
    .from(watchDeliveryFirings)
    .innerJoin(watchDeliveries, eq(watchDeliveries.id, watchDeliveryFirings.deliveryId))
    .where(
      inArray(
        watchDeliveryFirings.firingId,
        firings.map(({ id }) => id),
      ),
    );
  return firings.map((firing) => ({
    firing,
    deliveries: sent.flatMap(({ firingId, delivery }) => (firingId === firing.id ? [delivery] : [])),
  }));
}

type Transaction = Parameters<Parameters<PeopleStore["db"]["transaction"]>[0]>[0];

interface ByHand {
  endpointId: string;
  owner: WatchOwner;
  now: Date;
}

/**
 * Records a manual delivery to an endpoint. Locks the row, so that concurrent requests are serialized.
 * @throws NotFoundError for an endpoint of another owner, RateLimitedError too soon after the last one
 */
async function askByHand(tx: Transaction, { endpointId, owner, now }: ByHand): Promise<WebhookEndpoint> {
  const isEndpoint = and(eq(webhookEndpoints.id, endpointId), ownedBy(webhookEndpoints, owner));
  const [endpoint] = await tx.select().from(webhookEndpoints).where(isEndpoint).for("update");
  if (endpoint === undefined) throw new NotFoundError("Endpoint not found.");
  const { askedAt } = endpoint;
  if (askedAt !== null && now.getTime() - askedAt.getTime() < BY_HAND_SECONDS * 1_000) {
    throw new RateLimitedError(
      `Wait ${BY_HAND_SECONDS} seconds before sending to this endpoint again.`,
      BY_HAND_SECONDS,
    );
  }
  await tx.update(webhookEndpoints).set({ askedAt: now }).where(isEndpoint);
  return endpoint;
}

/** Queues a test delivery to an endpoint. */
export async function queueTest(
  store: PeopleStore,
  { endpointId, owner, now }: ByHand,
): Promise<{ id: string }> {
  return store.db.transaction(async (tx) => {
    const { pausedAt } = await askByHand(tx, { endpointId, owner, now });
    if (pausedAt !== null) throw new ConflictError("The endpoint is paused. Resume it to send a test.");
    const [row] = await tx
      .insert(watchDeliveries)
      .values({ channel: "webhook", isTest: true, endpointId, dueAt: now, createdAt: now })
      .returning({ id: watchDeliveries.id });
    if (row === undefined) throw new Error("A test was not stored");
    return row;
  });
}

/** Sends an ended delivery again, under the same id. */
export async function redeliver(
  store: PeopleStore,
  { deliveryId, owner, now }: { deliveryId: string; owner: WatchOwner; now: Date },
): Promise<void> {
  const [found] = await store.db.select().from(watchDeliveries).where(eq(watchDeliveries.id, deliveryId));
  if (found?.endpointId == null) throw new NotFoundError("Delivery not found.");
  const { endpointId } = found;
  await readEndpoint(store, endpointId, owner).catch(() => {
    throw new NotFoundError("Delivery not found.");
  });
  await store.db.transaction(async (tx) => {
    const queued = await tx
      .update(watchDeliveries)
      .set({ status: "pending", dueAt: now, leaseUntil: null, endedAt: null })
      .where(
        and(
          eq(watchDeliveries.id, deliveryId),
          inArray(watchDeliveries.status, ["delivered", "failed", "cancelled"]),
        ),
      )
      .returning({ id: watchDeliveries.id });
    if (queued.length === 0) throw new ConflictError("This delivery is already being sent.");
    // Locks the endpoint after the delivery, in the order of the sender, to prevent deadlocks.
    await askByHand(tx, { endpointId, owner, now });
  });
}
