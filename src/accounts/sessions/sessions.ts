/** Sessions. The token lives in the visitor's cookie; only its hash is kept here. */
import { createHash } from "node:crypto";
import { and, desc, eq, gt, isNull, lt, ne } from "drizzle-orm";
import { cutText } from "#domain";
import { type PeopleStore, peopleTables } from "#stores";

const { sessions, users } = peopleTables;

export const SESSION_DAYS = 30;

/** Where a session was opened, so that its owner recognises it. */
export interface SessionOrigin {
  userAgent: string;
  networkAddress: string;
}

/** Tokens carry 122 bits of chance or more, so a plain digest protects them. */
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

/** The session that a token opens, with its user; null where it is unknown or over, or its user is kept out. */
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

/** Moves the end of a session, as long visits do. */
export async function extendSession({ db }: PeopleStore, token: string, expiresAt: Date): Promise<void> {
  await db
    .update(sessions)
    .set({ expiresAt, lastSeenAt: new Date() })
    .where(eq(sessions.tokenHash, hashOf(token)));
}

/** Precision of "last seen": a visit writes at most once in this time. */
const TOUCH_MS = 5 * 60_000;

/** Notes that a session is in use. */
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

/** A user's open sessions, the one seen last first. */
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

/** Ends one of a user's sessions. Another user's is left alone. */
export async function endSession(
  { db }: PeopleStore,
  { userId, id }: { userId: string; id: string },
): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.userId, userId), eq(sessions.id, id)));
}

/** Signs a user out everywhere, or everywhere else where `exceptId` is given. */
export async function endAllSessions(
  { db }: PeopleStore,
  { userId, exceptId }: { userId: string; exceptId?: string },
): Promise<void> {
  const mine = eq(sessions.userId, userId);
  await db.delete(sessions).where(exceptId === undefined ? mine : and(mine, ne(sessions.id, exceptId)));
}
