/** Sessions. The token is in the visitor's cookie; only its hash is stored. */
import { createHash } from "node:crypto";
import { and, desc, eq, gt, isNull, lt, ne } from "drizzle-orm";
import { cutText } from "#domain/text";
import { type PeopleStore, peopleTables } from "#stores";

const { sessions, users } = peopleTables;

export const SESSION_DAYS = 30;

/** Browser and network where a session was opened, so that its owner recognizes it. */
export interface SessionOrigin {
  userAgent: string;
  networkAddress: string;
}

/** Tokens have at least 122 bits of entropy, so a plain digest is sufficient. */
const hashOf = (token: string): string => createHash("sha256").update(token).digest("hex");

export async function openSession(
  { db }: PeopleStore,
  {
    token,
    userId,
    expiresAt,
    origin,
  }: { token: string; userId: string; expiresAt: Date; origin: SessionOrigin },
): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.userId, userId), lt(sessions.expiresAt, new Date())));
  await db.insert(sessions).values({
    tokenHash: hashOf(token),
    userId,
    expiresAt,
    userAgent: cutText(origin.userAgent, 400),
    networkAddress: cutText(origin.networkAddress, 64),
  });
}

/** The session of a token, with its user; null if it is unknown or expired, or the user is suspended. */
export async function findSession({ db }: PeopleStore, token: string) {
  const [found] = await db
    .select({ session: sessions, user: users })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.tokenHash, hashOf(token)),
        gt(sessions.expiresAt, new Date()),
        isNull(users.suspendedAt),
      ),
    );
  return found ?? null;
}

/** Extends the expiry of a session during long visits. */
export async function extendSession({ db }: PeopleStore, token: string, expiresAt: Date): Promise<void> {
  await db
    .update(sessions)
    .set({ expiresAt, lastSeenAt: new Date() })
    .where(eq(sessions.tokenHash, hashOf(token)));
}

/** Precision of "last seen": a visit writes at most once in this time. */
const TOUCH_MS = 5 * 60_000;

/** Records that a session is in use. */
export async function touchSession(
  { db }: PeopleStore,
  { id, lastSeenAt }: { id: string; lastSeenAt: Date },
): Promise<void> {
  if (Date.now() - lastSeenAt.getTime() < TOUCH_MS) return;
  await db.update(sessions).set({ lastSeenAt: new Date() }).where(eq(sessions.id, id));
}

export async function closeSession({ db }: PeopleStore, token: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.tokenHash, hashOf(token)));
}

export interface SessionSummary {
  id: string;
  createdAt: Date;
  lastSeenAt: Date;
  userAgent: string;
  networkAddress: string;
}

/** A user's open sessions, most recently seen first. */
export async function listSessions({ db }: PeopleStore, userId: string): Promise<SessionSummary[]> {
  return db
    .select({
      id: sessions.id,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      userAgent: sessions.userAgent,
      networkAddress: sessions.networkAddress,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, new Date())))
    .orderBy(desc(sessions.lastSeenAt));
}

/** Ends one of a user's sessions. No effect for sessions of other users. */
export async function endSession(
  { db }: PeopleStore,
  { userId, id }: { userId: string; id: string },
): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.userId, userId), eq(sessions.id, id)));
}

/** Signs a user out of all sessions except `exceptId`, if given. */
export async function endAllSessions(
  { db }: PeopleStore,
  { userId, exceptId }: { userId: string; exceptId?: string },
): Promise<void> {
  const mine = eq(sessions.userId, userId);
  await db.delete(sessions).where(exceptId === undefined ? mine : and(mine, ne(sessions.id, exceptId)));
}
