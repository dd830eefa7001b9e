/**
 * Sign-in codes: six digits by mail, for ten minutes, once. Only keyed hashes
 * are kept. After five wrong tries every live code of the address is withdrawn,
 * so that guessing costs a new mail each five guesses.
 */
import { randomInt } from "node:crypto";
import { and, desc, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import { SIGN_IN_CODE_LENGTH } from "#domain";
import { type PeopleStore, peopleTables } from "#stores";

const { signInCodes, signInTries } = peopleTables;

export const MAX_LIVE_CODES = 3;
export const MAX_WRONG_TRIES = 5;

/** A code of six digits, each as likely as any other. */
export const newSignInCode = (): string =>
  String(randomInt(10 ** SIGN_IN_CODE_LENGTH)).padStart(SIGN_IN_CODE_LENGTH, "0");

interface CodeRecord {
  email: string;
  codeHash: string;
  expiresAt: Date;
}

const live = (email: string, now: Date) =>
  and(eq(signInCodes.email, email), isNull(signInCodes.endedAt), gt(signInCodes.expiresAt, now));

/** Keeps a new code; of more than three live ones the oldest are withdrawn. Wrong tries start over with it. */
export async function keepSignInCode(
  { db }: PeopleStore,
  { email, codeHash, expiresAt }: CodeRecord,
): Promise<void> {
  await db.transaction(async (tx) => {
    const now = new Date();
    // First, since it holds the address: of codes that are asked for at once each sees the ones before.
    await tx
      .insert(signInTries)
      .values({ email, wrong: 0, updatedAt: now })
      .onConflictDoUpdate({ target: signInTries.email, set: { wrong: 0, updatedAt: now } });
    await tx.insert(signInCodes).values({ email, codeHash, expiresAt });
    const codes = await tx
      .select({ id: signInCodes.id })
      .from(signInCodes)
      .where(live(email, now))
      .orderBy(desc(signInCodes.id));
    const surplus = codes.slice(MAX_LIVE_CODES).map((code) => code.id);
    if (surplus.length > 0) {
      await tx.update(signInCodes).set({ endedAt: now }).where(inArray(signInCodes.id, surplus));
    }
  });
}

/**
 * Uses a code up. Of two requests with the same code at once, exactly one succeeds.
 * @returns when the code would have expired, or null where it is wrong, used, withdrawn or expired.
 */
export async function redeemSignInCode(
  { db }: PeopleStore,
  { email, codeHash }: Pick<CodeRecord, "email" | "codeHash">,
): Promise<Date | null> {
  return db.transaction(async (tx) => {
    const now = new Date();
    // The row of tries is locked first, so that guesses in parallel are counted one after another.
    const [tries] = await tx.select().from(signInTries).where(eq(signInTries.email, email)).for("update");
    if (tries === undefined || tries.wrong >= MAX_WRONG_TRIES) return null;
    const [used] = await tx
      .update(signInCodes)
      .set({ endedAt: now })
      .where(and(live(email, now), eq(signInCodes.codeHash, codeHash)))
      .returning({ expiresAt: signInCodes.expiresAt });
    if (used !== undefined) {
      // One success ends the other live codes too: the reason for them is gone.
      await tx.update(signInCodes).set({ endedAt: now }).where(live(email, now));
      return used.expiresAt;
    }
    const wrong = tries.wrong + 1;
    await tx
      .update(signInTries)
      .set({ wrong: sql`${signInTries.wrong} + 1`, updatedAt: now })
      .where(eq(signInTries.email, email));
    if (wrong >= MAX_WRONG_TRIES) await tx.update(signInCodes).set({ endedAt: now }).where(live(email, now));
    return null;
  });
}
