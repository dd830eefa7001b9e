import { type PeopleStore, peopleTables } from "#stores";

/** What was done, by whom (a user's id, or the name of a process), to what. People are named by id. */
export interface AuditEntry {
  actor: string;
  action: string;
  subject: string;
  detail?: string;
}

/** Adds to the audit log, within the transaction of what it tells of. */
export async function writeAudit(
  db: Pick<PeopleStore["db"], "insert">,
  { actor, action, subject, detail = "" }: AuditEntry,
): Promise<void> {
  await db.insert(peopleTables.auditLog).values({ actor, action, subject, detail });
}
