import { afterAll, beforeAll, expect, it } from "vitest";
import { parseQuery } from "#domain/query";
import type { RecordValues } from "#domain/records";
import type { RecordName } from "#domain/vocabulary";
import { openPeopleStore, type PeopleStore } from "#stores";
import { assignPolicies, firm, memberOf } from "../../../tests/support/policyHolders";
import { createApiKey, revokeApiKey, rotateApiKey } from "../apiKeys/apiKeys";
import { createSpreadsheetLink } from "../apiKeys/createSpreadsheetLink";
import { verifyApiKey, verifySpreadsheetLink } from "../apiKeys/verifyApiKey";
import { dependantsOf, listRecords } from "../records/readRecords";
import { createRecord, deleteRecord } from "../records/writeRecords";
import { explainAccess } from "./explainAccess";
import { policiesOf, readPolicies } from "./policiesOf";

let people: PeopleStore;
beforeAll(async () => {
  people = await openPeopleStore({ url: null, folder: "memory://" });
});
afterAll(() => people.close());

/** Days of history and origin of each policy of a key. */
const termsOf = async (secret: string) => {
  const key = await verifyApiKey(people, secret);
  if (key === null) return null;
  return (await policiesOf(people, key)).map(({ historyDays, through }) => [historyDays, through]);
};

async function twoKeys() {
  const organizationId = await firm(people);
  const userId = await memberOf(people, organizationId);
  const draft = { organizationId, userId };
  const limited = await createApiKey(people, { name: "Partner", ...draft });
  const other = await createApiKey(people, { name: "Own", ...draft });
  return { organizationId, userId, limited, other };
}

it("applies a role of one key to that key only, along with those of its user and organization", async () => {
  const { userId, limited, other } = await twoKeys();
  await assignPolicies(people, { keyId: limited.id }, [{ historyDays: 30 }]);
  expect(await termsOf(limited.key)).toEqual([[30, "key"]]);
  expect(await termsOf(other.key)).toEqual([]);
  await assignPolicies(people, { userId }, [{ historyDays: 365 }]);
  await expect.poll(() => termsOf(other.key)).toEqual([[365, "user"]]);
  await expect
    .poll(() => termsOf(limited.key))
    .toEqual([
      [30, "key"],
      [365, "user"],
    ]);
  const read = { resource: "assets", action: "read" } as const;
  expect((await explainAccess(people, { ...read, who: limited.prefix })).terms.historyDays).toBe(30);
  expect((await explainAccess(people, { ...read, who: other.prefix })).terms.historyDays).toBe(365);
});

it("preserves the role of a key through rotation, for both secrets, and its record after revocation", async () => {
  const { limited } = await twoKeys();
  const roleId = await assignPolicies(people, { keyId: limited.id }, [{ historyDays: 7 }]);
  const rotated = await rotateApiKey(people, limited.id, { graceHours: 1 });
  for (const secret of [limited.key, rotated.key]) expect(await termsOf(secret)).toEqual([[7, "key"]]);
  await revokeApiKey(people, limited.id);
  expect(await termsOf(rotated.key)).toBeNull();
  const query = parseQuery({ filter: { operator: "equals", field: "keyId", value: "Partner" } });
  const { records } = await listRecords(people.db, "api_access_key_roles", query);
  expect(records.some(({ values }) => values.roleId === roleId && values.keyId === limited.id)).toBe(true);
});

it("applies to site keys, which have no user or organization, and to spreadsheet links", async () => {
  const site = await createApiKey(people, { name: "Site" });
  await assignPolicies(people, { keyId: site.id }, [{ historyDays: 90 }]);
  expect(await termsOf(site.key)).toEqual([[90, "key"]]);
  const { organizationId, userId } = await twoKeys();
  const request = { scope: "assets", path: "/assets", query: "{}" };
  const made = await createSpreadsheetLink(people, {
    name: "Sheet",
    expiresAt: null,
    organizationId,
    userId,
    ...request,
  });
  await assignPolicies(people, { keyId: made.id }, [{ historyDays: 91 }]);
  const link = await verifySpreadsheetLink(people, made.secret);
  expect(link && (await policiesOf(people, link)).map(({ historyDays }) => historyDays)).toEqual([91]);
});

