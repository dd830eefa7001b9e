import { and, eq } from "drizzle-orm";
import { type PeopleStore, peopleTables } from "#stores";
import { writeAudit } from "../audit/auditLog";

const { sessions } = peopleTables;

/** Ends one session of another user, or all of them if `sessionId` is null. No effect if none match. */
export async function endSessionsOf(
  { db }: PeopleStore,
  { userId, sessionId, actor }: { userId: string; sessionId: string | null; actor: string },
): Promise<void> {
  const theirs = eq(sessions.userId, userId);
  await db.transaction(async (tx) => {
    const ended = await tx
      .delete(sessions)
      .where(sessionId === null ? theirs : and(theirs, eq(sessions.id, sessionId)))
      .returning({ id: sessions.id });
    if (ended.length === 0) return;
    const detail = JSON.stringify({ sessions: ended.length });
    await writeAudit(tx, { actor, action: "end sessions", subject: userId, subjectKind: "user", detail });
  });
}
