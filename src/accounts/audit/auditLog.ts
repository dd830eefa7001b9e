import { asc, eq, sql } from "drizzle-orm";
import { type AuditedRecord, type PeopleStore, peopleTables } from "#stores";

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

/** Whether a text has the format of a user or organization id. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/**
 * An action, its actor (a user's id, or the name of a process) and its subject. Users are identified by id.
 */
export interface AuditEntry {
  actor: string;
  action: string;
  subject: string;
  /** "user", "organization", "plan", "invitation" or "api_key", or the name of a described kind of record. */
  subjectKind: string;
  detail?: string;
  /** The record before and after; null where there was none. Never a secret or its hash. */
  before?: AuditedRecord | null;
  after?: AuditedRecord | null;
}

/** Adds to the audit log, within the transaction of the audited change. */
export async function writeAudit(
  db: Pick<PeopleStore["db"], "insert">,
  { actor, action, subject, subjectKind, detail = "", before = null, after = null }: AuditEntry,
): Promise<void> {
  const actorUserId = isUuid(actor) ? actor : null;
  await db
    .insert(peopleTables.auditLog)
    .values({ actor, actorUserId, action, subject, subjectKind, detail, before, after });
}
