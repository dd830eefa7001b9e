/** An installation that requires sign-in and limits who can create an account. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApiKey } from "#accounts/apiKeys";
import { addUser } from "#accounts/users";
import { appRouter } from "#api";
import { proceduresOfSignIn } from "#domain/screens";
import { peopleTables } from "#stores";
import { openPeopleSite, type PeopleSite } from "../support/peopleSite";
import type { Visitor } from "../support/visitor";

let site: PeopleSite;
let member: Visitor;
let key: string;
beforeAll(async () => {
  site = await openPeopleSite({
    env: { REQUIRE_SIGN_IN: "on", SIGN_UP: "firm.example", ADMIN_EMAILS: "boss@elsewhere.example" },
  });
  member = await site.signedIn("member@firm.example");
  key = (await createApiKey(site.people, { name: "test" })).key;
});
afterAll(() => site.close());

const login = (path: string) =>
  `/login?${new URLSearchParams({ error: "SessionRequired", callbackUrl: path })}`;

describe("a visitor without an account", () => {
  it.each(["/", "/stablecoins?range=1y", "/embed?embed=1", "/treasuries?embed=1", "//Assets/", "/nowhere"])(
    "is redirected from page %s to the sign-in page",
    async (path) => {
      for (const method of ["GET", "HEAD"]) {
        const response = await site.stranger().fetch(path, { method });
        expect([response.status, response.headers.get("location")]).toEqual([302, login(path)]);
        expect(await response.text()).toBe("");
      }
    },
  );

  it.each([
    "/api/v4/status",
    "/v4/status",
    "/api/v4/assets",
    "/api/v4/assets/meta",
    "/api/v4/openapi.json",
    "/api/v3/tokens/aggregates/timeseries",
    "/v3/tokens/aggregates/timeseries",
    "/api/nowhere",
    "/export/assets.csv",
    "/export/stored/2026-01-01/manifest.json",
    "/news.atom",
    "/new-asset-monitor.atom?kind=assets",
    "/sitemap.xml",
  ])("gets 401 from %s", async (path) => {
    for (const method of ["GET", "HEAD"]) {
      const response = await site.stranger().fetch(path, { method });
      expect([method, response.status]).toEqual([method, 401]);
      expect(response.headers.get("cache-control")).not.toContain("public");
    }
    const wrongKey = await site.stranger().fetch(path, { headers: { authorization: "Bearer cad_none" } });
    expect(wrongKey.status).toBe(401);
  });

  it("can call only the procedures that sign-in needs, batched or not", async () => {
    const stranger = site.stranger();
    expect((await stranger.query("users.getProfile")).status).toBe(200);
    const closed = Object.keys(appRouter._def.procedures).filter((name) => !proceduresOfSignIn.has(name));
    expect(closed).toEqual(expect.arrayContaining(["market.status", "contact.send"]));
    for (const name of closed) {
      const { _def } = Reflect.get(appRouter._def.procedures, name) as { _def: { type: string } };
      const result = _def.type === "mutation" ? stranger.mutate(name, {}) : stranger.query(name, {});
      expect([name, (await result).code]).toEqual([name, "UNAUTHORIZED"]);
    }
    const batch = await stranger.fetch("/api/trpc/users.getProfile,market.status?batch=1&input={}");
    const [profile, status] = (await batch.json()) as { error?: { message: string } }[];
    expect(profile?.error).toBeUndefined();
    expect(status?.error?.message).toBe("Sign in to do this.");
  });

  it("reaches sign-in, the health check and no other file for robots", async () => {
    const stranger = site.stranger();
    for (const path of ["/login", "/auth/verify", "/auth/error?error=Verification", "/healthz"]) {
      expect([path, (await stranger.fetch(path)).status]).toEqual([path, 200]);
    }
    expect((await stranger.fetch("/api/auth/csrf")).status).toBe(200);
    expect(await (await stranger.fetch("/robots.txt")).text()).toBe("User-agent: *\nDisallow: /\n");
    const preflight = await stranger.fetch("/api/v4/assets", { method: "OPTIONS" });
    expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
    const refused = await stranger.fetch("/api/v4/status");
    expect(refused.headers.get("access-control-allow-origin")).toBe("*");
  });

  it("is rejected with a key anywhere outside the data API", async () => {
    const authorization = `Bearer ${key}`;
    const ask = (path: string) => site.stranger().fetch(path, { headers: { authorization } });
    for (const path of ["/api/v4/status", "/v4/openapi.json", "/api/v4/assets/meta"]) {
      expect([path, (await ask(path)).status]).toEqual([path, 200]);
    }
    for (const path of ["/news.atom", "/export/assets.csv", "/sitemap.xml"]) {
      expect([path, (await ask(path)).status]).toEqual([path, 401]);
    }
    expect((await ask("/stablecoins")).status).toBe(302);
  });
});

describe("a signed-in user", () => {
  it("sees pages, files, feeds and charts, which shared caches do not store", async () => {
    for (const path of ["/stablecoins", "/embed?embed=1"]) {
      expect(await (await member.fetch(path)).text()).toContain("member@firm.example");
    }
    for (const path of ["/api/v4/status", "/export/assets.csv", "/news.atom", "/sitemap.xml"]) {
      const response = await member.fetch(path);
      expect([path, response.status]).toEqual([path, 200]);
      expect(response.headers.get("cache-control") ?? "").not.toContain("public");
    }
    expect((await member.query("market.status")).status).toBe(200);
  });
});

describe("signing up", () => {
  const account = (email: string) =>
    site.people.db.query.users.findFirst({ where: (users, { eq }) => eq(users.email, email) });

  async function enterCode(email: string): Promise<string> {
    const visitor = site.stranger();
    const form = { csrfToken: await visitor.csrfToken(), email, json: "true", callbackUrl: "/" };
    const codeRequest = await visitor.fetch("/api/auth/signin/email", {
      method: "POST",
      body: new URLSearchParams(form),
    });
    // The response does not reveal whether the address has an account.
    expect([codeRequest.status, await codeRequest.text()]).toEqual([
      200,
      expect.stringContaining("/auth/verify"),
    ]);
    const code = new URLSearchParams({ email, token: site.mail.codeFor(email), callbackUrl: "/" });
    const entered = await visitor.fetch(`/api/auth/callback/email?${code}`);
    expect(visitor.cookies.has("cadastre_session")).toBe(!entered.headers.get("location")?.includes("error"));
    return entered.headers.get("location") ?? "";
  }

  it.each(["someone@elsewhere.example", "someone@sub.firm.example", "someone@notfirm.example"])(
    "is rejected for %s, without creating an account",
    async (email) => {
      expect(await enterCode(email)).toBe("/auth/error?error=SignUpLimited");
      expect(await account(email)).toBeUndefined();
    },
  );

  it("is open to the domains of the setting, administrators, added and invited addresses", async () => {
    await addUser(site.people, "Added@elsewhere.example", "operator");
    const organization = await site.people.db.query.organizations.findFirst();
    const invite = (email: string, expiresAt: Date) =>
      site.people.db
        .insert(peopleTables.invitations)
        .values({ organizationId: organization?.id ?? "", email, role: "member", expiresAt });
    await invite("invited@elsewhere.example", new Date(Date.now() + 60_000));
    await invite("late@elsewhere.example", new Date(Date.now() - 60_000));
    for (const email of [
      "new@firm.example",
      "boss@elsewhere.example",
      "added@elsewhere.example",
      "invited@elsewhere.example",
    ]) {
      expect([email, await enterCode(email)]).toEqual([email, "/"]);
      expect(await account(email)).toBeDefined();
    }
    expect(await enterCode("late@elsewhere.example")).toContain("SignUpLimited");
  });
});
