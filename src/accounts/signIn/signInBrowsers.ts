/** Browsers, by a cookie of their own that says nothing but that it is the same browser as before. */
import { createHash, randomBytes } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { type PeopleStore, peopleTables } from "#stores";

const { signInBrowsers, users } = peopleTables;

/** How long a browser is known after somebody signed in with it. */
export const BROWSER_DAYS = 180;

/** Where a try comes from, as far as guessing is concerned. */
export interface BrowserOrigin {
  browserHash: string;
  networkAddress: string;
  /** Whether somebody signed in to the address with this browser before. */
  isKnown: boolean;
}

const ID_BYTES = 24;
const ID = /^[A-Za-z0-9_-]{32}$/;

export const newBrowserId = (): string => randomBytes(ID_BYTES).toString("base64url");
export const isBrowserId = (text: string): boolean => ID.test(text);

/** Ids carry 192 bits of chance, so a plain digest protects them. */
export const hashOfBrowser = (id: string): string => createHash("sha256").update(id).digest("hex");

/** Whether somebody signed in to an address with a browser before. */
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

/** Notes that somebody signed in with a browser. */
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
