/** Administrators viewing the product as another user. */
import { eq } from "drizzle-orm";
import { ForbiddenError, NotFoundError } from "#domain/errors";
import { type PeopleStore, peopleTables } from "#stores";
import { writeAudit } from "../audit/auditLog";
import { readUser } from "../users/userRecord";

const { sessions } = peopleTables;

/** The session shows its own user again after this. */
const VIEW_MINUTES = 60;

/**
 * Makes an administrator's session show the product as another user, for at most `VIEW_MINUTES`. Changes are
 * rejected meanwhile, by the code that handles the session's requests.
 * @throws ForbiddenError for another administrator; NotFoundError
 */
export async function startViewingAs(
  store: PeopleStore,
  { sessionId, userId, actor }: { sessionId: string; userId: string; actor: string },
): Promise<void> {
  const viewed = await readUser(store, userId);
  if (viewed === null) throw new NotFoundError("User not found.");
  if (viewed.features["enable-admin-tools"]) {
    throw new ForbiddenError("You cannot view the product as another administrator, or as yourself.");
  }
  await store.db.transaction(async (tx) => {
    await tx
      .update(sessions)
      .set({ viewedUserId: userId, viewedUntil: new Date(Date.now() + VIEW_MINUTES * 60_000) })
      .where(eq(sessions.id, sessionId));
    await writeAudit(tx, { actor, action: "start viewing as user", subject: userId, subjectKind: "user" });
  });
}

/** Returns a session to its own user. Idempotent. */
export async function stopViewingAs(
  { db }: PeopleStore,
  { sessionId, actor }: { sessionId: string; actor: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const [session] = await tx.select().from(sessions).where(eq(sessions.id, sessionId)).for("update");
    if (session?.viewedUserId == null) return;
    await tx
      .update(sessions)
      .set({ viewedUserId: null, viewedUntil: null })
      .where(eq(sessions.id, sessionId));
    const subject = session.viewedUserId;
    await writeAudit(tx, { actor, action: "stop viewing as user", subject, subjectKind: "user" });
  });
}

/** The user that a session currently shows instead of its own; null if it shows its own. */
export const viewedIn = ({
  viewedUserId,
  viewedUntil,
}: Pick<typeof sessions.$inferSelect, "viewedUserId" | "viewedUntil">): string | null =>
  viewedUserId !== null && viewedUntil !== null && viewedUntil.getTime() > Date.now() ? viewedUserId : null;
