import { afterAll, beforeAll, expect, it } from "vitest";
import { parseQuery } from "#domain";
import { openPeopleStore, type PeopleStore } from "#stores";
import { assignPolicies, firm, memberOf } from "../../../tests/support/policyHolders";
import { createApiKey, revokeApiKey, rotateApiKey } from "../apiKeys/apiKeys";
import { createSpreadsheetLink } from "../apiKeys/createSpreadsheetLink";
import { verifyApiKey, verifySpreadsheetLink } from "../apiKeys/verifyApiKey";
import { listRecords } from "../records/readRecords";
import { explainAccess } from "./explainAccess";
import { policiesOf } from "./policiesOf";

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
