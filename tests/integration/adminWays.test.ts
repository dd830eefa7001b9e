/**
 * Every page, procedure and file of the administration, from the product's own lists: available to an administrator
 * and rejected by the server for everyone else, by any request. A new one fails until its access is listed here.
 */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApiKey } from "#accounts/apiKeys";
import { setFeatureOverride } from "#accounts/features";
import { findOrganization } from "#accounts/organizations";
import { setPlan } from "#accounts/plans";
import { grantAdministrator } from "#accounts/users";
import type { User } from "#domain/people";
import { peopleTables } from "#stores";
import { adminFiles, adminPages, adminProcedures, furtherPages, specifiedPages } from "../support/adminWays";
import { openPeopleSite, type PeopleSite } from "../support/peopleSite";
import { assignPolicies } from "../support/policyHolders";
import type { Visitor } from "../support/visitor";

let site: PeopleSite;
const people = new Map<string, Visitor>();
const visitorOf = (who: string): Visitor => people.get(who) ?? site.stranger();
/** The same person at another network address: files are limited by address. */
function elsewhere(who: string): Visitor {
  const other = site.stranger();
  for (const [name, value] of visitorOf(who).cookies) other.cookies.set(name, value);
  return other;
}
/** The value of `:slug` in the pages of each kind. */
const ids: Record<string, string> = {};

beforeAll(async () => {
  site = await openPeopleSite();
  const { db } = site.people;
  await grantAdministrator(site.people, "root@operator.example", "test");
  people.set("an administrator", await site.signedIn("root@operator.example"));
  people.set("a free account", await site.signedIn("free@customer.example"));
  for (const role of ["owner", "admin"] as const) {
    const email = `${role}@${role}.example`;
    const visitor = await site.signedIn(email);
    const { id } = await findOrganization(site.people, email);
    await setPlan(site.people, {
      organizationId: id,
      plan: "PREMIUM_ALL_ACCESS",
      trialDays: null,
      actor: "t",
    });
    await db
      .update(peopleTables.memberships)
      .set({ role })
      .where(eq(peopleTables.memberships.organizationId, id));
    people.set(`the ${role} of an organization on the largest plan`, visitor);
  }
  const everyFlag = await site.signedIn("flags@customer.example");
  for (const flag of [
    "enable-api-keys",
    "enable-data-downloads",
    "enable-experimental-features",
    "enable-team-self-serve",
  ] as const)
    await setFeatureOverride(site.people, {
      kind: "user",
      subject: "flags@customer.example",
      flag,
      value: true,
      actor: "t",
    });
  people.set("an account with every other flag", everyFlag);
  const viewer = await site.signedIn("root@operator.example");
  const { id: viewed } = (await everyFlag.query("users.getProfile")).data as User;
  await viewer.mutate("administration.viewAs", { userId: viewed });
  people.set("an administrator who views as a user", viewer);
  const suspended = await site.signedIn("suspended@customer.example");
  people.set("somebody whose role was taken", suspended);
  const { id: was } = (await suspended.query("users.getProfile")).data as User;
  const root = visitorOf("an administrator");
  await root.mutate("administration.setRole", { userId: was, role: "ADMIN" });
  expect((await suspended.fetch("/admin/users")).status).toBe(200);
  await root.mutate("administration.setRole", { userId: was, role: "CUSTOMER" });

  const { organizationId } = {
    organizationId: (await findOrganization(site.people, "free@customer.example")).id,
  };
  await assignPolicies(site.people, { organizationId }, [{}]);
  await assignPolicies(site.people, { userId: viewed }, [{}]);
  const { id: keyId } = await createApiKey(site.people, { name: "Partner", organizationId });
  await assignPolicies(site.people, { keyId }, [{}]);
  const first = async (table: { id: unknown }, name: string) => {
    const [row] = await db
      .select()
      .from(table as never)
      .limit(1);
    ids[name] = String((row as { id: unknown } | undefined)?.id ?? "1");
  };
  const tables = peopleTables;
  await first(tables.users, "users");
  await first(tables.organizations, "organizations");
  await first(tables.auditLog, "audit_log");
  await first(tables.apiAccessUserRoles, "api_access_user_roles");
  await first(tables.apiAccessOrgRoles, "api_access_org_roles");
  await first(tables.apiAccessKeyRoles, "api_access_key_roles");
  await first(tables.apiKeys, "api_keys");
  await first(tables.apiAccessPolicyAssignments, "api_access_policy_assignments");
  await first(tables.apiAccessRoles, "api_access_roles");
  await first(tables.apiAccessPolicies, "api_access_policies");
});
afterAll(() => site?.close());

