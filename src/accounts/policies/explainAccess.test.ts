import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NotFoundError } from "#domain/errors";
import type { PolicyAction, PolicyEffect } from "#domain/people";
import { openPeopleStore, type PeopleStore, peopleTables } from "#stores";
import { createApiKey, revokeApiKey } from "../apiKeys/apiKeys";
import { explainAccess } from "./explainAccess";

const { apiAccessOrgRoles, apiAccessPolicies, apiAccessPolicyAssignments, apiAccessRoles, organizations } =
  peopleTables;

let people: PeopleStore;
let organizationId: string;
let key: { id: number; prefix: string };
const give = async (name: string, effect: PolicyEffect, terms: object) => {
  const [policy] = await people.db
    .insert(apiAccessPolicies)
    .values({ name, effect, ...terms })
    .returning();
  const [role] = await people.db
    .insert(apiAccessRoles)
    .values({ name: `Role of ${name}` })
    .returning();
  await people.db
    .insert(apiAccessPolicyAssignments)
    .values({ policyId: policy?.id ?? 0, roleId: role?.id ?? 0 });
  await people.db.insert(apiAccessOrgRoles).values({ organizationId, roleId: role?.id ?? 0 });
  return policy?.id ?? 0;
};
const explain = (resource: string, action: PolicyAction = "read", who: string = key.prefix) =>
  explainAccess(people, { who, resource, action });

beforeAll(async () => {
  people = await openPeopleStore({ url: null, folder: "memory://" });
  const [made] = await people.db
    .insert(organizations)
    .values({ name: "Firm", scope: "personal", planType: "PREMIUM_ALL_ACCESS" })
    .returning();
  organizationId = made?.id ?? "";
  key = await createApiKey(people, { name: "Nightly", organizationId });
});
afterAll(() => people.close());

describe("the explanation of a key's access", () => {
  it("is the plan if no policy applies", async () => {
    expect(await explain("assets")).toMatchObject({
      isAllowed: true,
      reason: "The plan includes it, and no policy denies it.",
      decidedBy: null,
      policies: [],
    });
  });

  it("names the policy that denies, and returns the strictest terms of the others", async () => {
    const denying = await give("No files", "deny", { actions: ["download"] });
    await give("A year", "allow", { historyDays: 365, requestsPerMinute: 60 });
    await give("A month", "allow", { historyDays: 30, resources: ["assets"], hiddenFields: ["name"] });
    expect(await explain("assets", "download")).toMatchObject({
      isAllowed: false,
      reason: 'The policy "No files" denies it.',
      decidedBy: { id: denying, name: "No files" },
    });
    const read = await explain("assets");
    expect(read).toMatchObject({
      isAllowed: true,
      terms: { rows: null, hidden: ["name"], historyDays: 30, requestsPerMinute: 60, rowsPerMonth: null },
    });
    expect(read.policies.map(({ name, isConcerned }) => [name, isConcerned])).toEqual([
      ["No files", false],
      ["A year", true],
      ["A month", true],
    ]);
  });

  it("fails for a stored row filter with an empty group, which would match every row", async () => {
    const group = { operator: "and", filters: [{ operator: "or", filters: [] }] };
    const broken = await give("Bonds\u202e", "allow", { rowFilter: JSON.stringify(group) });
    await expect(explain("assets")).rejects.toThrow(
      "The access policy “Bonds” cannot be applied: its row filter contains an empty group.",
    );
    await people.db.delete(apiAccessPolicyAssignments).where(eq(apiAccessPolicyAssignments.policyId, broken));
  });

  it("reports that the key has ended, or that no user or key has that name", async () => {
    await revokeApiKey(people, key.id);
    expect(await explain("assets", "read", String(key.id))).toMatchObject({
      isAllowed: false,
      reason: "The key is revoked.",
    });
    await expect(explain("assets", "read", "nobody@example.org")).rejects.toThrow(NotFoundError);
    await expect(explain("nothing")).rejects.toThrow(NotFoundError);
  });
});
