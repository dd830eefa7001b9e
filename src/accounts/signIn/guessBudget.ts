/**
 * How many wrong codes an address takes in any 24 hours, and how long after one the next may come. In
 * all 50: 40 from browsers that never signed in to it, of which 10 from one network, and 10 that are
 * kept for browsers that did, so that strangers cannot use those up. docs/security.md does the sum.
 */
import { and, eq, gt, sql } from "drizzle-orm";
import { type PeopleStore, peopleTables } from "#stores";
import { ipPrefixOf } from "../ipPrefixes/ipPrefixOf";
import type { BrowserOrigin } from "./signInBrowsers";

const { signInGuesses } = peopleTables;

const WRONG_TRIES_OF_STRANGERS = 40;
const WRONG_TRIES_OF_A_NETWORK = 10;
const WRONG_TRIES_OF_KNOWN_BROWSERS = 10;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** From the fifth wrong try on, what follows waits: 30 seconds, and twice as long each time. */
const FREE_TRIES = 5;
const FIRST_DELAY_MS = 30_000;

const KNOWN = "known";

/** What a try counts for: known browsers together, or a network. A firm's or a home's IPv6 network is one. */
const sourceOf = ({ isKnown, networkAddress }: BrowserOrigin): string =>
  isKnown ? KNOWN : ipPrefixOf(networkAddress, 48);

interface Guess {
  email: string;
  origin: BrowserOrigin;
  now: Date;
}

/** @returns milliseconds until an address takes the next try from there; 0 where it takes one now */
export async function remainingDelay(
  db: Pick<PeopleStore["db"], "select">,
  { email, origin, now }: Guess,
): Promise<number> {
  const rows = await db
    .select()
    .from(signInGuesses)
    .where(
      and(eq(signInGuesses.email, email), gt(signInGuesses.hour, new Date(now.getTime() - DAY_MS - HOUR_MS))),
    );
  const source = sourceOf(origin);
  const own = rows.filter((row) => row.source === source);
  const strangers = rows.filter((row) => row.source !== KNOWN);
  const budgets = origin.isKnown
    ? [untilBelow(own, WRONG_TRIES_OF_KNOWN_BROWSERS, now)]
    : [untilBelow(own, WRONG_TRIES_OF_A_NETWORK, now), untilBelow(strangers, WRONG_TRIES_OF_STRANGERS, now)];
  return Math.max(0, growingDelay(own, now), ...budgets);
}

type Row = typeof signInGuesses.$inferSelect;

const wrongOf = (rows: readonly Row[]): number => rows.reduce((sum, row) => sum + row.wrong, 0);

/** Each hour is forgotten a day after it has ended. */
function untilBelow(rows: readonly Row[], limit: number, now: Date): number {
  let left = wrongOf(rows);
  if (left < limit) return 0;
  for (const row of rows.toSorted((a, b) => a.hour.getTime() - b.hour.getTime())) {
    left -= row.wrong;
    if (left < limit) return row.hour.getTime() + HOUR_MS + DAY_MS - now.getTime();
  }
  return DAY_MS;
}

function growingDelay(rows: readonly Row[], now: Date): number {
  const wrong = wrongOf(rows);
  if (wrong < FREE_TRIES) return 0;
  const last = Math.max(...rows.map((row) => row.updatedAt.getTime()));
  return last + FIRST_DELAY_MS * 2 ** (wrong - FREE_TRIES) - now.getTime();
}

/** Counts a wrong try. The address must be held, so that tries at once are counted one after another. */
export async function noteWrongGuess(
  db: Pick<PeopleStore["db"], "insert">,
  { email, origin, now }: Guess,
): Promise<void> {
  const hour = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS);
  await db
    .insert(signInGuesses)
    .values({ email, source: sourceOf(origin), hour, wrong: 1, updatedAt: now })
    .onConflictDoUpdate({
      target: [signInGuesses.email, signInGuesses.source, signInGuesses.hour],
      set: { wrong: sql`${signInGuesses.wrong} + 1`, updatedAt: now },
    });
}
