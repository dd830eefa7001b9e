/** Browsers, recognized by a cookie that contains only a random id. */
import { createHash, randomBytes } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { type PeopleStore, peopleTables } from "#stores";

const { signInBrowsers, users } = peopleTables;

/** Days that a browser is remembered after a sign-in. */
export const BROWSER_DAYS = 180;

/** Origin of an attempt, for the limits on guessing. */
export interface BrowserOrigin {
  browserHash: string;
  networkAddress: string;
  /** Whether this browser has signed in to the address before. */
  isKnown: boolean;
}

const ID_BYTES = 24;
const ID = /^[A-Za-z0-9_-]{32}$/;

export const newBrowserId = (): string => randomBytes(ID_BYTES).toString("base64url");
export const isBrowserId = (text: string): boolean => ID.test(text);

/** Ids have 192 bits of entropy, so a plain digest is sufficient. */
export const hashOfBrowser = (id: string): string => createHash("sha256").update(id).digest("hex");

/** Whether a browser has signed in to an address before. */
export async function isKnownBrowser(
  { db }: PeopleStore,
  { email, browserHash }: { email: string; browserHash: string },
): Promise<boolean> {
  const [found] = await db
    .select({ userId: users.id })
    .from(signInBrowsers)
    .innerJoin(users, eq(users.id, signInBrowsers.userId))
    .where(and(eq(users.email, email), eq(signInBrowsers.browserHash, browserHash)));
  return found !== undefined;
}

/** Records a sign-in with a browser. */
export async function rememberBrowser(
  { db }: PeopleStore,
  { userId, browserHash }: { userId: string; browserHash: string },
): Promise<void> {
  const seenAt = new Date();
  await db
    .insert(signInBrowsers)
    .values({ userId, browserHash, seenAt })
    .onConflictDoUpdate({ target: [signInBrowsers.userId, signInBrowsers.browserHash], set: { seenAt } });
}
