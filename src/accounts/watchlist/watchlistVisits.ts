import { eq, sql } from "drizzle-orm";
import { type PeopleStore, peopleTables } from "#stores";

const { watchlistVisits } = peopleTables;

interface Visit {
  userId: string;
  /** Newest day with figures, as `2026-03-31`. */
  day: string;
}

/** The day that the visit before showed, of another day than `day`; null where there was none. */
export async function visitBefore({ db }: PeopleStore, { userId, day }: Visit): Promise<string | null> {
  const [visit] = await db.select().from(watchlistVisits).where(eq(watchlistVisits.userId, userId));
  if (visit === undefined) return null;
  return visit.day < day ? visit.day : visit.previousDay;
}

/** Notes that a user looks at their watchlist. Further visits on the same figures change nothing. */
export async function noteVisit({ db }: PeopleStore, { userId, day }: Visit): Promise<void> {
  await db
    .insert(watchlistVisits)
    .values({ userId, day })
    .onConflictDoUpdate({
      target: watchlistVisits.userId,
      set: { day, previousDay: watchlistVisits.day },
      // A visit elsewhere may have come first.
      setWhere: sql`${watchlistVisits.day} < ${day}`,
    });
}
