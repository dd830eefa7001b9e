import { asc, eq, sql } from "drizzle-orm";
import { type PeopleStore, peopleTables } from "#stores";

export interface AuditedAction {
  at: Date;
  /** Email address of a user who still has an account, otherwise as recorded. */
  actor: string;
  subject: string;
}

/** The audit entries of an action, oldest first. */
export function listAuditedActions(
  db: Pick<PeopleStore["db"], "select">,
  action: string,
): Promise<AuditedAction[]> {
  const { auditLog, users } = peopleTables;
  return db
    .select({
      at: auditLog.at,
      actor: sql<string>`coalesce(${users.email}, ${auditLog.actor})`,
      subject: auditLog.subject,
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorUserId))
    .where(eq(auditLog.action, action))
    .orderBy(asc(auditLog.at), asc(auditLog.id));
}