const outsiders = [
  ["a visitor", "sign in"],
  ["a free account", "refused"],
  ["the owner of an organization on the largest plan", "refused"],
  ["the admin of an organization on the largest plan", "refused"],
  ["an account with every other flag", "refused"],
  ["an administrator who views as a user", "refused"],
  ["somebody whose role was taken", "refused"],
] as const;

const addressOf = (path: string) => path.replace(":slug", ids[path.split("/")[2] ?? ""] ?? "1");
/** Other spellings of the URL of a page, which resolve to it or to nothing. */
const waysTo = (path: string) => [
  path,
  `${path}/`,
  `/${path}`,
  `${path}?embed=1`,
  path.replace("/admin", "/%61dmin"),
  path.replace("/admin/", "/admin//"),
  path.replace("/admin", "/./admin"),
  path.toUpperCase(),
];

it("has the pages of the specification, and the further ones listed here", () => {
  expect([...adminPages].sort()).toEqual([...specifiedPages, ...furtherPages].sort());
});

it("has procedures and files to reject", () => {
  expect(adminProcedures.map(({ name }) => name.split(".")[0])).toEqual(
    expect.arrayContaining(["access", "administration", "records"]),
  );
  expect(adminFiles.length).toBeGreaterThan(5);
});

describe("an administrator", () => {
  it.each(adminPages)("opens %s", async (path) => {
    const answer = await visitorOf("an administrator").fetch(addressOf(path));
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toMatch(/no-store/);
  });
  it.each(adminProcedures)("can call $name", async ({ name, isMutation }) => {
    // Called without valid input: permitted callers get an error about the input.
    if (name === "administration.viewAs") return;
    const root = visitorOf("an administrator");
    const { code } = isMutation ? await root.mutate(name, {}) : await root.query(name);
    expect(["FORBIDDEN", "UNAUTHORIZED", "INTERNAL_SERVER_ERROR"]).not.toContain(code);
  });
  it.each(adminFiles)("fetches %s", async (path) => {
    const answer = await visitorOf("an administrator").fetch(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toMatch(/no-store/);
    await answer.body?.cancel();
  });
});

describe.each(outsiders)("%s", (who, answered) => {
  const isVisitor = answered === "sign in";
  it.each(adminPages)("cannot open %s", async (path) => {
    for (const method of ["GET", "HEAD"]) {
      const answer = await visitorOf(who).fetch(addressOf(path), { method });
      expect(answer.status).toBe(isVisitor ? 302 : 403);
      if (isVisitor) expect(answer.headers.get("location")).toMatch(/^\/login\?/);
    }
    // The same for every caller: a URL is parsed in one way.
    const isFirst = who === "a visitor" || who === "a free account";
    for (const way of isFirst ? waysTo(addressOf(path)) : []) {
      const answer = await visitorOf(who).fetch(way);
      expect([way, answer.status]).not.toEqual([way, 200]);
    }
  });

  it.each(adminProcedures)("cannot call $name", async ({ name, isMutation }) => {
    const visitor = visitorOf(who);
    const code = isVisitor ? "UNAUTHORIZED" : "FORBIDDEN";
    for (const input of [undefined, { id: 1, userId: "1", record: "users" }]) {
      const answer = isMutation ? await visitor.mutate(name, input) : await visitor.query(name, input);
      expect(answer).toMatchObject({ code, data: undefined });
    }
    // Batched with others, and by the other method.
    const batch = await visitor.fetch(`/api/trpc/users.getProfile,${name}?batch=1&input=%7B%7D`);
    const answers: unknown = await batch.json();
    const [, refused] = Array.isArray(answers) ? answers : [null, answers];
    expect(refused).not.toHaveProperty("result");
    expect(isMutation ? ["BAD_REQUEST", "METHOD_NOT_SUPPORTED"] : [code]).toContain(refused.error.data.code);
    const other = isMutation ? await visitor.query(name, {}) : await visitor.mutate(name, {});
    expect(other.data).toBeUndefined();
  });

  it.each(adminFiles)("cannot fetch %s", async (path) => {
    const visitor = elsewhere(who);
    for (const way of [path, `${path}/`]) {
      for (const method of ["GET", "HEAD"]) {
        const answer = await visitor.fetch(way, { method });
        expect([way, answer.status]).toEqual([way, isVisitor ? 401 : 403]);
      }
    }
    for (const format of ["xlsx", "ndjson", "parquet"]) {
      const answer = await visitor.fetch(path.replace(".csv", `.${format}`));
      expect([401, 403, 404]).toContain(answer.status);
    }
  });
});
