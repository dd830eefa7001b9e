/** Users who have unsubscribed from watch mail, and the token of the link for it. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { eq } from "drizzle-orm";
import { type PeopleStore, peopleTables } from "#stores";

const { users, watchMailStops } = peopleTables;

/** Whether a user has unsubscribed from watch mail. */
export async function isMailStopped({ db }: PeopleStore, userId: string): Promise<boolean> {
  const [row] = await db.select().from(watchMailStops).where(eq(watchMailStops.userId, userId));
  return row !== undefined;
}

export async function stopWatchMail({ db }: PeopleStore, userId: string): Promise<void> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.id, userId));
  if (user !== undefined) await db.insert(watchMailStops).values({ userId }).onConflictDoNothing();
}

export async function resumeWatchMail({ db }: PeopleStore, userId: string): Promise<void> {
  await db.delete(watchMailStops).where(eq(watchMailStops.userId, userId));
}

const signatureOf = (userId: string, secret: string) =>
  createHmac("sha256", secret).update(`watch mail ${userId}`).digest("base64url");

/** Token of an unsubscribe link. It can only end the watch mail of one user and grants no access. */
export const mailStopToken = (userId: string, secret: string): string =>
  `${userId}.${signatureOf(userId, secret)}`;

/** The user of a token; null if it is not valid. */
export function readUnsubscribeToken(token: string, secret: string): string | null {
  const match = /^([0-9a-f-]{36})\.([\w-]{43})$/.exec(token);
  if (match === null) return null;
  const [, userId = "", signature = ""] = match;
  const expected = Buffer.from(signatureOf(userId, secret));
  const sent = Buffer.from(signature);
  return sent.length === expected.length && timingSafeEqual(sent, expected) ? userId : null;
}
