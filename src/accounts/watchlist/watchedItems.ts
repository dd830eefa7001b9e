import { and, count, desc, eq, inArray } from "drizzle-orm";
import {
  formerIdsOf,
  presentId,
  UnprocessableError,
  WATCHLIST_LIMIT,
  type WatchedItem,
  type WatchedKind,
} from "#domain";
import { type PeopleStore, peopleTables } from "#stores";
import { lockUser } from "../users/lockUser";

const { watchedItems } = peopleTables;

/** What of a kind is watched, by its id in the catalog. */
export interface WatchedEntity {
  userId: string;
  kind: WatchedKind;
  entityId: number;
}

/** Everything that a user watches, the newest first. */
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
 * Adds to a watchlist; what is on it already stays as it is.
 * @throws UnprocessableError where the list is full
 */
export async function watch({ db }: PeopleStore, { userId, kind, entityId }: WatchedEntity): Promise<void> {
  await db.transaction(async (tx) => {
    await lockUser(tx, userId);
    await tx.insert(watchedItems).values({ userId, kind, entityId }).onConflictDoNothing();
    const ofKind = and(eq(watchedItems.userId, userId), eq(watchedItems.kind, kind));
    const [held] = await tx.select({ items: count() }).from(watchedItems).where(ofKind);
    if (held !== undefined && held.items > WATCHLIST_LIMIT) {
      throw new UnprocessableError(
        `Watchlists are limited to ${WATCHLIST_LIMIT} ${kind}s. Remove one before adding another.`,
      );
    }
  });
}

/** Takes off a watchlist; what is not on it makes no difference. */
export async function unwatch({ db }: PeopleStore, { userId, kind, entityId }: WatchedEntity): Promise<void> {
  const present = presentId(kind, entityId);
  const ids = [present, ...formerIdsOf(kind).flatMap(([former, now]) => (now === present ? [former] : []))];
  await db
    .delete(watchedItems)
    .where(
      and(eq(watchedItems.userId, userId), eq(watchedItems.kind, kind), inArray(watchedItems.entityId, ids)),
    );
}
