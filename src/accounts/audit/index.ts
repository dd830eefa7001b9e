/** The audit log. */

export { type AuditEntry, type AuditedAction, isUuid, listAuditedActions, writeAudit } from "./auditLog";
