/** The audit log. */

export { type AuditedAction, listAuditedActions } from "./listAuditedActions";
export { type AuditEntry, writeAudit } from "./writeAudit";
