/**
 * Sign-in codes: six digits by email, valid once for ten minutes in the browser that requested them. Only
 * keyed hashes are stored. Five wrong attempts end a code; `guessBudget.ts` limits attempts per address and
 * day.
 */
import { randomInt } from "node:crypto";
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { SIGN_IN_CODE_LENGTH } from "#domain/vocabulary";
import { type PeopleStore, peopleTables } from "#stores";
import type { Transaction } from "../organizations/lockTeam";
import { noteWrongGuess, remainingDelay } from "./guessBudget";
import type { BrowserOrigin } from "./signInBrowsers";

const { signInCodes } = peopleTables;

export const MAX_WRONG_TRIES = 5;

/** A code of six digits, uniformly distributed. */
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

/** Locks an address, so that its attempts are serialized across processes. */
const holdAddress = (tx: Transaction, email: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${email}, 0))`);

/**
 * Stores a new code. It replaces the live code of the same browser and address; those of other browsers stay
 * valid.
 */
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
 * Redeems a code. Of concurrent requests with the same code, exactly one succeeds. An attempt from a browser
 * without a live code is not counted against the address.
 * @returns when the code would have expired; null if it is wrong, used, revoked, expired, of another browser,
 * or the address accepts no attempts from this origin at the moment
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
      // A success ends the other live codes, which are no longer needed.
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
