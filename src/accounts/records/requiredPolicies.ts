/**
 * The policies that a key must have through its own roles. A deletion leaves the list as it is, so that a key whose role,
 * policy or assignment is deleted is rejected rather than left with fewer limits.
 */
import { sql } from "drizzle-orm";
import type { RecordName, RecordValues } from "#domain";
import { peopleTables } from "#stores";
import type { Transaction } from "../organizations/lockTeam";

const { apiAccessKeyRoles, apiAccessPolicyAssignments, apiKeys } = peopleTables;

/**
 * Updates the list of keys after a record was created or edited. A role assigned to a key sets the list to the policies of
 * its roles, unless they have none; a policy assigned to a role is added to the list of each key with this role.
 */
export async function requirePolicies(
  tx: Transaction,
  { name, values }: { name: RecordName; values: RecordValues },
): Promise<void> {
  if (name === "api_access_key_roles") {
    const ofRoles = sql`SELECT DISTINCT pa.policy_id FROM ${apiAccessKeyRoles} kr
      JOIN ${apiAccessPolicyAssignments} pa ON pa.role_id = kr.role_id WHERE kr.key_id = ${values.keyId}`;
    await tx.execute(sql`UPDATE ${apiKeys} SET required_policies = ARRAY(${ofRoles})
      WHERE id = ${values.keyId} AND EXISTS (${ofRoles})`);
  }
  if (name === "api_access_policy_assignments") {
    await tx.execute(sql`UPDATE ${apiKeys} SET required_policies = array_append(required_policies, ${values.policyId}::integer)
      WHERE id IN (SELECT key_id FROM ${apiAccessKeyRoles} WHERE role_id = ${values.roleId})
        AND NOT ${values.policyId}::integer = ANY(required_policies)`);
  }
}
