/** Which watches are to be looked at, and what becomes of a look. */
import { and, asc, eq, isNull, ne, or, sql } from "drizzle-orm";
import { digestTime, type WatchCadence, type WatchState } from "#domain";
import { type PeopleStore, peopleTables, type WatchFiringFacts, type WatchProblem } from "#stores";
import type { StoredWatch } from "./watches";
import { receiversOf } from "./watchReader";

const { watches, watchDeliveries, watchDeliveryFirings, watchFirings } = peopleTables;

/** Of which data a look is: it is made once for each. */
export interface LookedData {
  version: string;
  /** Today, `YYYY-MM-DD`. */
  day: string;
}

/** Watches that have not been looked at with this data, those that waited longest first. */
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
  /** What it fires with; null where it does not. */
  facts: WatchFiringFacts | null;
  now: Date;
}

type Transaction = Parameters<Parameters<PeopleStore["db"]["transaction"]>[0]>[0];

/**
 * Keeps a look, and what is to be sent for it, in one transaction: a process that is killed has done both or
 * neither. Of two processes that look at once, the second changes nothing.
 * @returns whether the look counted
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

/** A digest that is being sent takes nothing more; the one after it has its own time. */
const DIGESTS_TRIED = 5;

/** The mail of a user that gathers firings until it goes out: made by the first of them. */
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
