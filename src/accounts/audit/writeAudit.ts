import { type AuditedRecord, type PeopleStore, peopleTables } from "#stores";
import { isUuid } from "./isUuid";

/** What was done, by whom (a user's id, or the name of a process), to what. People are named by id. */
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

/** Adds to the audit log, within the transaction of what it tells of. */
export async function writeAudit(
  db: Pick<PeopleStore["db"], "insert">,
  { actor, action, subject, subjectKind, detail = "", before = null, after = null }: AuditEntry,
): Promise<void> {
  const actorUserId = isUuid(actor) ? actor : null;
  await db
    .insert(peopleTables.auditLog)
    .values({ actor, actorUserId, action, subject, subjectKind, detail, before, after });
}
