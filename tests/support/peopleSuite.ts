/** The features for people over RPC; runs over both PostgreSQL engines. */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listContactRequests } from "#accounts/contact";
import { setFeatureOverride } from "#accounts/features";
import { forgetExpired } from "#accounts/maintenance";
import { findOrganization, joinOrganization } from "#accounts/organizations";
import { setPlan } from "#accounts/plans";
import { inviteMember } from "#accounts/team";
import { readUser } from "#accounts/users";
import { noteVisit, visitBefore } from "#accounts/watchlist";
import { appRouter } from "#api";
import { anonymousUser, type User, WATCHLIST_LIMIT, type Watchlist } from "#domain/people";
import { pagePermissions, procedurePermission } from "#domain/screens";
import {
  accessTo,
  type FeatureFlag,
  featureFlagDefaults,
  type PlanType,
  permissionGrants,
} from "#domain/vocabulary";
import { peopleTables, storeProblem } from "#stores";
import { openPeopleSite, origin, type PeopleSite } from "./peopleSite";
import type { RpcResponse, Visitor } from "./visitor";

interface Team {
  role: string;
  canManage: boolean;
  members: { userId: string; email: string; role: string; isCaller: boolean }[];
  invitations: { id: string; email: string; role: string }[];
}

/** Recipient of messages of the contact form. */
const DESK = "desk@cadastre.example";

let counter = 0;
/** A user of a firm without other members. */
const someone = () => {
  counter += 1;
  return `person@firm${counter}.example`;
};

/**
 * @param part `all`, or only what depends on the store: rows written, read, counted and deleted, and the order of
 * concurrent writes
 */
