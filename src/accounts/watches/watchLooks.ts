/** Selects the watches to evaluate and stores the results. */
import { and, asc, eq, isNull, ne, or, sql } from "drizzle-orm";
import { digestTime, type WatchCadence, type WatchState } from "#domain/watches";
import { type PeopleStore, peopleTables, type WatchFiringFacts, type WatchProblem } from "#stores";
import type { StoredWatch } from "./watches";
import { receiversOf } from "./watchReader";

const { watches, watchDeliveries, watchDeliveryFirings, watchFirings } = peopleTables;

/** Version of the data of an evaluation; each watch is evaluated once per version. */
export interface LookedData {
  version: string;
  /** Today, `YYYY-MM-DD`. */
  day: string;
}

/** Watches that have not been evaluated with this data, longest-waiting first. */
export const watchesToLookAt = (
  { db }: PeopleStore,
  { version, day }: LookedData,
  limit: number,
): Promise<StoredWatch[]> =>
  db
    .select()
    .from(watches)
    .where(
      and(isNull(watches.pausedAt), or(ne(watches.evaluatedVersion, version), ne(watches.evaluatedDay, day))),
    )
    .orderBy(asc(watches.evaluatedDay), asc(watches.id))
    .limit(limit);

export interface Look extends LookedData {
  watch: StoredWatch;
  state: WatchState | null;
  problem: WatchProblem;
  /** Facts of the firing; null if it does not fire. */
  facts: WatchFiringFacts | null;
  now: Date;
}

type Transaction = Parameters<Parameters<PeopleStore["db"]["transaction"]>[0]>[0];

/**
 * Stores an evaluation and its deliveries in one transaction, so that a killed process has stored both or
 * neither. Of two concurrent evaluations, the second has no effect.
 * @returns whether the evaluation was stored
 */
export async function recordLook({ db }: PeopleStore, look: Look): Promise<boolean> {
  const { watch, state, problem, version, day, facts, now } = look;
  return db.transaction(async (tx) => {
    const [counted] = await tx
      .update(watches)
      .set({
        state,
        problem,
        evaluatedVersion: version,
        evaluatedDay: day,
        revision: sql`${watches.revision} + 1`,
        ...(facts === null ? {} : { lastFiredAt: now }),
      })
      .where(and(eq(watches.id, watch.id), eq(watches.revision, watch.revision)))
      .returning({ id: watches.id });
    if (counted === undefined) return false;
    if (facts !== null) await queueFiring(tx, watch, facts, now);
    return true;
  });
}

async function queueFiring(tx: Transaction, watch: StoredWatch, facts: WatchFiringFacts, now: Date) {
  const [firing] = await tx
    .insert(watchFirings)
    .values({ watchId: watch.id, at: now, facts })
    .returning({ id: watchFirings.id });
  if (firing === undefined) throw new Error("A firing was not stored");
  if (watch.endpointId !== null) {
    const [delivery] = await tx
      .insert(watchDeliveries)
      .values({ channel: "webhook", endpointId: watch.endpointId, dueAt: now, createdAt: now })
      .returning({ id: watchDeliveries.id });
    if (delivery === undefined) throw new Error("A delivery was not stored");
    await tx.insert(watchDeliveryFirings).values({ deliveryId: delivery.id, firingId: firing.id });
  }
  if (watch.cadence === null) return;
  for (const userId of await receiversOf({ db: tx }, watch)) {
    const deliveryId = await openDigest(tx, { userId, cadence: watch.cadence, now });
    await tx.insert(watchDeliveryFirings).values({ deliveryId, firingId: firing.id });
  }
}

/** A digest that is being sent accepts no firings; the next one has its own time. */
const DIGESTS_TRIED = 5;

/** The digest mail of a user that collects firings until it is sent; created by the first of them. */
async function openDigest(
  tx: Transaction,
  { userId, cadence, now }: { userId: string; cadence: WatchCadence; now: Date },
): Promise<string> {
  let dueAt = now;
  for (let tried = 0; tried < DIGESTS_TRIED; tried += 1) {
    dueAt = digestTime(cadence, dueAt);
    const digestKey = `${userId} ${cadence} ${dueAt.toISOString()}`;
    await tx
      .insert(watchDeliveries)
      .values({ channel: "email", userId, digestKey, dueAt, createdAt: now })
      .onConflictDoNothing();
    const [digest] = await tx
      .select()
      .from(watchDeliveries)
      .where(eq(watchDeliveries.digestKey, digestKey))
      .for("update");
    const isOpen = digest?.status === "pending" && digest.leaseUntil === null && digest.attempts.length === 0;
    if (isOpen) return digest.id;
  }
  throw new Error("No digest of a user takes a firing");
}
