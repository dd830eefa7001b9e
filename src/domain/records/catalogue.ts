/** Every kind of record that administrators work with. */
import {
  orgRoleRecords,
  policyAssignmentRecords,
  policyRecords,
  roleRecords,
  userRoleRecords,
} from "./accessRecords";
import { auditRecords, contactRecords } from "./operatorRecords";
import { organizationRecords, userRecords } from "./peopleRecords";
import type { RecordField, RecordName, RecordType } from "./record";

const types: Readonly<Record<RecordName, RecordType>> = {
  users: userRecords,
  organizations: organizationRecords,
  api_access_policies: policyRecords,
  api_access_roles: roleRecords,
  api_access_policy_assignments: policyAssignmentRecords,
  api_access_user_roles: userRoleRecords,
  api_access_org_roles: orgRoleRecords,
  audit_log: auditRecords,
  contact_requests: contactRecords,
};

export const recordTypes: readonly RecordType[] = Object.values(types);

export const recordTypeOf = (name: RecordName): RecordType => types[name];

/** A field of one kind of record by which its records depend on those of another. */
export interface Dependence {
  type: RecordType;
  field: RecordField;
}

/** What refers to records of a kind. */
export const dependenceOn = (name: RecordName): readonly Dependence[] =>
  recordTypes.flatMap((type) =>
    type.fields.flatMap((field) => (field.refersTo === name ? [{ type, field }] : [])),
  );