it("rejects a monthly row limit for a key without organization, since rows are counted by organization", async () => {
  const site = await createApiKey(people, { name: "Site" });
  await assignPolicies(people, { keyId: site.id }, [{ rowsPerMonth: 1000 }]);
  const answer = await explainAccess(people, { who: site.prefix, resource: "assets", action: "read" });
  expect(answer).toMatchObject({ isAllowed: false });
  expect(answer.reason).toContain("this key has no organization");
});

/** A key with two roles, of two policies and of one. */
async function keyOfThreePolicies() {
  made += 1;
  const act = async (name: RecordName, values: RecordValues) =>
    Number((await createRecord(people, { name, values, actor: "test" })).id);
  const policy = (name: string) => act("api_access_policies", { name: `${name} ${made}`, effect: "allow" });
  const role = (name: string) => act("api_access_roles", { name: `${name} ${made}` });
  const { id, key, prefix } = await createApiKey(people, { name: `Limited ${made}` });
  const [policyId, laterId, otherId] = [await policy("First"), await policy("Later"), await policy("Other")];
  const [roleId, otherRole] = [await role("Limited"), await role("Other")];
  const assignmentId = await act("api_access_policy_assignments", { policyId, roleId });
  await act("api_access_policy_assignments", { policyId: otherId, roleId: otherRole });
  const keyRoleId = await act("api_access_key_roles", { keyId: id, roleId });
  await act("api_access_key_roles", { keyId: id, roleId: otherRole });
  // Required as well, although assigned after the role was given to the key.
  await act("api_access_policy_assignments", { policyId: laterId, roleId });
  return { id, key, prefix, policyId, laterId, roleId, otherRole, assignmentId, keyRoleId, act };
}
let made = 0;

async function deleteWithDependants(name: RecordName, id: number) {
  const depending = await dependantsOf(people.db, name, id);
  const dependants = depending.reduce((sum, one) => sum + one.count, 0);
  await deleteRecord(people, { name, id, dependants, actor: "test" });
}

it.each([
  ["api_access_roles", "roleId"],
  ["api_access_policies", "policyId"],
  ["api_access_policies", "laterId"],
  ["api_access_policy_assignments", "assignmentId"],
  ["api_access_key_roles", "keyRoleId"],
] as const)("rejects a key after the deletion of one of its %s (%s)", async (name, which) => {
  const made = await keyOfThreePolicies();
  const holder = { id: made.id, organizationId: null, userId: null };
  expect(await policiesOf(people, holder)).toHaveLength(3);
  await deleteWithDependants(name, made[which]);
  const closed = () => policiesOf(people, holder).then(() => "open", String);
  await expect.poll(closed).toContain("This API key has no access policy");
  const answer = await explainAccess(people, { who: made.prefix, resource: "assets", action: "read" });
  expect(answer).toMatchObject({ isAllowed: false, reason: expect.stringContaining("no access policy") });
});

it("reopens a key that lost a policy by a role with policies, not by a policy or an empty role", async () => {
  const { id, key, keyRoleId, laterId, otherRole, act } = await keyOfThreePolicies();
  const holder = { id, organizationId: null, userId: null };
  const closed = () =>
    readPolicies(people, holder).then(
      () => false,
      () => true,
    );
  await deleteWithDependants("api_access_key_roles", keyRoleId);
  expect(await closed()).toBe(true);
  await act("api_access_policy_assignments", { policyId: laterId, roleId: otherRole });
  expect(await closed()).toBe(true);
  const roleId = await act("api_access_roles", { name: `New ${made}` });
  const policyId = await act("api_access_policies", { name: `New ${made}`, effect: "allow", historyDays: 9 });
  await act("api_access_policy_assignments", { policyId, roleId });
  const newKeyRole = await act("api_access_key_roles", { keyId: id, roleId });
  await expect.poll(async () => (await termsOf(key).catch(() => []))?.length).toBe(3);
  await deleteWithDependants("api_access_roles", otherRole);
  await deleteWithDependants("api_access_key_roles", newKeyRole);
  const emptyRole = await act("api_access_roles", { name: `Empty ${made}` });
  await act("api_access_key_roles", { keyId: id, roleId: emptyRole });
  expect(await closed()).toBe(true);
});