export function describePeople(
  open: () => Promise<{ site: PeopleSite; close: () => Promise<void> }>,
  part: "all" | "of the store" = "all",
): void {
  let site: PeopleSite;
  let close: () => Promise<void>;
  /**
   * Behaviour above the store: invalid input, permissions by plan and flag, headers, names of errors, forms. It reads
   * people with statements that the other tests run on both stores, and cannot differ between them for another
   * reason.
   */
  const aboveTheStore = (describeThese: () => void) => {
    if (part === "all") describeThese();
  };
  beforeAll(async () => {
    ({ site, close } = await open());
  });
  afterAll(() => close());

  const me = async (visitor: Visitor) => (await visitor.query("users.getProfile")).data as User;
  const onPlan = async (email: string, plan: PlanType, trialDays: number | null = null) => {
    const { id } = await findOrganization(site.people, email);
    await setPlan(site.people, { organizationId: id, plan, trialDays, actor: "test" });
  };
  interface Organizations {
    organizations: { id: string; name: string; role: string; isCurrent: boolean }[];
    invitations: { id: string; organizationName: string; role: string; invitedBy: string }[];
    domainOrganization: { domain: string; state: string } | null;
    requests: { id: string; organizationId: string; email: string }[];
  }
  const organizationsOf = async (visitor: Visitor) =>
    (await visitor.query("organizations.get")).data as Organizations;
  /** Signs in a colleague who requests to join and is accepted. */
  const letIn = async (owner: Visitor, email: string): Promise<Visitor> => {
    const colleague = await site.signedIn(email);
    await colleague.mutate("organizations.requestToJoin");
    const request = (await organizationsOf(owner)).requests.find((entry) => entry.email === email);
    const answer = await owner.mutate("organizations.answerRequest", {
      organizationId: request?.organizationId,
      id: request?.id,
      accept: true,
    });
    expect(answer.status).toBe(200);
    return colleague;
  };
  /** Accepts the latest invitation of a visitor. */
  const accept = async (visitor: Visitor) => {
    const [invitation] = (await organizationsOf(visitor)).invitations;
    return visitor.mutate("organizations.acceptInvitation", { id: invitation?.id });
  };
  const withFlag = (email: string, flag: FeatureFlag, value = true) =>
    setFeatureOverride(site.people, { kind: "user", subject: email, flag, value, actor: "test" });

  describe("the profile", () => {
    it("has a blank id and no user for an anonymous visitor", async () => {
      expect(await me(site.stranger())).toEqual(anonymousUser);
    });

    it("carries every field of the specification", async () => {
      const email = someone();
      const user = await me(await site.signedIn(email));
      expect(Object.keys(user).sort()).toEqual(
        [
          "id",
          "name",
          "email",
          "emailVerified",
          "image",
          "role",
          "organization",
          "profile",
          "preferences",
          "memberships",
          "features",
          "intercom_hmac",
        ].sort(),
      );
      expect(user).toMatchObject({
        email,
        role: "CUSTOMER",
        organization: { domain: email.split("@")[1], scope: "domain", plan: { type: "FREE" } },
        preferences: { darkMode: null },
        features: featureFlagDefaults,
        intercom_hmac: null,
      });
      expect(user.organization?.plan.organization_id).toBe(user.organization?.id);
      expect(Date.parse(user.emailVerified ?? "")).toBeGreaterThan(Date.now() - 60_000);
    });

    it("stores what the onboarding form sends and keeps the rest unchanged", async () => {
      const visitor = await site.signedIn(someone());
      await visitor.mutate("userSettings.updateProfile", { profile: { occupation: "Analyst" } });
      const answer = await visitor.mutate("userSettings.updateProfile", {
        profile: {
          company: "  Firm  ",
          companyType: "Media",
          acquisitionChannel: "Search Engine",
          shouldReceiveMarketing: false,
        },
      });
      expect(answer.status).toBe(200);
      expect((await me(visitor)).profile).toEqual({
        company: "Firm",
        companyType: "Media",
        occupation: "Analyst",
        acquisitionChannel: "Search Engine",
        assetClassInterests: [],
        shouldReceiveMarketing: false,
      });
    });

    aboveTheStore(() => {
      it("rejects unknown options, and names them", async () => {
        const visitor = await site.signedIn(someone());
        const answer = await visitor.mutate("userSettings.updateProfile", {
          profile: { companyType: "Pirate" },
        });
        expect(answer).toMatchObject({ status: 400, code: "BAD_REQUEST" });
        expect(answer.message).toContain("companyType");
        expect((await me(visitor)).profile.companyType).toBe("");
      });

      it("accepts a name, trimmed, and rejects an empty one", async () => {
        const visitor = await site.signedIn(someone());
        expect((await visitor.mutate("users.updateName", { name: " Ada L. " })).data).toMatchObject({
          name: "Ada L.",
        });
        expect((await visitor.mutate("users.updateName", { name: "  " })).code).toBe("BAD_REQUEST");
        expect((await me(visitor)).name).toBe("Ada L.");
      });
    });

    it("stores the theme", async () => {
      const visitor = await site.signedIn(someone());
      await visitor.mutate("userSettings.updatePreferences", { darkMode: true });
      expect((await me(visitor)).preferences).toEqual({ darkMode: true });
      await visitor.mutate("userSettings.updatePreferences", { darkMode: null });
      expect((await me(visitor)).preferences).toEqual({ darkMode: null });
    });
  });

  describe("sessions", () => {
    it("are listed, ended one by one, and ended everywhere else", async () => {
      const email = someone();
      const [first, second, third] = [
        await site.signedIn(email),
        await site.signedIn(email),
        await site.signedIn(email),
      ];
      const listed = (await first.query("userSettings.sessions")).data as {
        id: string;
        isCurrent: boolean;
        networkAddress: string;
      }[];
      expect(listed).toHaveLength(3);
      const own = listed.find((session) => session.isCurrent);
      expect(own?.networkAddress).toBe(first.networkAddress);
      const other = listed.find((session) => session.networkAddress === second.networkAddress);
      await first.mutate("userSettings.endSession", { id: other?.id });
      expect((await me(second)).id).toBe("");
      expect((await me(third)).email).toBe(email);
      await first.mutate("userSettings.endOtherSessions");
      expect((await me(third)).id).toBe("");
      expect((await me(first)).email).toBe(email);
    });

    it("of other users cannot be ended", async () => {
      const [mine, theirs] = [await site.signedIn(someone()), await site.signedIn(someone())];
      const [session] = (await theirs.query("userSettings.sessions")).data as { id: string }[];
      await mine.mutate("userSettings.endSession", { id: session?.id });
      expect((await me(theirs)).id).not.toBe("");
    });

    it("can be extended and named over the session endpoint", async () => {
      const visitor = await site.signedIn(someone());
      const update = async (data: object, csrfToken: string) => {
        const response = await visitor.fetch("/api/auth/session", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ csrfToken, data }),
        });
        return (await response.json()) as { user?: { name: string | null } };
      };
      const token = await visitor.csrfToken();
      expect((await update({ name: "Grace" }, token)).user?.name).toBe("Grace");
      expect((await me(visitor)).name).toBe("Grace");
      await update({ role: "ADMIN", id: "other" }, token);
      expect((await me(visitor)).role).toBe("CUSTOMER");
      await update({ name: "Forged" }, "forged");
      expect((await me(visitor)).name).toBe("Grace");
    });
  });

  aboveTheStore(() => {
    describe("authorization", () => {
      const procedures = Object.keys(appRouter._def.procedures);

      it("has an entry in the matrix for every procedure", () => {
        expect(procedures.filter((name) => procedurePermission(name) === null)).toEqual([]);
      });

      it("rejects every procedure that is not public for an anonymous visitor", async () => {
        const stranger = site.stranger();
        for (const name of procedures) {
          if (procedurePermission(name) === "public") continue;
          const definition = Reflect.get(appRouter._def.procedures, name) as { _def: { type: string } };
          const answer =
            definition._def.type === "mutation"
              ? await stranger.mutate(name, {})
              : await stranger.query(name);
          expect(answer, name).toMatchObject({ status: 401, code: "UNAUTHORIZED" });
        }
      });

      it.each([
        ["FREE", { team: false, apiKeys: false }],
        ["PREMIUM", { team: true, apiKeys: false }],
        ["PREMIUM_DATA_DOWNLOADS", { team: false, apiKeys: false }],
        ["PREMIUM_ALL_ACCESS", { team: true, apiKeys: true }],
      ] as const)("follows the plan %s", async (plan, allowed) => {
        const email = someone();
        const visitor = await site.signedIn(email);
        await onPlan(email, plan);
        const invited = await visitor.mutate("team.invite", { email: someone() });
        expect(invited.code).toBe(allowed.team ? undefined : "FORBIDDEN");
        expect((await visitor.query("apiKeys.list")).code).toBe(allowed.apiKeys ? undefined : "FORBIDDEN");
      });

      it("serves every page by the matrix: sign in, forbidden, allowed", async () => {
        const email = someone();
        const [stranger, customer] = [site.stranger(), await site.signedIn(email)];
        for (const [pattern, permission] of Object.entries(pagePermissions)) {
          const path = pattern.replace("*", "x");
          const user = await me(customer);
          const expected = accessTo(permission, user) === "allowed" ? 200 : 403;
          expect((await customer.fetch(path)).status, path).toBe(expected);
          const led = await stranger.fetch(`${path}?a=1`);
          expect(led.status, path).toBe(302);
          expect(led.headers.get("location"), path).toBe(
            `/login?${new URLSearchParams({ error: "SessionRequired", callbackUrl: `${path}?a=1` })}`,
          );
        }
        for (const [pattern, permission] of Object.entries(pagePermissions)) {
          const { flag } = permissionGrants[permission];
          if (flag !== null) await withFlag(email, flag);
          expect((await customer.fetch(pattern.replace("*", "x"))).status, pattern).toBe(200);
        }
      });

      it("keeps public pages open", async () => {
        for (const path of ["/", "/stablecoins", "/platforms", "/networks", "/assets/ousg"]) {
          expect((await site.stranger().fetch(path)).status).toBe(200);
        }
      });

      it("gates experimental resources over RPC", async () => {
        const email = someone();
        const customer = await site.signedIn(email);
        const read = (visitor: Visitor) => visitor.query("market.table", { resource: "loans" });
        expect((await read(site.stranger())).code).toBe("UNAUTHORIZED");
        expect((await read(customer)).code).toBe("FORBIDDEN");
        await withFlag(email, "enable-experimental-features");
        expect((await read(customer)).code).not.toBe("FORBIDDEN");
      });
    });

    describe("a change requested by another site", () => {
      it.each([{ "sec-fetch-site": "cross-site" }, { "sec-fetch-site": "same-site" }])(
        "is rejected: %o",
        async (headers) => {
          const visitor = await site.signedIn(someone());
          const answer = await visitor.mutate("users.updateName", { name: "Forged" }, headers);
          expect(answer).toMatchObject({ status: 403, code: "FORBIDDEN" });
          expect((await me(visitor)).name).toBeNull();
        },
      );

      it("is rejected by its origin if the browser sends nothing else", async () => {
        const visitor = await site.signedIn(someone());
        const ask = async (from: string) =>
          visitor.fetch("/api/trpc/users.updateName", {
            method: "POST",
            body: JSON.stringify({ name: "Forged" }),
            headers: { "content-type": "application/json", origin: from },
          });
        for (const from of ["https://evil.example", "null", `${origin}.evil.example`]) {
          expect((await ask(from)).status).toBe(403);
        }
        expect((await ask(origin)).status).toBe(200);
      });

      it("does not happen by a link", async () => {
        const visitor = await site.signedIn(someone());
        expect((await visitor.query("users.updateName", { name: "Forged" })).code).toBe(
          "METHOD_NOT_SUPPORTED",
        );
        expect((await me(visitor)).name).toBeNull();
      });
    });

    describe("RPC errors", () => {
      it("have the codes of the specification", async () => {
        const visitor = await site.signedIn(someone());
        const raw = (body: string) =>
          visitor.fetch("/api/trpc/users.updateName", {
            method: "POST",
            body,
            headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
          });
        const codeOf = async (response: Response) =>
          ((await response.json()) as { error: { data: { code: string } } }).error.data.code;
        expect(await codeOf(await raw("{not json"))).toBe("PARSE_ERROR");
        expect(await codeOf(await raw(JSON.stringify({ name: "x".repeat(1_100_000) })))).toBe(
          "PAYLOAD_TOO_LARGE",
        );
        expect((await visitor.query("users.nothing")).code).toBe("NOT_FOUND");
        expect((await visitor.mutate("userSettings.deleteAccount", { confirmation: "no" })).code).toBe(
          "UNPROCESSABLE_CONTENT",
        );
      });

      it("have no stack", async () => {
        const response = await site.stranger().fetch("/api/trpc/users.nothing");
        expect(await response.text()).not.toMatch(/stack|node_modules/);
      });
    });
  });

  describe("a team", () => {
    /** Three colleagues on a plan with a team. */
    async function colleagues() {
      counter += 1;
      const emails = ["owner", "admin", "member"].map((name) => `${name}@team${counter}.example`);
      const owner = await site.signedIn(emails[0] ?? "");
      const admin = await letIn(owner, emails[1] ?? "");
      const member = await letIn(owner, emails[2] ?? "");
      await onPlan(emails[0] ?? "", "PREMIUM");
      const idOf = async (visitor: Visitor) => (await me(visitor)).id;
      await owner.mutate("team.changeRole", { userId: await idOf(admin), role: "admin" });
      return { owner, admin, member, idOf, domain: `team${counter}.example` };
    }
    const team = async (visitor: Visitor) => (await visitor.query("team.get")).data as Team;

    it("shows its members to each of them", async () => {
      const { owner, member, domain } = await colleagues();
      const seen = await team(member);
      expect(seen.members.map((m) => [m.email, m.role, m.isCaller])).toEqual([
        [`owner@${domain}`, "owner", false],
        [`admin@${domain}`, "admin", false],
        [`member@${domain}`, "member", true],
      ]);
      expect(seen.canManage).toBe(false);
      expect((await team(owner)).canManage).toBe(true);
    });

    it("is managed by owners and admins only, and owners by owners only", async () => {
      const { owner, admin, member, idOf } = await colleagues();
      const [ownerId, adminId, memberId] = [await idOf(owner), await idOf(admin), await idOf(member)];
      const code = async (visitor: Visitor, procedure: string, input: object) =>
        (await visitor.mutate(procedure, input)).code;
      expect(await code(member, "team.changeRole", { userId: memberId, role: "owner" })).toBe("FORBIDDEN");
      expect(await code(member, "team.removeMember", { userId: adminId })).toBe("FORBIDDEN");
      expect(await code(member, "team.invite", { email: someone() })).toBe("FORBIDDEN");
      expect(await code(admin, "team.changeRole", { userId: adminId, role: "owner" })).toBe("FORBIDDEN");
      expect(await code(admin, "team.changeRole", { userId: ownerId, role: "member" })).toBe("FORBIDDEN");
      expect(await code(admin, "team.removeMember", { userId: ownerId })).toBe("FORBIDDEN");
      expect(await code(admin, "team.invite", { email: someone(), role: "owner" })).toBe("FORBIDDEN");
      expect(await code(admin, "team.removeMember", { userId: memberId })).toBeUndefined();
    });

    it("never loses its last owner", async () => {
      const { owner, admin, idOf } = await colleagues();
      const ownerId = await idOf(owner);
      for (const [procedure, input] of [
        ["team.leave", undefined],
        ["team.changeRole", { userId: ownerId, role: "member" }],
        ["team.removeMember", { userId: ownerId }],
        ["userSettings.deleteAccount", { confirmation: (await me(owner)).email }],
      ] as const) {
        expect((await owner.mutate(procedure, input)).code, procedure).toBe("PRECONDITION_FAILED");
      }
      await owner.mutate("team.changeRole", { userId: await idOf(admin), role: "owner" });
      // If two owners leave at the same moment, one of them has to stay.
      const left = await Promise.all([owner.mutate("team.leave"), admin.mutate("team.leave")]);
      expect(left.map((answer) => answer.code ?? "OK").sort()).toEqual(["OK", "PRECONDITION_FAILED"]);
    });

    it("moves a removed member to their own organization permanently", async () => {
      const { owner, member, idOf, domain } = await colleagues();
      await owner.mutate("team.removeMember", { userId: await idOf(member) });
      expect((await me(member)).organization?.scope).toBe("personal");
      const again = await site.signedIn(`member@${domain}`);
      expect((await me(again)).organization?.scope).toBe("personal");
    });

    it("invites by email; the invitation takes effect when its recipient accepts it", async () => {
      const { owner, domain } = await colleagues();
      const guest = someone();
      expect(
        (await owner.mutate("team.invite", { email: ` ${guest.toUpperCase()} `, role: "admin" })).status,
      ).toBe(200);
      const mail = site.mail.mails.findLast((m) => m.to.includes(guest));
      expect(mail?.subject).toBe(`Join ${domain} on Cadastre`);
      expect(mail?.text).toContain(`owner@${domain} has invited you`);
      expect((await team(owner)).invitations).toMatchObject([{ email: guest, role: "admin" }]);
      const visitor = await site.signedIn(guest);
      expect((await me(visitor)).organization?.domain).toBe(guest.split("@")[1]);
      expect((await organizationsOf(visitor)).invitations).toMatchObject([
        { organizationName: domain, role: "admin", invitedBy: `owner@${domain}` },
      ]);
      expect((await accept(visitor)).status).toBe(200);
      expect(await me(visitor)).toMatchObject({ organization: { domain, plan: { type: "PREMIUM" } } });
      expect((await me(visitor)).memberships.map((m) => [m.organization_name, m.role])).toEqual([
        [guest.split("@")[1], "owner"],
        [domain, "admin"],
      ]);
      expect((await accept(visitor)).code).toBe("BAD_REQUEST");
      expect((await team(owner)).invitations).toEqual([]);
    });

    it("ignores withdrawn, replaced and expired invitations", async () => {
      const { owner, member } = await colleagues();
      const [withdrawn, replaced, expired] = [someone(), someone(), someone()];
      for (const email of [withdrawn, replaced, expired])
        await owner.mutate("team.invite", { email, role: "admin" });
      const open = (await team(owner)).invitations;
      const idOf = (email: string) => open.find((invitation) => invitation.email === email)?.id;
      expect((await member.mutate("team.revokeInvitation", { id: idOf(withdrawn) })).code).toBe("FORBIDDEN");
      const stranger = await site.signedIn(someone());
      await onPlan((await me(stranger)).email, "PREMIUM");
      expect((await stranger.mutate("team.revokeInvitation", { id: idOf(withdrawn) })).code).toBe(
        "NOT_FOUND",
      );
      await owner.mutate("team.revokeInvitation", { id: idOf(withdrawn) });
      await owner.mutate("team.invite", { email: replaced, role: "member" });
      await site.people.db
        .update(peopleTables.invitations)
        .set({ expiresAt: new Date(Date.now() - 1000) })
        .where(eq(peopleTables.invitations.email, expired));
      for (const email of [withdrawn, expired]) {
        const visitor = await site.signedIn(email);
        expect((await organizationsOf(visitor)).invitations).toEqual([]);
        const answer = await visitor.mutate("organizations.acceptInvitation", { id: idOf(email) });
        expect(answer.code).toBe("NOT_FOUND");
        expect((await me(visitor)).memberships).toHaveLength(1);
      }
      const invited = await site.signedIn(replaced);
      expect((await invited.mutate("organizations.acceptInvitation", { id: idOf(replaced) })).code).toBe(
        "NOT_FOUND",
      );
      expect((await organizationsOf(invited)).invitations).toMatchObject([{ role: "member" }]);
    });

    it("can be declined; another person's invitation cannot be accepted or declined", async () => {
      const { owner, domain } = await colleagues();
      const guest = someone();
      await owner.mutate("team.invite", { email: guest });
      const [visitor, stranger] = [await site.signedIn(guest), await site.signedIn(someone())];
      const [invitation] = (await organizationsOf(visitor)).invitations;
      for (const procedure of ["acceptInvitation", "declineInvitation"]) {
        const answer = await stranger.mutate(`organizations.${procedure}`, { id: invitation?.id });
        expect(answer.code, procedure).toBe("NOT_FOUND");
      }
      expect((await visitor.mutate("organizations.declineInvitation", { id: invitation?.id })).status).toBe(
        200,
      );
      expect((await organizationsOf(visitor)).invitations).toEqual([]);
      expect((await visitor.mutate("organizations.acceptInvitation", { id: invitation?.id })).code).toBe(
        "NOT_FOUND",
      );
      expect((await team(owner)).invitations).toEqual([]);
      expect((await me(visitor)).organization?.domain).not.toBe(domain);
    });

    it("ends the invitations of a member who is removed, leaves, is demoted or is deleted", async () => {
      for (const end of ["remove", "demote", "leave", "delete"] as const) {
        const { owner, admin, idOf, domain } = await colleagues();
        const guest = someone();
        await admin.mutate("team.invite", { email: guest, role: "admin" });
        const visitor = await site.signedIn(guest);
        const [invitation] = (await organizationsOf(visitor)).invitations;
        expect(invitation?.organizationName).toBe(domain);
        const userId = await idOf(admin);
        if (end === "remove") await owner.mutate("team.removeMember", { userId });
        if (end === "demote") await owner.mutate("team.changeRole", { userId, role: "member" });
        if (end === "leave") await admin.mutate("team.leave");
        if (end === "delete") {
          await admin.mutate("userSettings.deleteAccount", { confirmation: `admin@${domain}` });
        }
        expect((await organizationsOf(visitor)).invitations, end).toEqual([]);
        expect((await team(owner)).invitations, end).toEqual([]);
        const answer = await visitor.mutate("organizations.acceptInvitation", { id: invitation?.id });
        expect(answer.code, end).toBe("NOT_FOUND");
      }
    });

    it("ends the invitations of an owner demoted to admin that admins may not send", async () => {
      const { owner, admin, idOf } = await colleagues();
      await owner.mutate("team.changeRole", { userId: await idOf(admin), role: "owner" });
      const [asOwner, asMember] = [someone(), someone()];
      await admin.mutate("team.invite", { email: asOwner, role: "owner" });
      await admin.mutate("team.invite", { email: asMember, role: "member" });
      await owner.mutate("team.changeRole", { userId: await idOf(admin), role: "admin" });
      expect((await team(owner)).invitations.map((invitation) => invitation.email)).toEqual([asMember]);
    });

    it("ends the keys of a member who leaves, and notifies the owners by email", async () => {
      for (const end of ["remove", "leave", "delete"] as const) {
        const { owner, member, idOf, domain } = await colleagues();
        await onPlan(`owner@${domain}`, "PREMIUM_ALL_ACCESS");
        const make = async (visitor: Visitor, name: string) =>
          ((await visitor.mutate("apiKeys.create", { name })).data as { key: string }).key;
        const [theirs, owners] = [await make(member, "Robot"), await make(owner, "Desk")];
        const read = async (key: string) =>
          (await site.stranger().fetch("/api/v4/platforms", { headers: { authorization: `Bearer ${key}` } }))
            .status;
        expect([await read(theirs), await read(owners)]).toEqual([200, 200]);
        if (end === "remove") await owner.mutate("team.removeMember", { userId: await idOf(member) });
        if (end === "leave") await member.mutate("team.leave");
        if (end === "delete") {
          await member.mutate("userSettings.deleteAccount", { confirmation: `member@${domain}` });
        }
        expect([await read(theirs), await read(owners)], end).toEqual([401, 200]);
        const subject = `API keys of ${domain} on Cadastre revoked`;
        const notices = () => site.mail.mails.filter((mail) => mail.subject === subject);
        await expect.poll(() => notices().length).toBe(1);
        expect(notices()[0]?.to).toEqual([`owner@${domain}`]);
        expect(notices()[0]?.text).toContain("Robot");
        expect(notices()[0]?.text).not.toContain("Desk");
        const log = JSON.stringify(await site.people.db.select().from(peopleTables.auditLog));
        expect(log).toContain("its creator left");
      }
    });

    it("keeps the keys that an owner transferred to the organization, and notifies the owners to rotate them", async () => {
      const { owner, member, idOf, domain } = await colleagues();
      await onPlan(`owner@${domain}`, "PREMIUM_ALL_ACCESS");
      const make = async (name: string, more: object = {}) =>
        (await member.mutate("apiKeys.create", { name, ...more })).data as { id: number; key: string };
      const [kept, ended] = [await make("Feed"), await make("Script")];
      const read = async (key: string, path = "/api/v4/platforms") =>
        (await site.stranger().fetch(path, { headers: { authorization: `Bearer ${key}` } })).status;
      const hold = { id: kept.id, heldBy: "organization" };
      expect((await member.mutate("apiKeys.hold", hold)).code).toBe("FORBIDDEN");
      expect((await owner.mutate("apiKeys.hold", hold)).status).toBe(200);
      expect((await (await site.signedIn(someone())).mutate("apiKeys.hold", hold)).code).toBe("FORBIDDEN");
      await owner.mutate("team.removeMember", { userId: await idOf(member) });
      expect([await read(kept.key), await read(ended.key)]).toEqual([200, 401]);
      const notices = () =>
        site.mail.mails.filter((mail) => mail.to.includes(`owner@${domain}`)).map((mail) => mail.text);
      await expect.poll(() => notices().some((text) => text.includes("still work: Feed"))).toBe(true);
      expect(notices().some((text) => text.includes("no longer work: Script"))).toBe(true);
      // The former member knows the previous secret.
      const { key } = (await owner.mutate("apiKeys.rotate", { id: kept.id })).data as { key: string };
      expect([await read(kept.key), await read(key)]).toEqual([401, 200]);
      const back = await owner.mutate("apiKeys.hold", { id: kept.id, heldBy: "maker" });
      expect(back.code).toBe("PRECONDITION_FAILED");
      const usage = (await owner.query("apiKeys.usage", { id: kept.id })).data as { requests: number }[];
      expect(usage).toHaveLength(90);
      expect(usage.at(-1)?.requests).toBe(2);
    });

    aboveTheStore(() => {
      it("limits a key to the endpoints and actions that it was created for", async () => {
        const { owner, domain } = await colleagues();
        await onPlan(`owner@${domain}`, "PREMIUM_ALL_ACCESS");
        const wrong = await owner.mutate("apiKeys.create", { name: "x", endpoints: ["nonsense"] });
        expect(wrong).toMatchObject({ code: "BAD_REQUEST", message: expect.stringContaining("endpoints") });
        const { key } = (
          await owner.mutate("apiKeys.create", {
            name: "Narrow",
            endpoints: ["platforms"],
            actions: ["read"],
          })
        ).data as { key: string };
        const read = async (path: string) =>
          (await site.stranger().fetch(path, { headers: { authorization: `Bearer ${key}` } })).status;
        expect(await read("/api/v4/platforms")).toBe(200);
        expect(await read("/api/v4/platforms?format=csv")).toBe(403);
        expect(await read("/api/v4/assets")).toBe(403);
      });
    });

    it("excludes a removed member, also after deleting the account, until they are invited", async () => {
      const { owner, member, idOf, domain } = await colleagues();
      const email = `member@${domain}`;
      await owner.mutate("team.removeMember", { userId: await idOf(member) });
      const rejoins = async (visitor: Visitor) => {
        expect((await organizationsOf(visitor)).domainOrganization).toBeNull();
        expect((await visitor.mutate("organizations.requestToJoin")).code).toBe("PRECONDITION_FAILED");
        return (await me(visitor)).memberships.some((m) => m.organization_name === domain);
      };
      expect(await rejoins(member)).toBe(false);
      expect(await rejoins(await site.signedIn(email))).toBe(false);
      await member.mutate("userSettings.deleteAccount", { confirmation: email });
      const again = await site.signedIn(email);
      expect(await rejoins(again)).toBe(false);
      await owner.mutate("team.invite", { email });
      expect((await accept(again)).status).toBe(200);
      expect((await me(again)).organization?.domain).toBe(domain);
    });

    it("admits colleagues whom an owner or admin accepts, and shows them nothing before", async () => {
      const { owner, admin, member, domain } = await colleagues();
      const email = `new@${domain}`;
      const visitor = await site.signedIn(email);
      expect((await me(visitor)).organization?.scope).toBe("personal");
      expect((await organizationsOf(owner)).requests).toEqual([]);
      expect((await organizationsOf(visitor)).domainOrganization).toEqual({ domain, state: "may_ask" });
      await Promise.all([1, 2, 3].map(() => visitor.mutate("organizations.requestToJoin")));
      expect((await organizationsOf(visitor)).domainOrganization?.state).toBe("pending");
      expect((await me(visitor)).memberships).toHaveLength(1);
      const [request, ...more] = (await organizationsOf(admin)).requests;
      expect(request).toMatchObject({ email });
      expect(more).toEqual([]);
      const subject = `${email} has asked to join ${domain} on Cadastre`;
      const notices = () =>
        site.mail.mails.filter((mail) => mail.subject === subject).flatMap((mail) => mail.to);
      await expect.poll(() => notices().sort()).toEqual([`admin@${domain}`, `owner@${domain}`]);
      expect((await organizationsOf(member)).requests).toEqual([]);
      const answer = { organizationId: request?.organizationId, id: request?.id };
      for (const other of [member, visitor, await site.signedIn(someone())]) {
        const code = (await other.mutate("organizations.answerRequest", { ...answer, accept: true })).code;
        expect(code).toBe("FORBIDDEN");
      }
      expect((await admin.mutate("organizations.answerRequest", { ...answer, accept: false })).status).toBe(
        200,
      );
      expect((await organizationsOf(visitor)).domainOrganization?.state).toBe("declined");
      expect((await visitor.mutate("organizations.requestToJoin")).code).toBe("PRECONDITION_FAILED");
      expect((await owner.mutate("organizations.answerRequest", { ...answer, accept: true })).code).toBe(
        "NOT_FOUND",
      );
      const other = await letIn(owner, `other@${domain}`);
      expect((await me(other)).organization).toMatchObject({ domain, plan: { type: "PREMIUM" } });
    });

    it("remembers declined requests for thirty days when the user deletes their account and signs up again", async () => {
      const { owner, domain } = await colleagues();
      const email = `eager@${domain}`;
      const visitor = await site.signedIn(email);
      await visitor.mutate("organizations.requestToJoin");
      const [request] = (await organizationsOf(owner)).requests;
      await owner.mutate("organizations.answerRequest", {
        organizationId: request?.organizationId,
        id: request?.id,
        accept: false,
      });
      for (let time = 0; time < 2; time += 1) {
        const account = await site.signedIn(email);
        expect((await organizationsOf(account)).domainOrganization).toEqual({ domain, state: "declined" });
        expect((await account.mutate("organizations.requestToJoin")).message).toContain("was declined");
        expect((await account.mutate("userSettings.deleteAccount", { confirmation: email })).status).toBe(
          200,
        );
      }
      const again = await site.signedIn(email);
      expect((await organizationsOf(again)).domainOrganization?.state).toBe("declined");
      expect((await organizationsOf(owner)).requests).toEqual([]);
      const kept = await site.people.db.select().from(peopleTables.declinedAddresses);
      expect(JSON.stringify(kept)).not.toContain("eager");
      const DAY_MS = 86_400_000;
      const declinedAt = new Date(Date.now() - 30 * DAY_MS - 1000);
      await site.people.db.update(peopleTables.declinedAddresses).set({ declinedAt });
      expect((await organizationsOf(again)).domainOrganization?.state).toBe("may_ask");
      expect((await again.mutate("organizations.requestToJoin")).status).toBe(200);
      expect((await organizationsOf(owner)).requests).toMatchObject([{ email }]);
      await forgetExpired(site.people);
      expect(await site.people.db.select().from(peopleTables.declinedAddresses)).toEqual([]);
    });

    it("withdraws a request", async () => {
      const { owner, domain } = await colleagues();
      const visitor = await site.signedIn(`new@${domain}`);
      await visitor.mutate("organizations.requestToJoin");
      await visitor.mutate("organizations.withdrawRequest");
      expect((await organizationsOf(owner)).requests).toEqual([]);
      expect((await organizationsOf(visitor)).domainOrganization?.state).toBe("may_ask");
    });

    aboveTheStore(() => {
      it("never forms of users of one public or disposable mail service", async () => {
        for (const domain of [
          "gmx.de",
          "yahoo.co.uk",
          "qq.com",
          "mailinator.com",
          "mail.gmx.de",
          "duck.com",
        ]) {
          const visitors = [await site.signedIn(`first@${domain}`), await site.signedIn(`second@${domain}`)];
          for (const visitor of visitors) {
            expect((await me(visitor)).organization, domain).toMatchObject({
              scope: "personal",
              domain: null,
            });
            expect((await organizationsOf(visitor)).domainOrganization, domain).toBeNull();
            expect((await visitor.mutate("organizations.requestToJoin")).code, domain).toBe(
              "PRECONDITION_FAILED",
            );
          }
        }
      });
    });

    it("is one of several that a user belongs to and switches between", async () => {
      const { owner, domain } = await colleagues();
      const guest = someone();
      const visitor = await site.signedIn(guest);
      const own = (await me(visitor)).organization?.id;
      await owner.mutate("team.invite", { email: guest, role: "admin" });
      await accept(visitor);
      const shared = (await me(visitor)).organization?.id;
      expect((await team(visitor)).members).toHaveLength(4);
      expect((await visitor.mutate("organizations.switch", { organizationId: own })).status).toBe(200);
      expect(await me(visitor)).toMatchObject({
        organization: { id: own, plan: { type: "FREE" } },
        features: { "enable-team-self-serve": false },
      });
      expect((await team(visitor)).members.map((m) => m.email)).toEqual([guest]);
      expect((await visitor.mutate("team.invite", { email: someone() })).code).toBe("FORBIDDEN");
      await visitor.mutate("organizations.switch", { organizationId: shared });
      expect((await me(visitor)).organization).toMatchObject({ id: shared, domain });
      const stranger = await site.signedIn(someone());
      expect((await stranger.mutate("organizations.switch", { organizationId: shared })).code).toBe(
        "FORBIDDEN",
      );
      await visitor.mutate("team.leave");
      expect((await me(visitor)).organization?.id).toBe(own);
      expect((await visitor.mutate("organizations.switch", { organizationId: shared })).code).toBe(
        "FORBIDDEN",
      );
    });

    aboveTheStore(() => {
      it("is never changed by a page that shows another one", async () => {
        const { owner, domain } = await colleagues();
        const guest = someone();
        const visitor = await site.signedIn(guest);
        const own = (await me(visitor)).organization;
        await owner.mutate("team.invite", { email: guest, role: "admin" });
        await accept(visitor);
        const shared = (await me(visitor)).organization?.id ?? "";
        const asPageOf = (id = "") => ({ "x-page-organization": id });
        const invited = await visitor.mutate("team.invite", { email: someone() }, asPageOf(shared));
        expect(invited.status).toBe(200);
        await visitor.mutate("organizations.switch", { organizationId: own?.id }, asPageOf(shared));
        for (const [procedure, input] of [
          ["team.invite", { email: someone() }],
          ["apiKeys.create", { name: "b" }],
          ["apiKeys.revoke", { id: 1 }],
          ["spreadsheetLinks.create", { name: "a", path: "/assets", query: "", expiresInDays: null }],
          ["spreadsheetLinks.revoke", { id: 1 }],
          ["team.leave", undefined],
        ] as const) {
          const refused = await visitor.mutate(procedure, input, asPageOf(shared));
          expect(refused.code, procedure).toBe("CONFLICT");
        }
        const refused = await visitor.mutate("team.leave", undefined, asPageOf(shared));
        expect([refused.status, refused.code]).toEqual([409, "CONFLICT"]);
        expect(refused.message).toBe(
          `This page shows ${domain}, but your current organization is now ${own?.name}. No changes were made. Reload the page to continue.`,
        );
        expect((await me(visitor)).memberships).toHaveLength(2);
        // Data of the user is theirs in every organization.
        const profile = { profile: { company: "G" } };
        const saved = await visitor.mutate("userSettings.updateProfile", profile, asPageOf(shared));
        expect(saved.status).toBe(200);
        expect((await visitor.mutate("team.leave", undefined, asPageOf("gone"))).message).toContain(
          "This page shows an organization you no longer belong to",
        );
      });
    });

    it("does not invite members or invalid addresses", async () => {
      const { owner, domain } = await colleagues();
      expect((await owner.mutate("team.invite", { email: `member@${domain}` })).code).toBe("CONFLICT");
      expect((await owner.mutate("team.invite", { email: "a@b.example\r\nBcc: c@d.example" })).code).toBe(
        "BAD_REQUEST",
      );
      // Emails of other tests may arrive meanwhile.
      const receivers = site.mail.mails.flatMap(({ to }) => to);
      expect(receivers.filter((to) => /@[bd]\.example$/.test(to))).toEqual([]);
    });

    it("is created when a single person invites another", async () => {
      counter += 1;
      const email = `solo${counter}@gmail.com`;
      const solo = await site.signedIn(email);
      expect((await me(solo)).organization?.scope).toBe("personal");
      await onPlan(email, "PREMIUM");
      await solo.mutate("team.invite", { email: `friend${counter}@gmail.com` });
      const visitor = await site.signedIn(`friend${counter}@gmail.com`);
      await accept(visitor);
      const friend = await me(visitor);
      expect(friend.organization).toMatchObject({ scope: "team", name: email });
      expect(friend.memberships).toHaveLength(2);
    });
  });

  describe("a plan", () => {
    it("is shown with its features and usage", async () => {
      const email = someone();
      const visitor = await site.signedIn(email);
      expect((await visitor.query("plan.get")).data).toMatchObject({
        plan: { type: "FREE", label: "Free" },
        trialEndsAt: null,
        // Without the data API there is nothing to limit.
        usage: { members: 1, apiKeys: 0, requestsPerMinute: null },
      });
      await onPlan(email, "TRIAL_ALL_ACCESS", 3);
      const trial = (await visitor.query("plan.get")).data as { trialEndsAt: string; includes: object[] };
      expect(trial).toMatchObject({
        plan: { type: "TRIAL_ALL_ACCESS" },
        endsAs: "Free",
        usage: { requestsPerMinute: 120 },
      });
      expect(Math.round((Date.parse(trial.trialEndsAt) - Date.now()) / 86_400_000)).toBe(3);
      expect(trial.includes).toContainEqual(
        expect.objectContaining({ flag: "enable-api-keys", included: true }),
      );
    });

    it("counts successful requests of its keys, for the whole organization", async () => {
      counter += 1;
      const [a, b] = [`a@usage${counter}.example`, `b@usage${counter}.example`];
      const owner = await site.signedIn(a);
      const colleague = await letIn(owner, b);
      const used = async (visitor: Visitor) =>
        ((await visitor.query("plan.get")).data as { usage: { apiRequestsThisMonth: number } }).usage
          .apiRequestsThisMonth;
      await onPlan(a, "PREMIUM_ALL_ACCESS");
      expect(await used(owner)).toBe(0);
      const { key } = (await owner.mutate("apiKeys.create", { name: "Desk" })).data as { key: string };
      const ask = (path: string, authorization = `Bearer ${key}`) =>
        site.stranger().fetch(path, { headers: { authorization } });
      for (let i = 0; i < 3; i += 1) expect((await ask("/api/v4/platforms")).status).toBe(200);
      expect((await ask("/api/v4/platforms", "Bearer wrong")).status).toBe(401);
      expect((await ask("/api/v4/status")).status).toBe(200); // needs no key
      expect(await used(owner)).toBe(3);
      expect(await used(colleague)).toBe(3);
      expect(await used(await site.signedIn(someone()))).toBe(0);
    });

    it("ends with its trial", async () => {
      const email = someone();
      const visitor = await site.signedIn(email);
      await onPlan(email, "TRIAL_ALL_ACCESS", 1);
      expect((await me(visitor)).features["enable-api-keys"]).toBe(true);
      const { id } = await findOrganization(site.people, email);
      await site.people.db
        .update(peopleTables.organizations)
        .set({ trialEndsAt: new Date(Date.now() - 1) })
        .where(eq(peopleTables.organizations.id, id));
      expect(await me(visitor)).toMatchObject({
        organization: { plan: { type: "FREE" } },
        features: { "enable-api-keys": false },
      });
      expect((await visitor.query("plan.get")).data).toMatchObject({
        plan: { type: "FREE" },
        endedTrial: "All access trial",
      });
    });
  });

  describe("feature flags", () => {
    it("apply to the user before the organization, and to the organization before the plan", async () => {
      const email = someone();
      const visitor = await site.signedIn(email);
      const flag = "enable-data-downloads";
      const value = async () => (await me(visitor)).features[flag];
      const set = (kind: "plan" | "organization" | "user", subject: string, on: boolean | null) =>
        setFeatureOverride(site.people, { kind, subject, flag, value: on, actor: "test" });
      await onPlan(email, "TRIAL");
      expect(await value()).toBe(true);
      await set("plan", "trial", false);
      expect(await value()).toBe(false);
      await set("organization", email.split("@")[1] ?? "", true);
      expect(await value()).toBe(true);
      await set("user", email, false);
      expect(await value()).toBe(false);
      await set("user", email, null);
      expect(await value()).toBe(true);
      await set("organization", email.split("@")[1] ?? "", null);
      await set("plan", "TRIAL", null);
      expect(await value()).toBe(true);
    });

    it("cannot be set for unknown targets", async () => {
      await expect(withFlag("nobody@nowhere.example", "enable-api-keys")).rejects.toMatchObject({
        kind: "not_found",
      });
    });
  });

  describe("API keys", () => {
    it("are created, shown once, listed to the organization and revoked", async () => {
      counter += 1;
      const [a, b] = [`a@keys${counter}.example`, `b@keys${counter}.example`];
      const owner = await site.signedIn(a);
      const member = await letIn(owner, b);
      await onPlan(a, "PREMIUM_ALL_ACCESS");
      const made = (await owner.mutate("apiKeys.create", { name: "Desk" })).data as {
        id: number;
        key: string;
      };
      expect(made.key).toMatch(/^cad_/);
      const list = await member.query("apiKeys.list");
      expect(list.data).toMatchObject([{ id: made.id, name: "Desk", createdBy: a, canChange: false }]);
      const scopes = (await member.query("apiKeys.scopes")).data;
      expect(scopes).toEqual(expect.arrayContaining(["assets", "tokens/aggregates", "explain"]));
      expect(JSON.stringify(list.data)).not.toContain(made.key);
      expect((await member.mutate("apiKeys.revoke", { id: made.id })).code).toBe("FORBIDDEN");
      const theirs = (await member.mutate("apiKeys.create", { name: "Mine" })).data as { id: number };
      expect((await member.mutate("apiKeys.revoke", { id: theirs.id })).status).toBe(200);
      expect((await owner.mutate("apiKeys.revoke", { id: made.id })).status).toBe(200);

      const strangerEmail = someone();
      const stranger = await site.signedIn(strangerEmail);
      await onPlan(strangerEmail, "PREMIUM_ALL_ACCESS");
      expect((await stranger.query("apiKeys.list")).data).toEqual([]);
      expect((await stranger.mutate("apiKeys.revoke", { id: made.id })).code).toBe("NOT_FOUND");
      expect((await owner.mutate("apiKeys.create", { name: "Old", expiresAt: "2020-01-01" })).code).toBe(
        "BAD_REQUEST",
      );
    });
  });

  describe("spreadsheet links", () => {
    it("are visible to and revocable by their creator and owners, and end with the membership", async () => {
      counter += 1;
      const [a, b] = [`a@links${counter}.example`, `b@links${counter}.example`];
      const owner = await site.signedIn(a);
      const member = await letIn(owner, b);
      await onPlan(a, "PREMIUM_ALL_ACCESS");
      const draft = { name: "Sheet", path: "/platforms", query: '{"fields":["slug"]}' };
      const create = async (visitor: Visitor) =>
        (await visitor.mutate("spreadsheetLinks.create", draft)).data as { id: number; secret: string };
      const follow = async ({ secret }: { secret: string }) =>
        (await site.stranger().fetch(`/export/link.csv?token=${secret}`)).status;
      const [first, second, third] = [await create(owner), await create(member), await create(member)];
      expect([await follow(first), await follow(second), await follow(third)]).toEqual([200, 200, 200]);

      const idsOf = async (visitor: Visitor) =>
        ((await visitor.query("spreadsheetLinks.list")).data as { id: number }[]).map(({ id }) => id);
      expect(await idsOf(member)).toEqual([third.id, second.id]);
      expect(await idsOf(owner)).toEqual([third.id, second.id, first.id]);
      expect(JSON.stringify((await owner.query("spreadsheetLinks.list")).data)).not.toContain(first.secret);
      // They are not keys: neither listed nor changed as such.
      expect((await owner.query("apiKeys.list")).data).toEqual([]);
      for (const [call, input] of [
        ["apiKeys.rotate", { id: first.id }],
        ["apiKeys.revoke", { id: first.id }],
        ["apiKeys.hold", { id: first.id, heldBy: "organization" }],
      ] as const) {
        expect((await owner.mutate(call, input)).code).toBe("NOT_FOUND");
      }

      expect((await member.mutate("spreadsheetLinks.revoke", { id: first.id })).code).toBe("NOT_FOUND");
      expect((await owner.mutate("spreadsheetLinks.revoke", { id: second.id })).status).toBe(200);
      expect([await follow(first), await follow(second), await follow(third)]).toEqual([200, 401, 200]);
      const strangerEmail = someone();
      const stranger = await site.signedIn(strangerEmail);
      await onPlan(strangerEmail, "PREMIUM_ALL_ACCESS");
      expect(await idsOf(stranger)).toEqual([]);
      expect((await stranger.mutate("spreadsheetLinks.revoke", { id: first.id })).code).toBe("NOT_FOUND");

      expect((await member.mutate("team.leave")).status).toBe(200);
      expect([await follow(first), await follow(third)]).toEqual([200, 401]);
    });

    aboveTheStore(() => {
      it("are not created from queries that the API rejects", async () => {
        const email = someone();
        const visitor = await site.signedIn(email);
        await onPlan(email, "PREMIUM_ALL_ACCESS");
        const draft = { name: "Sheet", path: "/platforms", query: "{}" };
        for (const wrong of [
          { path: "/nonsense" },
          { path: "/status" },
          { path: "../auth" },
          { query: "{" },
          { query: '{"fields":["nonsense"]}' },
          { expiresAt: "2020-01-01" },
          { name: " " },
        ]) {
          expect((await visitor.mutate("spreadsheetLinks.create", { ...draft, ...wrong })).code).toBe(
            "BAD_REQUEST",
          );
        }
      });
    });
  });

  describe("limits", () => {
    it("apply to forty keys created at once", async () => {
      const email = someone();
      const visitor = await site.signedIn(email);
      await onPlan(email, "PREMIUM_ALL_ACCESS");
      const create = async (name: string): Promise<RpcResponse> => {
        const answer = await visitor.mutate("apiKeys.create", { name });
        return answer.code === "SERVICE_UNAVAILABLE" ? create(name) : answer;
      };
      const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => create(`Key ${n}`)));
      expect(answers.filter((answer) => answer.status === 200)).toHaveLength(20);
      expect(answers.filter((answer) => answer.code === "PRECONDITION_FAILED")).toHaveLength(20);
      expect((await visitor.query("apiKeys.list")).data).toHaveLength(20);
    });

    it("apply to invitations sent at once", async () => {
      const email = someone();
      const visitor = await site.signedIn(email);
      await onPlan(email, "PREMIUM");
      const { id } = await findOrganization(site.people, email);
      const userId = (await me(visitor)).id;
      const invite = async (email: string): Promise<string> => {
        try {
          await inviteMember(site.people, { organizationId: id, actorId: userId, email, role: "member" });
          return "invited";
        } catch (error) {
          const problem = storeProblem(error);
          // A busy server rejects requests that wait too long for a slot: they try again.
          return problem?.kind === "unavailable" ? invite(email) : (problem?.kind ?? String(error));
        }
      };
      const answers = await Promise.all(
        Array.from({ length: 60 }, (_, n) => invite(`guest${n}@firm.example`)),
      );
      expect(answers.filter((answer) => answer === "invited")).toHaveLength(50);
      expect(answers.filter((answer) => answer === "precondition_failed")).toHaveLength(10);
    });

    it("give a user who signs in twice at once one organization", async () => {
      const email = someone();
      const visitor = await site.signedIn(email);
      const userId = (await me(visitor)).id;
      const { memberships } = peopleTables;
      await site.people.db.delete(memberships).where(eq(memberships.userId, userId));
      const gmail = { userId, email: "somebody@gmail.com" };
      await Promise.all([1, 2, 3, 4].map(() => joinOrganization(site.people, gmail)));
      expect((await me(visitor)).memberships).toHaveLength(1);
    });
  });

  aboveTheStore(() => {
    describe("a name", () => {
      const control = ["a\u0000b", "a\nb", "a\u001b[2Jb", "a\u0085b", "a\u2028b", "a\u007fb"];
      it.each(control)("is rejected with a control character, by field and reason: %j", async (name) => {
        const email = someone();
        const visitor = await site.signedIn(email);
        await onPlan(email, "PREMIUM_ALL_ACCESS");
        for (const [procedure, input, field] of [
          ["users.updateName", { name }, "name"],
          ["apiKeys.create", { name }, "name"],
          ["userSettings.updateProfile", { profile: { company: name } }, "profile.company"],
        ] as const) {
          const answer = await visitor.mutate(procedure, input);
          expect(answer, procedure).toMatchObject({ status: 400, code: "BAD_REQUEST" });
          expect(answer.message, procedure).toContain(`${field}: contains a control character`);
        }
      });

      it("cannot change the direction of adjacent text", async () => {
        const email = someone();
        const visitor = await site.signedIn(email);
        await onPlan(email, "PREMIUM_ALL_ACCESS");
        const name = "Ada \u202egro.live\u2066";
        await visitor.mutate("users.updateName", { name });
        await visitor.mutate("userSettings.updateProfile", { profile: { company: name } });
        await visitor.mutate("apiKeys.create", { name });
        const csrfToken = await visitor.csrfToken();
        const updated = await visitor.fetch("/api/auth/session", {
          method: "POST",
          body: JSON.stringify({ csrfToken, data: { name } }),
          headers: { "content-type": "application/json" },
        });
        const shown = JSON.stringify([
          await updated.json(),
          await me(visitor),
          (await visitor.query("team.get")).data,
          (await visitor.query("apiKeys.list")).data,
          await (await visitor.fetch("/api/auth/session")).json(),
        ]);
        expect(shown).toContain("Ada gro.live");
        expect(shown).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
      });
    });
  });

  describe("a watchlist", () => {
    const watchedBy = async (visitor: Visitor) => (await visitor.query("watchlist.get")).data as Watchlist;
    const entries = async (visitor: Visitor) =>
      (await watchedBy(visitor)).items.map(({ kind, id }) => `${kind} ${id}`).toSorted();
    const firstOf = () => {
      const { assets, tokens, networks } = site.catalog;
      const [asset, token, network] = [assets[0], tokens[0], networks[0]];
      if (asset === undefined || token === undefined || network === undefined)
        throw new Error("empty catalog");
      return { asset: asset.id, token: token.id, network: network.id };
    };

    it("contains assets, tokens and networks, each once, until they are removed", async () => {
      const visitor = await site.signedIn(someone());
      const { asset, token, network } = firstOf();
      for (const entry of [
        { kind: "asset", id: asset },
        { kind: "asset", id: asset },
        { kind: "token", id: token },
        { kind: "network", id: network },
      ]) {
        expect((await visitor.mutate("watchlist.add", entry)).status).toBe(200);
      }
      expect(await entries(visitor)).toEqual(
        [`asset ${asset}`, `network ${network}`, `token ${token}`].toSorted(),
      );
      for (let time = 0; time < 2; time += 1) {
        expect((await visitor.mutate("watchlist.remove", { kind: "token", id: token })).status).toBe(200);
      }
      expect(await entries(visitor)).toEqual([`asset ${asset}`, `network ${network}`].toSorted());
    });

    it("is private, and needs an account", async () => {
      const [owner, other] = [await site.signedIn(someone()), await site.signedIn(someone())];
      const entry = { kind: "asset", id: firstOf().asset };
      await owner.mutate("watchlist.add", entry);
      await other.mutate("watchlist.remove", entry);
      expect(await entries(owner)).toEqual([`asset ${entry.id}`]);
      expect(await entries(other)).toEqual([]);
      const stranger = site.stranger();
      expect((await stranger.query("watchlist.get")).code).toBe("UNAUTHORIZED");
      for (const [change, input] of [
        ["add", entry],
        ["remove", entry],
        ["visit", undefined],
      ] as const) {
        expect([change, (await stranger.mutate(`watchlist.${change}`, input)).code]).toEqual([
          change,
          "UNAUTHORIZED",
        ]);
      }
      expect(await entries(owner)).toEqual([`asset ${entry.id}`]);
    });

    aboveTheStore(() => {
      it("rejects entries that are not in the catalog or not valid", async () => {
        const visitor = await site.signedIn(someone());
        expect((await visitor.mutate("watchlist.add", { kind: "asset", id: 1_999_999_999 })).code).toBe(
          "NOT_FOUND",
        );
        for (const entry of [
          { kind: "issuer", id: 1 },
          { kind: "asset", id: -1 },
          { kind: "asset", id: 1.5 },
          { kind: "asset", id: "1" },
          { kind: "asset", id: 2 ** 40 },
        ]) {
          expect((await visitor.mutate("watchlist.add", entry)).code).toBe("BAD_REQUEST");
        }
        expect(await entries(visitor)).toEqual([]);
      });
    });

    it("holds as many of a kind as its page shows, however many are added at once", async () => {
      const visitor = await site.signedIn(someone());
      const { id } = await me(visitor);
      const { asset, network } = firstOf();
      // Entries of a larger catalog than this one.
      const others = Array.from({ length: WATCHLIST_LIMIT - 1 }, (_, index) => ({
        userId: id,
        kind: "asset" as const,
        entityId: 1_000_000_000 + index,
      }));
      await site.people.db.insert(peopleTables.watchedItems).values(others);
      const [first, second] = site.catalog.assets;
      const answers = await Promise.all(
        [first, second].map((one) => visitor.mutate("watchlist.add", { kind: "asset", id: one?.id })),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
      expect((await watchedBy(visitor)).items).toHaveLength(WATCHLIST_LIMIT);
      expect(asset).toBe(first?.id);
      expect((await visitor.mutate("watchlist.add", { kind: "network", id: network })).status).toBe(200);
    });

    it("compares with the latest day that the previous visit showed", async () => {
      const visitor = await site.signedIn(someone());
      const { id: userId } = await me(visitor);
      const comparedWith = (day: string) => visitBefore(site.people, { userId, day });
      expect(await comparedWith("2026-03-01")).toBeNull();
      await noteVisit(site.people, { userId, day: "2026-03-01" });
      // The same figures again: nothing to compare with yet.
      expect(await comparedWith("2026-03-01")).toBeNull();
      expect(await comparedWith("2026-03-02")).toBe("2026-03-01");
      await noteVisit(site.people, { userId, day: "2026-03-02" });
      await noteVisit(site.people, { userId, day: "2026-03-02" });
      expect(await comparedWith("2026-03-02")).toBe("2026-03-01");
      // A visit in flight with the figures of an earlier day changes nothing.
      await noteVisit(site.people, { userId, day: "2026-03-01" });
      expect(await comparedWith("2026-03-05")).toBe("2026-03-02");
    });

    it("has nothing to compare with while there are no figures", async () => {
      const visitor = await site.signedIn(someone());
      expect((await visitor.mutate("watchlist.visit")).status).toBe(200);
      expect((await watchedBy(visitor)).since).toBeNull();
    });

    it("is exported with the account, and deleted with it", async () => {
      const email = someone();
      const visitor = await site.signedIn(email);
      const { id } = await me(visitor);
      const { asset } = firstOf();
      await visitor.mutate("watchlist.add", { kind: "asset", id: asset });
      await noteVisit(site.people, { userId: id, day: "2026-03-01" });
      expect((await visitor.query("userSettings.exportAccount")).data).toMatchObject({
        watchlist: [{ kind: "asset", entityId: asset, createdAt: expect.stringMatching(/^\d{4}-/) }],
        watchlistVisits: [{ day: "2026-03-01", previousDay: null }],
      });
      expect((await visitor.mutate("userSettings.deleteAccount", { confirmation: email })).status).toBe(200);
      for (const table of [peopleTables.watchedItems, peopleTables.watchlistVisits]) {
        expect(await site.people.db.select().from(table).where(eq(table.userId, id))).toEqual([]);
      }
    });
  });

  describe("an account", () => {
    it("is exported with everything that is stored about it, and without secrets", async () => {
      const email = someone();
      const visitor = await site.signedIn(email);
      await onPlan(email, "PREMIUM_ALL_ACCESS");
      const { key } = (await visitor.mutate("apiKeys.create", { name: "Desk" })).data as { key: string };
      await visitor.mutate("team.invite", { email: someone() });
      await withFlag(email, "enable-data-downloads");
      const exported = (await visitor.query("userSettings.exportAccount")).data;
      expect(exported).toMatchObject({
        user: { email, emailVerified: expect.stringMatching(/^\d{4}-/) },
        memberships: [{ role: "owner" }],
        sessions: [{ networkAddress: visitor.networkAddress }],
        signInCodes: [{ email }],
        invitationsSent: [{ role: "member" }],
        apiKeys: [{ name: "Desk" }],
        featureOverrides: [{ flag: "enable-data-downloads", value: true }],
      });
      const text = JSON.stringify(exported);
      expect(text).not.toContain(key);
      expect(text).not.toContain(visitor.cookies.get("cadastre_session"));
      expect(text).not.toMatch(/hash/i);
    });

    it("is deleted once its address is typed, with its sessions, codes and data", async () => {
      counter += 1;
      const email = `gone${counter}@gmail.com`;
      const [visitor, elsewhere] = [await site.signedIn(email), await site.signedIn(email)];
      await onPlan(email, "PREMIUM_ALL_ACCESS");
      await visitor.mutate("apiKeys.create", { name: "Desk" });
      const { id, organization } = await me(visitor);
      const wrong = await visitor.mutate("userSettings.deleteAccount", { confirmation: "yes" });
      expect(wrong.code).toBe("UNPROCESSABLE_CONTENT");
      expect(
        (await visitor.mutate("userSettings.deleteAccount", { confirmation: ` ${email} ` })).status,
      ).toBe(200);
      expect((await me(visitor)).id).toBe("");
      expect((await me(elsewhere)).id).toBe("");
      expect(await readUser(site.people, id)).toBeNull();
      const { db } = site.people;
      const { apiKeys, organizations, sessions, signInCodes, signInGuesses } = peopleTables;
      expect(
        await db
          .select()
          .from(organizations)
          .where(eq(organizations.id, organization?.id ?? "")),
      ).toEqual([]);
      expect(await db.select().from(sessions).where(eq(sessions.userId, id))).toEqual([]);
      expect(await db.select().from(signInCodes).where(eq(signInCodes.email, email))).toEqual([]);
      expect(await db.select().from(signInGuesses).where(eq(signInGuesses.email, email))).toEqual([]);
      expect(
        await db
          .select()
          .from(apiKeys)
          .where(eq(apiKeys.organizationId, organization?.id ?? "")),
      ).toEqual([]);
      expect(JSON.stringify(await db.select().from(peopleTables.auditLog))).not.toContain(email);
      const again = await me(await site.signedIn(email));
      expect(again.id).not.toBe(id);
      expect(again.name).toBeNull();
    });

    it("includes messages of the contact form in its export and its deletion", async () => {
      const email = someone();
      const visitor = await site.signedIn(email);
      await visitor.mutate("contact.send", { ...letter, email });
      const written = async () =>
        (await listContactRequests(site.people, { limit: 1_000 })).filter((one) => one.email === email);
      expect(await written()).toHaveLength(1);
      const { data } = await visitor.query("userSettings.exportAccount");
      expect(data).toMatchObject({ contactRequests: [{ email, company: letter.company }] });
      await visitor.mutate("userSettings.deleteAccount", { confirmation: email });
      expect(await written()).toEqual([]);
    });

    it("leaves a shared organization to its members, and an empty one to the next colleague who signs in", async () => {
      const email = someone();
      const domain = email.split("@")[1];
      const visitor = await site.signedIn(email);
      await onPlan(email, "PREMIUM");
      await visitor.mutate("userSettings.deleteAccount", { confirmation: email });
      const next = await me(await site.signedIn(`next@${domain}`));
      expect(next.organization?.plan.type).toBe("PREMIUM");
      expect(next.memberships).toMatchObject([{ role: "owner" }]);
    });
  });

  describe("a request to the operator", () => {
    const stored = async (company: string) =>
      (await listContactRequests(site.people, { limit: 1_000 })).filter((one) => one.company === company);
    const post = (visitor: Visitor, form: Record<string, string>, headers: Record<string, string> = {}) =>
      visitor.fetch("/contact", {
        method: "POST",
        body: new URLSearchParams(form),
        headers: { accept: "text/html", "sec-fetch-site": "same-origin", ...headers },
      });

    it("is stored and sent by email with the sender's address for replies", async () => {
      const company = "Kept & Mailed <Ltd>";
      const answer = await site.stranger().mutate("contact.send", { ...letter, company });
      expect(answer.status).toBe(200);
      const [request] = await stored(company);
      expect(request).toMatchObject({
        topic: "plan",
        name: "Ada Reader",
        email: "ada@reader.example",
        message: "Two lines.\nThe second.",
      });
      expect(request?.mailedAt).toBeInstanceOf(Date);
      const mail = site.mail.mails.find(({ subject }) => subject.includes("Kept & Mailed"));
      expect(mail?.to).toEqual([DESK]);
      expect(mail?.replyTo).toEqual(["ada@reader.example"]);
      expect(mail?.subject).toBe(`Cadastre: A plan or a trial (${company})`);
      expect(mail?.text).toContain("Two lines.\nThe second.");
      expect(mail?.html).toContain("Kept &amp; Mailed &lt;Ltd&gt;");
    });

    aboveTheStore(() => {
      it("is rejected with the name of each invalid field, and nothing is stored", async () => {
        const company = "x".repeat(121);
        const answer = await site
          .stranger()
          .mutate("contact.send", { topic: "price", name: " ", email: "nobody", company, message: "" });
        expect(answer.code).toBe("BAD_REQUEST");
        expect(answer.problems).toEqual([
          { path: "topic", message: "Choose a topic" },
          { path: "name", message: "Enter your name" },
          { path: "email", message: "Enter a valid email address" },
          { path: "company", message: "Use at most 120 characters" },
          { path: "message", message: "Enter a message" },
        ]);
        expect(await stored(company)).toEqual([]);
      });

      it("is accepted from a browser without scripts, with a page as response", async () => {
        const company = "Without scripts";
        const answer = await post(site.stranger(), { ...letter, company });
        expect(answer.status).toBe(200);
        expect(await answer.text()).toContain("Thank you. Your request has been received.");
        expect(await stored(company)).toHaveLength(1);
      });

      it("returns to such a browser as it was filled in, each problem with its field", async () => {
        const answer = await post(site.stranger(), { ...letter, name: '"><b>Ada', email: "nobody" });
        expect(answer.status).toBe(422);
        const page = await answer.text();
        expect(page).toContain('value="&quot;&gt;&lt;b&gt;Ada"');
        expect(page).toContain('aria-invalid="true" aria-describedby="email-problem"');
        expect(page).toContain(
          '<small id="email-problem" class="problem">Enter a valid email address</small>',
        );
        expect(page).toContain("Two lines.");
        expect(page).not.toContain('id="message-problem"');
      });

      it("is dropped silently if a program filled in a hidden field", async () => {
        const company = "Trapped";
        const answer = await site.stranger().mutate("contact.send", { ...letter, company, website: "x" });
        expect(answer.status).toBe(200);
        expect(await stored(company)).toEqual([]);
      });

      it("is rejected from another site", async () => {
        const company = "Elsewhere";
        const answer = await post(
          site.stranger(),
          { ...letter, company },
          { "sec-fetch-site": "cross-site" },
        );
        expect(answer.status).toBe(403);
        expect(await stored(company)).toEqual([]);
      });
    });

    it("is accepted five times per hour from one network, by either route", async () => {
      const company = "Too many";
      const visitor = site.stranger();
      for (let sent = 0; sent < 5; sent += 1) {
        expect((await visitor.mutate("contact.send", { ...letter, company })).status).toBe(200);
      }
      expect((await visitor.mutate("contact.send", { ...letter, company })).code).toBe("TOO_MANY_REQUESTS");
      const form = await post(visitor, { ...letter, company });
      expect(form.status).toBe(429);
      expect(Number(form.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(await stored(company)).toHaveLength(5);
    });

    it("is deleted after two years", async () => {
      const company = "Long ago";
      await site.stranger().mutate("contact.send", { ...letter, company });
      const later = (days: number) => new Date(Date.now() + days * 86_400_000);
      const [request] = await stored(company);
      const { contactRequests } = peopleTables;
      const ofThis = eq(contactRequests.id, request?.id ?? "");
      await site.people.db
        .update(contactRequests)
        .set({ at: later(-729) })
        .where(ofThis);
      await forgetExpired(site.people);
      expect(await stored(company)).toHaveLength(1);
      await site.people.db
        .update(contactRequests)
        .set({ at: later(-731) })
        .where(ofThis);
      await forgetExpired(site.people);
      expect(await stored(company)).toEqual([]);
    });
  });
}

/** A message of the contact form. */
const letter = {
  topic: "plan",
  name: "Ada Reader",
  email: "ada@reader.example",
  company: "Reader",
  message: "Two lines.\r\nThe second.",
};

/** Opens the site that the suite runs on. */
export async function siteOn(databaseUrl: string | null) {
  const site = await openPeopleSite({ databaseUrl, env: { CONTACT_EMAIL: DESK } });
  return { site, close: () => site.close() };
}
