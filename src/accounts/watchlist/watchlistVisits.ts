import { eq, sql } from "drizzle-orm";
import { type PeopleStore, peopleTables } from "#stores";

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
