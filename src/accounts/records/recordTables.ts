import { getTableColumns } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { RecordName } from "#domain";
import { peopleTables } from "#stores";

const tables: Readonly<Record<RecordName, PgTable>> = {
  users: peopleTables.users,
  organizations: peopleTables.organizations,
  api_access_policies: peopleTables.apiAccessPolicies,
  api_access_roles: peopleTables.apiAccessRoles,
  api_access_policy_assignments: peopleTables.apiAccessPolicyAssignments,
  api_access_user_roles: peopleTables.apiAccessUserRoles,
  api_access_org_roles: peopleTables.apiAccessOrgRoles,
  audit_log: peopleTables.auditLog,
  contact_requests: peopleTables.contactRequests,
};

/** The table behind a kind of record. */
export const recordTable = (name: RecordName): PgTable => tables[name];

/** A column of a table, by the name of the field that it holds. @throws Error where the description names none */
export function columnOf(table: PgTable, name: string): PgColumn {
  const column = getTableColumns(table)[name];
  if (column === undefined) throw new Error(`The table has no column ${name}`);
  return column;
}
