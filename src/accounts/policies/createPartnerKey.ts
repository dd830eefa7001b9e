import { InvalidError } from "#domain/errors";
import type { RecordValues } from "#domain/records";
import type { PeopleStore } from "#stores";
import { type ApiKeyDraft, type CreatedKey, insertApiKey } from "../apiKeys/apiKeys";
import { apiKeyHasAccess, ownerOf } from "../apiKeys/verifyApiKey";
import { insertRecord, type RecordRules } from "../records/writeRecords";

export interface PartnerKeyDraft
  extends Required<Pick<ApiKeyDraft, "name" | "expiresAt" | "endpoints" | "actions" | "requestsPerMinute">> {
  /** Organization of the key; null for a site key, which no plan limits. */
  organizationId: string | null;
  /** Policy fields of its role; all policies allow. */
  policies: readonly RecordValues[];
}

/**
 * Creates a key with a role of its own: policies, role, assignments and key in one transaction.
 * @throws InvalidError naming fields, ForbiddenError or PreconditionError as `createRecord` and `createApiKey`
 */
export async function createPartnerKey(
  store: PeopleStore,
  { policies, ...draft }: PartnerKeyDraft,
  { actor, rules }: { actor: string; rules: RecordRules },
): Promise<CreatedKey & { roleId: number }> {
  const { name, organizationId } = draft;
  const owner = await ownerOf(store, { organizationId, userId: null });
  if (!apiKeyHasAccess({ ...owner, organizationId, userId: null, isAdmin: false })) {
    throw new InvalidError("The plan of this organization does not include the API.", [
      { path: "organizationId", message: "The plan of this organization does not include the API" },
    ]);
  }
  return store.db.transaction(async (tx) => {
    const add = async (record: Parameters<typeof insertRecord>[1]["name"], values: RecordValues) =>
      Number((await insertRecord(tx, { name: record, values, actor, rules })).id);
    const roleId = await add("api_access_roles", { name, description: "Of one API key." });
    for (const values of policies) {
      const policyId = await add("api_access_policies", { effect: "allow", ...values });
      await add("api_access_policy_assignments", { policyId, roleId });
    }
    const key = await insertApiKey(tx, { ...draft, heldBy: "organization", actor });
    await add("api_access_key_roles", { keyId: key.id, roleId });
    return { ...key, roleId };
  });
}
