/** The audit log. */

export { type AuditEntry, writeAudit } from "./writeAudit";
