/** The audit log. */

export { type AuditEntry, type AuditedAction, listAuditedActions, writeAudit } from "./auditLog";
