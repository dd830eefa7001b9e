/**
 * Sign-in codes: six digits by mail, for ten minutes, once, in the browser that asked for them. Only
 * keyed hashes are kept. Five wrong tries end a code; how many there may be for an address in a day
 * stands in `guessBudget.ts`.
 */
import { randomInt } from "node:crypto";
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { SIGN_IN_CODE_LENGTH } from "#domain";
import { type PeopleStore, peopleTables } from "#stores";
import type { Transaction } from "../organizations/lockTeam";
import { noteWrongGuess, remainingDelay } from "./guessBudget";
import type { BrowserOrigin } from "./signInBrowsers";

const { signInCodes } = peopleTables;

export const MAX_WRONG_TRIES = 5;

/** A code of six digits, each as likely as any other. */
export const newSignInCode = (): string =>
  String(randomInt(10 ** SIGN_IN_CODE_LENGTH)).padStart(SIGN_IN_CODE_LENGTH, "0");

interface CodeRecord {
  email: string;
  codeHash: string;
  browserHash: string;
  expiresAt: Date;
}

const live = (email: string, now: Date) =>
  and(eq(signInCodes.email, email), isNull(signInCodes.endedAt), gt(signInCodes.expiresAt, now));

/** What concerns an address happens one after another, in every process. */
const holdAddress = (tx: Transaction, email: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${email}, 0))`);

/** Keeps a new code. Of one browser and address only the newest is live; those of other browsers stay. */
export async function storeSignInCode({ db }: PeopleStore, code: CodeRecord): Promise<void> {
  await db.transaction(async (tx) => {
    await holdAddress(tx, code.email);
    const now = new Date();
    await tx
      .update(signInCodes)
      .set({ endedAt: now })
      .where(and(live(code.email, now), eq(signInCodes.browserHash, code.browserHash)));
    await tx.insert(signInCodes).values(code);
  });
}

/**
 * Uses a code up. Of two requests with the same code at once, exactly one succeeds. Where the browser
 * has no live code there is nothing to guess, so that such a try costs the address nothing.
 * @returns when the code would have expired, or null where it is wrong, used, withdrawn, expired, of
 * another browser, or typed while the address takes no more tries from there.
 */
export async function redeemSignInCode(
  { db }: PeopleStore,
  { email, codeHash, origin }: Pick<CodeRecord, "email" | "codeHash"> & { origin: BrowserOrigin },
): Promise<Date | null> {
  return db.transaction(async (tx) => {
    await holdAddress(tx, email);
    const now = new Date();
    const [code] = await tx
      .select()
      .from(signInCodes)
      .where(and(live(email, now), eq(signInCodes.browserHash, origin.browserHash)));
    if (code === undefined || (await remainingDelay(tx, { email, origin, now })) > 0) return null;
    if (code.codeHash === codeHash) {
      // One success ends the other live codes too: the reason for them is gone.
      await tx.update(signInCodes).set({ endedAt: now }).where(live(email, now));
      return code.expiresAt;
    }
    const wrong = code.wrong + 1;
    await tx
      .update(signInCodes)
      .set({ wrong, endedAt: wrong >= MAX_WRONG_TRIES ? now : null })
      .where(eq(signInCodes.id, code.id));
    await noteWrongGuess(tx, { email, origin, now });
    return null;
  });
}
