/** Administration of users and organizations over RPC; runs over both PostgreSQL engines. */
import { and, desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApiKey } from "#accounts/apiKeys";
import { setPlan } from "#accounts/plans";
import { grantAdministrator } from "#accounts/users";
import type { User } from "#domain/people";
import { peopleTables } from "#stores";
import type { PeopleSite } from "./peopleSite";
import type { Visitor } from "./visitor";

const { auditLog, sessions } = peopleTables;

interface UserFile {
  suspendedAt: string | null;
  isCaller: boolean;
  features: { flag: string; value: boolean; origin: string }[];
  memberships: { organizationId: string; role: string; plan: string }[];
  sessions: { id: string }[];
  apiKeys: { id: number; revokedAt: string | null }[];
}

interface OrganizationFile {
  suspendedAt: string | null;
  plan: { set: string; counts: string };
  features: { flag: string; value: boolean; origin: string }[];
  members: { userId: string; role: string }[];
  invitations: { id: string; email: string }[];
  usage: { month: string; requests: number }[];
}

let counter = 0;
const someone = () => {
  counter += 1;
  return `customer@client${counter}.example`;
};

export function describeAdministration(open: () => Promise<PeopleSite>): void {
  let site: PeopleSite;
  let admin: Visitor;
  let adminId: string;
  beforeAll(async () => {
    site = await open();
    await grantAdministrator(site.people, "root@operator.example", "test");
    admin = await site.signedIn("root@operator.example");
    adminId = (await me(admin)).id;
  });
  afterAll(() => site.close());

  const me = async (visitor: Visitor) => (await visitor.query("users.getProfile")).data as User;
  const customer = async () => {
    const email = someone();
    const visitor = await site.signedIn(email);
    const { id, organization } = await me(visitor);
    return { email, visitor, id, organizationId: organization?.id ?? "" };
  };
  const userFile = async (userId: string) =>
    (await admin.query("administration.user", { userId })).data as UserFile;
  const organizationFile = async (organizationId: string) =>
    (await admin.query("administration.organization", { organizationId })).data as OrganizationFile;
  const lastEntry = async (subject: string) => {
    const [entry] = await site.people.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subject, subject))
      .orderBy(desc(auditLog.id))
      .limit(1);
    return entry;
  };
  const keyOf = async (owner: { id: string; organizationId: string }) => {
    await setPlan(site.people, {
      organizationId: owner.organizationId,
      plan: "PREMIUM_ALL_ACCESS",
      trialDays: null,
      actor: "test",
    });
    return createApiKey(site.people, { name: "k", userId: owner.id, organizationId: owner.organizationId });
  };
  const withKey = (key: string) =>
    site.stranger().fetch("/api/v4/networks", { headers: { authorization: `Bearer ${key}` } });
  /** Waits until the cached lookup of the key expires. */
  const untilKeyIs = async (key: string, status: number) => {
    await expect.poll(async () => (await withKey(key)).status, { timeout: 60_000 }).toBe(status);
  };

  describe("suspending a user", () => {
    it("ends their sessions and rejects their sign-ins until they are restored", async () => {
      const { email, visitor, id } = await customer();
      expect(
        (await admin.mutate("administration.suspendUser", { userId: id, isSuspended: true })).status,
      ).toBe(200);
      expect((await me(visitor)).id).toBe("");
      expect((await userFile(id)).suspendedAt).not.toBeNull();
      await expect(site.signedIn(email)).rejects.toThrow("was not signed in");
      await admin.mutate("administration.suspendUser", { userId: id, isSuspended: false });
      expect((await me(await site.signedIn(email))).email).toBe(email);
    });

    it("suspends the keys that they created, and restores them with the user", async () => {
      const owner = await customer();
      const { key } = await keyOf(owner);
      expect((await withKey(key)).status).toBe(200);
      await admin.mutate("administration.suspendUser", { userId: owner.id, isSuspended: true });
      await untilKeyIs(key, 403);
      await admin.mutate("administration.suspendUser", { userId: owner.id, isSuspended: false });
      await untilKeyIs(key, 200);
    });

    it("suspends keys retained by the organization while their creator is a member", async () => {
      const owner = await customer();
      const { key, id } = await keyOf(owner);
      expect((await owner.visitor.mutate("apiKeys.hold", { id, heldBy: "organization" })).status).toBe(200);
      expect((await withKey(key)).status).toBe(200);
      await admin.mutate("administration.suspendUser", { userId: owner.id, isSuspended: true });
      await untilKeyIs(key, 403);
    });

    it("voids the invitations that they sent", async () => {
      const host = await customer();
      await grantAdministrator(site.people, "third@operator.example", "test");
      const third = await site.signedIn("third@operator.example");
      const invited = someone();
      const { organizationId } = host;
      await third.mutate("administration.invite", { organizationId, email: invited, role: "owner" });
      const guest = await site.signedIn(invited);
      const received = async () =>
        ((await guest.query("organizations.get")).data as { invitations: { id: string }[] }).invitations;
      const [invitation] = await received();
      expect(invitation).toBeDefined();
      await admin.mutate("administration.suspendUser", { userId: (await me(third)).id, isSuspended: true });
      expect(await received()).toEqual([]);
      const answer = await guest.mutate("organizations.acceptInvitation", { id: invitation?.id });
      expect(answer.code).toBe("NOT_FOUND");
    });

    it("is rejected for oneself, and audited once however often it is repeated", async () => {
      const answer = await admin.mutate("administration.suspendUser", { userId: adminId, isSuspended: true });
      expect(answer.code).toBe("PRECONDITION_FAILED");
      const { id } = await customer();
      for (let time = 0; time < 2; time += 1) {
        await admin.mutate("administration.suspendUser", { userId: id, isSuspended: true });
      }
      const entries = await site.people.db
        .select()
        .from(auditLog)
        .where(and(eq(auditLog.subject, id), eq(auditLog.action, "suspend user")));
      expect(entries).toMatchObject([{ actor: adminId, actorUserId: adminId }]);
    });
  });

  describe("suspending an organization", () => {
    it("reduces its plan to the free one and suspends its keys, and restoring it restores both", async () => {
      const owner = await customer();
      const { key } = await keyOf(owner);
      const suspend = (isSuspended: boolean) =>
        admin.mutate("administration.suspendOrganization", {
          organizationId: owner.organizationId,
          isSuspended,
        });
      await admin.mutate("administration.setFlag", {
        kind: "organization",
        subject: owner.organizationId,
        flag: "enable-experimental-features",
        value: true,
      });
      await suspend(true);
      await untilKeyIs(key, 403);
      const suspended = await me(owner.visitor);
      expect(suspended.organization?.plan.type).toBe("FREE");
      expect(suspended.features["enable-api-keys"]).toBe(false);
      expect(suspended.features["enable-experimental-features"]).toBe(false);
      expect(
        Object.fromEntries((await userFile(owner.id)).features.map(({ flag, value }) => [flag, value])),
        "the administrator is shown the flags that the user has",
      ).toEqual(suspended.features);
      expect(await lastEntry(owner.organizationId)).toMatchObject({
        action: "suspend organization",
        subjectKind: "organization",
      });
      expect((await organizationFile(owner.organizationId)).plan).toMatchObject({
        set: "PREMIUM_ALL_ACCESS",
        counts: "FREE",
      });
      await suspend(false);
      await untilKeyIs(key, 200);
      expect((await me(owner.visitor)).features["enable-api-keys"]).toBe(true);
    });
  });

  describe("viewing as a user", () => {
    it("shows what the user sees, changes nothing, and is audited from start to end", async () => {
      const { id, email, visitor } = await customer();
      const { id: watched } = site.catalog.assets[0] ?? { id: 0 };
      await visitor.mutate("watchlist.add", { kind: "asset", id: watched });
      const viewer = await site.signedIn("root@operator.example");
      await viewer.mutate("administration.viewAs", { userId: id });
      const seen = await me(viewer);
      expect(seen).toMatchObject({ id, email, viewed_by: "root@operator.example" });
      const refused = await viewer.mutate("users.updateName", { name: "Somebody else" });
      expect(refused).toMatchObject({
        code: "FORBIDDEN",
        message: `You are viewing as ${email}, read-only. Stop viewing to make changes.`,
      });
      expect((await viewer.query("userSettings.exportAccount")).code).toBe("FORBIDDEN");
      expect((await viewer.query("administration.user", { userId: id })).code).toBe("FORBIDDEN");
      expect((await viewer.query("plan.get")).status).toBe(200);
      expect((await viewer.query("watchlist.get")).data).toEqual({ items: [], since: null });
      expect((await visitor.query("watchlist.get")).data).toMatchObject({ items: [{ id: watched }] });
      expect(await lastEntry(id)).toMatchObject({ action: "start viewing as user", actor: adminId });
      await viewer.mutate("administration.stopViewingAs");
      const own = await me(viewer);
      expect(own.email).toBe("root@operator.example");
      expect(own).not.toHaveProperty("viewed_by");
      expect(await lastEntry(id)).toMatchObject({ action: "stop viewing as user", actor: adminId });
    });

    it("ends after its time limit, or with the administrator's role", async () => {
      const { id } = await customer();
      const other = await site.signedIn("second@operator.example");
      await grantAdministrator(site.people, "second@operator.example", "test");
      const { id: otherId } = await me(other);
      await other.mutate("administration.viewAs", { userId: id });
      expect((await me(other)).id).toBe(id);
      await admin.mutate("administration.setRole", { userId: otherId, role: "CUSTOMER" });
      expect((await me(other)).id).toBe(otherId);
      // An administrator whose role was restored starts with their own pages.
      await admin.mutate("administration.setRole", { userId: otherId, role: "ADMIN" });
      expect((await me(other)).id).toBe(otherId);
      await other.mutate("administration.viewAs", { userId: id });
      expect((await me(other)).id).toBe(id);
      await site.people.db
        .update(sessions)
        .set({ viewedUntil: new Date(Date.now() - 1000) })
        .where(eq(sessions.viewedUserId, id));
      expect((await me(other)).id).toBe(otherId);
    });

    it("is rejected for other administrators and for users who are not administrators", async () => {
      expect((await admin.mutate("administration.viewAs", { userId: adminId })).code).toBe("FORBIDDEN");
      const { visitor, id } = await customer();
      expect((await visitor.mutate("administration.viewAs", { userId: adminId })).code).toBe("FORBIDDEN");
      expect((await site.stranger().mutate("administration.viewAs", { userId: id })).code).toBe(
        "UNAUTHORIZED",
      );
    });
  });

  describe("what an administrator sees and changes", () => {
    it("reports the deciding rule of each flag", async () => {
      const owner = await customer();
      await keyOf(owner);
      await admin.mutate("administration.setFlag", {
        kind: "organization",
        subject: owner.organizationId,
        flag: "enable-data-downloads",
        value: false,
      });
      await admin.mutate("administration.setFlag", {
        kind: "user",
        subject: owner.id,
        flag: "enable-inline-onboarding",
        value: false,
      });
      const origins = Object.fromEntries(
        (await userFile(owner.id)).features.map(({ flag, value, origin }) => [flag, [value, origin]]),
      );
      expect(origins).toEqual({
        "enable-data-downloads": [false, "organization override"],
        "enable-api-keys": [true, "plan"],
        "enable-admin-tools": [false, "default"],
        "enable-experimental-features": [true, "plan"],
        "enable-team-self-serve": [true, "plan"],
        "enable-inline-onboarding": [false, "user override"],
      });
      expect((await userFile(adminId)).features).toContainEqual({
        flag: "enable-admin-tools",
        value: true,
        origin: "role",
      });
      expect(await lastEntry(owner.id)).toMatchObject({
        before: { "enable-inline-onboarding": null },
        after: { "enable-inline-onboarding": false },
      });
    });

    it("puts an organization on a plan, with before and after in the audit log", async () => {
      const { organizationId } = await customer();
      const change = { organizationId, plan: "TRIAL", trialDays: 7 };
      expect((await admin.mutate("administration.setPlan", change)).status).toBe(200);
      expect((await organizationFile(organizationId)).plan).toMatchObject({ set: "TRIAL", counts: "TRIAL" });
      expect(await lastEntry(organizationId)).toMatchObject({
        actor: adminId,
        before: { plan: "FREE", trialEndsAt: null },
        after: { plan: "TRIAL" },
      });
      const wrong = await admin.mutate("administration.setPlan", { ...change, plan: "PREMIUM" });
      expect(wrong).toMatchObject({ code: "BAD_REQUEST", problems: [{ path: "trialDays" }] });
    });

    it("ends one session of a user, then all of them", async () => {
      const { id, email } = await customer();
      await site.signedIn(email);
      await site.signedIn(email);
      const [first] = (await userFile(id)).sessions;
      await admin.mutate("administration.endSessions", { userId: id, sessionId: first?.id });
      expect((await userFile(id)).sessions).toHaveLength(2);
      await admin.mutate("administration.endSessions", { userId: id, sessionId: null });
      expect((await userFile(id)).sessions).toHaveLength(0);
    });

    it("changes roles in an organization the administrator does not belong to, which keeps an owner", async () => {
      const { id, organizationId } = await customer();
      const member = { organizationId, userId: id };
      const alone = await admin.mutate("administration.changeMemberRole", { ...member, role: "member" });
      expect(alone.code).toBe("PRECONDITION_FAILED");
      const invited = someone();
      await admin.mutate("administration.invite", { organizationId, email: invited, role: "owner" });
      expect((await organizationFile(organizationId)).invitations).toMatchObject([{ email: invited }]);
      const colleague = await site.signedIn(invited);
      const received = (await colleague.query("organizations.get")).data as { invitations: { id: string }[] };
      await colleague.mutate("organizations.acceptInvitation", { id: received.invitations[0]?.id });
      expect((await admin.mutate("administration.removeMember", member)).status).toBe(200);
      expect((await organizationFile(organizationId)).members.map(({ role }) => role)).toEqual(["owner"]);
    });

    it("revokes a key, and counts the requests that it made", async () => {
      const owner = await customer();
      const { id, key } = await keyOf(owner);
      await withKey(key);
      await withKey(key);
      expect((await organizationFile(owner.organizationId)).usage).toMatchObject([{ requests: 2 }]);
      await admin.mutate("administration.revokeKey", { id });
      expect((await withKey(key)).status).toBe(401);
      expect((await userFile(owner.id)).apiKeys[0]?.revokedAt).not.toBeNull();
    });

    it("reports an id that matches no user", async () => {
      const userId = "00000000-0000-4000-8000-000000000000";
      expect((await admin.query("administration.user", { userId })).code).toBe("NOT_FOUND");
      expect((await admin.query("administration.user", { userId: "7" })).code).toBe("NOT_FOUND");
      expect((await admin.query("administration.organization", { organizationId: userId })).code).toBe(
        "NOT_FOUND",
      );
      const suspended = await admin.mutate("administration.suspendUser", { userId, isSuspended: true });
      expect(suspended.code).toBe("NOT_FOUND");
    });

    it("revokes the role of administrator from others but not from oneself", async () => {
      const own = await admin.mutate("administration.setRole", { userId: adminId, role: "CUSTOMER" });
      expect(own.code).toBe("PRECONDITION_FAILED");
      const flag = { kind: "user", subject: adminId, flag: "enable-admin-tools", value: false };
      expect((await admin.mutate("administration.setFlag", flag)).code).toBe("PRECONDITION_FAILED");
    });

    it("leaves one administrator if two revoke each other's role at once", async () => {
      const [first, second] = await Promise.all(
        ["fourth@operator.example", "fifth@operator.example"].map(async (email) => {
          await grantAdministrator(site.people, email, "test");
          const visitor = await site.signedIn(email);
          return { visitor, id: (await me(visitor)).id };
        }),
      );
      const answers = await Promise.all([
        first?.visitor.mutate("administration.setRole", { userId: second?.id, role: "CUSTOMER" }),
        second?.visitor.mutate("administration.suspendUser", { userId: first?.id, isSuspended: true }),
      ]);
      // The second request may come after its sign-out.
      expect(answers.map((answer) => answer?.status).sort()).toEqual([200, expect.toBeOneOf([401, 403])]);
    });

    it("rejects records that break the rules of their kind, by field, on creation and on update", async () => {
      const policy = { name: "No loans", effect: "deny", resources: ["loans"], actions: ["read"] };
      const record = "api_access_policies";
      const wrong = { ...policy, historyDays: 30, rowFilter: "{" };
      const rejection = {
        code: "BAD_REQUEST",
        problems: [{ path: "rowFilter" }, { path: "historyDays" }, { path: "rowFilter" }],
      };
      expect(await admin.mutate("records.create", { record, values: wrong })).toMatchObject(rejection);
      const made = await admin.mutate("records.create", { record, values: policy });
      const { id } = made.data as { id: number };
      expect(await admin.mutate("records.edit", { record, id, values: wrong })).toMatchObject(rejection);
    });

    it("describes invalid input", async () => {
      const list = (record: string, query: object) => admin.query("records.list", { record, query });
      const filter = (field: string, operator: string, value: unknown) => ({
        filter: { field, operator, value },
      });
      for (const [record, query] of [
        ["api_access_policies", filter("historyDays", "equals", 9_007_199_254_740_991)],
        ["audit_log", filter("at", "after", "+275760-09-13")],
        ["audit_log", filter("at", "after", "-000001-01-01")],
        ["users", filter("email", "equals", "a\0b")],
      ] as const) {
        expect([query, (await list(record, query)).code]).toEqual([query, "BAD_REQUEST"]);
      }
      expect((await list("users", filter("email", "like", "a\\"))).status).toBe(200);
      expect((await list("users", { search: "\0" })).status).toBe(200);
      const id = "abc";
      const depending = await admin.query("records.dependants", { record: "api_access_policies", id });
      expect(depending.code).toBe("NOT_FOUND");
      const denied = { who: "a\0", resource: "assets", action: "read" };
      expect((await admin.query("access.explain", denied)).code).toBe("BAD_REQUEST");
    });
  });

  describe("exports for administrators", () => {
    const fileOf = (visitor: Visitor, name: string, query = {}) =>
      visitor.fetch(`/export/records/${name}.csv?${new URLSearchParams({ query: JSON.stringify(query) })}`);

    it("include the audit log as a file, with actor, target and values before and after", async () => {
      const { organizationId } = await customer();
      await admin.mutate("administration.setPlan", { organizationId, plan: "PREMIUM", trialDays: null });
      const filter = { operator: "equals", field: "subject", value: organizationId };
      const response = await fileOf(admin, "audit_log", { filter });
      expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
      expect(response.headers.get("content-disposition")).toBe(
        'attachment; filename="records-audit_log.csv"',
      );
      const lines = (await response.text()).trim().split("\n");
      expect(lines[0]).toBe(
        "id,at,action,actorUserId,actorUserId name,actor,subjectKind,subject,detail,before,after",
      );
      expect(lines).toHaveLength(2);
      expect(lines[1]).toContain(`,set plan,${adminId},root@operator.example,${adminId},organization,`);
      expect(lines[1]).toContain('"{""plan"":""FREE"",""trialEndsAt"":null}"');
    });

    it("include messages of the contact form, without spreadsheet formulas", async () => {
      await site.stranger().mutate("contact.send", {
        topic: "plan",
        name: "=HYPERLINK(1)",
        email: "ada@reader.example",
        company: "Reader",
        message: "Hello.",
      });
      const list = (await admin.query("records.list", { record: "contact_requests", query: {} })).data;
      expect(list).toMatchObject({ records: [{ values: { topic: "plan", company: "Reader" } }] });
      expect(await (await fileOf(admin, "contact_requests")).text()).toContain("'=HYPERLINK(1)");
    });

    it("omit deleted messages, also in the audit log", async () => {
      const list = (await admin.query("records.list", { record: "contact_requests", query: {} })).data as {
        records: { id: string }[];
      };
      const id = list.records[0]?.id ?? "";
      expect(
        (await admin.mutate("records.delete", { record: "contact_requests", id, dependants: 0 })).status,
      ).toBe(200);
      expect((await lastEntry(id))?.before).toEqual({ at: expect.any(String), topic: "plan" });
    });

    it("are rejected for everyone else, and exist for certain kinds of record only", async () => {
      const { visitor } = await customer();
      expect((await fileOf(visitor, "audit_log")).status).toBe(403);
      expect((await fileOf(site.stranger(), "audit_log")).status).toBe(401);
      expect((await admin.fetch("/export/records/users.xlsx")).status).not.toBe(200);
      expect((await admin.fetch("/export/records/sessions.csv")).status).toBe(404);
      expect(
        (
          await admin.query("records.list", {
            record: "audit_log",
            query: { sort: { field: "before", direction: "asc" } },
          })
        ).code,
      ).toBe("BAD_REQUEST");
    });
  });

  it("keeps the audit log append-only", async () => {
    const change = site.people.db.update(auditLog).set({ actor: "nobody" });
    await expect(change.then(() => "changed")).rejects.toMatchObject({
      cause: { message: expect.stringContaining("rows of audit_log are only ever added") },
    });
    await expect(site.people.db.delete(auditLog).then(() => "gone")).rejects.toThrow();
  });
}
