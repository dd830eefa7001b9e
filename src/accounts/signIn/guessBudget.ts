/**
 * Limits of wrong codes per address in any 24 hours, and the delay after each: 50 in total. 40 are for
 * browsers that never signed in to it (10 per network); 10 are reserved for browsers that did, so that strangers
 * cannot use them up. See docs/security.md for the calculation.
 */
import { and, eq, gt, sql } from "drizzle-orm";
import { type PeopleStore, peopleTables } from "#stores";
import { ipPrefixOf } from "../limits/ipPrefixes";
import type { BrowserOrigin } from "./signInBrowsers";

const { signInGuesses } = peopleTables;

const WRONG_TRIES_OF_STRANGERS = 40;
const WRONG_TRIES_OF_A_NETWORK = 10;
const WRONG_TRIES_OF_KNOWN_BROWSERS = 10;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** From the fifth wrong code on, the next attempt is delayed by 30 seconds, doubling each time. */
const FREE_TRIES = 5;
const FIRST_DELAY_MS = 30_000;

const KNOWN = "known";

/**
 * What an attempt counts against: all known browsers together, or a network. An IPv6 prefix of a company or
 * home counts as one network.
 */
const sourceOf = ({ isKnown, networkAddress }: BrowserOrigin): string =>
  isKnown ? KNOWN : ipPrefixOf(networkAddress, 48);

interface Guess {
  email: string;
  origin: BrowserOrigin;
  now: Date;
}

/** @returns milliseconds until an address accepts the next attempt from this origin; 0 for now */
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

/** Each hour stops counting a day after it has ended. */
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

/**
 * Counts a wrong code. The address must be locked, so that concurrent attempts are counted one after another.
 */
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
