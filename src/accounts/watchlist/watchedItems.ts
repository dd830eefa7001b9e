import { and, count, desc, eq, inArray, sql } from "drizzle-orm";
import { UnprocessableError } from "#domain/errors";
import { WATCHLIST_LIMIT, type WatchedItem, type WatchedKind } from "#domain/people";
import { formerIdsOf, presentId } from "#domain/resources";
import { type PeopleStore, peopleTables } from "#stores";
import { lockUser } from "../users/changeUser";

const { watchlistVisits } = peopleTables;

interface Visit {
  userId: string;
  /** Latest day with figures, as `2026-03-31`. */
  day: string;
}

/** Day shown at the last visit before `day`, or null. */
export async function visitBefore({ db }: PeopleStore, { userId, day }: Visit): Promise<string | null> {
  const [visit] = await db.select().from(watchlistVisits).where(eq(watchlistVisits.userId, userId));
  if (visit === undefined) return null;
  return visit.day < day ? visit.day : visit.previousDay;
}

/** Records that a user viewed their watchlist. Further visits with the same figures have no effect. */
export async function noteVisit({ db }: PeopleStore, { userId, day }: Visit): Promise<void> {
  await db
    .insert(watchlistVisits)
    .values({ userId, day })
    .onConflictDoUpdate({
      target: watchlistVisits.userId,
      set: { day, previousDay: watchlistVisits.day },
      // A concurrent visit may have been stored first.
      setWhere: sql`${watchlistVisits.day} < ${day}`,
    });
}

const { watchedItems } = peopleTables;

/** A watched entity: its kind and catalogue id. */
export interface WatchedEntity {
  userId: string;
  kind: WatchedKind;
  entityId: number;
}

/** All entities that a user watches, newest first. */
export async function watchedBy({ db }: PeopleStore, userId: string): Promise<WatchedItem[]> {
  const rows = await db
    .select()
    .from(watchedItems)
    .where(eq(watchedItems.userId, userId))
    .orderBy(desc(watchedItems.createdAt), desc(watchedItems.entityId));
  return rows.map(({ kind, entityId, createdAt }) => ({
    kind,
    id: presentId(kind, entityId),
    addedAt: createdAt.toISOString(),
  }));
}

/**
 * Adds an entity to a watchlist. No effect if it is already on it.
 * @throws UnprocessableError if the list is full
 */
export async function watch({ db }: PeopleStore, { userId, kind, entityId }: WatchedEntity): Promise<void> {
  await db.transaction(async (tx) => {
    await lockUser(tx, userId);
    await tx.insert(watchedItems).values({ userId, kind, entityId }).onConflictDoNothing();
    const ofKind = and(eq(watchedItems.userId, userId), eq(watchedItems.kind, kind));
    const [watched] = await tx.select({ items: count() }).from(watchedItems).where(ofKind);
    if (watched !== undefined && watched.items > WATCHLIST_LIMIT) {
      throw new UnprocessableError(
        `Watchlists are limited to ${WATCHLIST_LIMIT} ${kind}s. Remove one before adding another.`,
      );
    }
  });
}

/** Removes an entity from a watchlist. No effect if it is not on it. */
export async function unwatch({ db }: PeopleStore, { userId, kind, entityId }: WatchedEntity): Promise<void> {
  const present = presentId(kind, entityId);
  const ids = [present, ...formerIdsOf(kind).flatMap(([former, now]) => (now === present ? [former] : []))];
  await db
    .delete(watchedItems)
    .where(
      and(eq(watchedItems.userId, userId), eq(watchedItems.kind, kind), inArray(watchedItems.entityId, ids)),
    );
}
