import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { User } from "#domain/people";
import { type Product, startProduct } from "../support/product";
import { Visitor } from "../support/visitor";

/** Without a mail server, as in a new installation. */
let product: Product;
beforeAll(async () => {
  product = await startProduct({ env: { SAMPLE_DATA: "off" } });
});
afterAll(() => product.remove());

const visitor = () => new Visitor((request) => fetch(request, { redirect: "manual" }), product.url);

/** The code from the server's log. */
const codeInLog = (email: string): string => {
  const mail = product
    .output()
    .split("\n")
    .findLast((line) => line.includes(email) && line.includes("sign-in code"));
  return /\\n(\d{6})\\n/.exec(mail ?? "")?.[1] ?? "";
};
const signIn = (email: string) =>
  visitor().signIn(email, { url: "", mails: [], codeFor: codeInLog, stop: async () => undefined });
const me = async (who: Visitor) => (await who.query("users.getProfile")).data as User;

describe("an operator, while the server runs", () => {
  it("finds the code in the log if no mail server is configured", async () => {
    const who = await signIn("first@operator.example");
    expect((await me(who)).email).toBe("first@operator.example");
  });

  it("enables all features from the start page, on the server's own machine and without an administrator", async () => {
    const open = async (headers: Record<string, string> = {}) =>
      (
        await fetch(`${product.url}/api/trpc/administration.openAllFeatures`, {
          method: "POST",
          headers: { "content-type": "application/json", ...headers },
        })
      ).status;
    const pools = async () => (await fetch(`${product.url}/pools`, { redirect: "manual" })).status;
    expect(await open({ "x-forwarded-for": "203.0.113.9" })).toBe(403);
    expect(await open({ "sec-fetch-site": "cross-site" })).toBe(403);
    const remote = await fetch(product.url, { headers: { "x-forwarded-for": "203.0.113.9" } });
    expect(await remote.text()).not.toContain("no administrator yet");
    const overview = async () => (await fetch(product.url)).text();
    expect(await overview()).toContain("Open all features to everyone");
    expect(await pools()).toBe(302);
    expect(await open()).toBe(200);
    // Visible to the next request: the page reloads at once.
    expect(await pools()).toBe(200);
    expect(await overview()).toContain("All features are open to everyone.");
    await product.cadastre("flags", "set", "all", "default", "--everyone");
    await product.cadastre("users", "grant", "temporary@operator.example", "--admin");
    await expect.poll(overview).not.toContain("no administrator yet");
    expect(await open()).toBe(403);
    await product.cadastre("users", "revoke", "temporary@operator.example", "--admin");
    await expect.poll(overview).toContain("no administrator yet");
  });

  it("sees on the start page how to become administrator, until there is one", async () => {
    const overview = async () => (await fetch(product.url)).text();
    expect(await overview()).toContain("npx cadastre users grant you@example.com --admin");
    await product.cadastre("users", "grant", "boss@operator.example", "--admin");
    await expect.poll(overview).not.toContain("no administrator yet");
  });

  it("enables all features with one command, and for administrators in any case", async () => {
    const statusOf = async (path: string) => (await fetch(product.url + path, { redirect: "manual" })).status;
    const gated = ["/issuers", "/real-estate", "/loans", "/assets", "/assets/timeseries"];
    const statuses = () => Promise.all(gated.map(statusOf));
    expect(await statuses()).toEqual(gated.map(() => 302));
    const boss = await signIn("boss@operator.example");
    expect(await Promise.all(gated.map(async (path) => (await boss.fetch(path)).status))).toEqual(
      gated.map(() => 200),
    );
    expect(await product.cadastre("flags", "set", "all", "on", "--everyone")).toMatchObject({
      code: 0,
      stdout: "All features are on for everyone.\n",
    });
    await expect.poll(statuses).toEqual(gated.map(() => 200));
    await product.cadastre("flags", "set", "all", "default", "--everyone");
    await expect.poll(statuses).toEqual(gated.map(() => 302));
    expect((await product.cadastre("flags", "list")).stdout).not.toContain("everyone");
  });

  it("grants a user the role of administrator, who then reaches the admin pages, and revokes it", async () => {
    const early = await product.cadastre("users", "grant", "boss@operator.example", "--admin");
    expect(early).toMatchObject({ code: 0, stdout: expect.stringContaining("/login") });
    const boss = await signIn("boss@operator.example");
    expect(await me(boss)).toMatchObject({ role: "ADMIN", features: { "enable-admin-tools": true } });
    expect((await boss.fetch("/admin/users")).status).not.toBe(403);
    expect((await (await signIn("worker@operator.example")).fetch("/admin/users")).status).toBe(403);
    expect((await product.cadastre("users", "admins")).stdout).toContain("boss@operator.example");
    await product.cadastre("users", "revoke", "boss@operator.example", "--admin");
    expect((await me(boss)).role).toBe("CUSTOMER");
    expect((await boss.fetch("/admin/users")).status).toBe(403);
  });

  it("reports missing and invalid arguments", async () => {
    expect(await product.cadastre("users", "grant", "a@b.example")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("--admin"),
    });
    expect(await product.cadastre("users", "grant", "nonsense", "--admin")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("not an email address"),
    });
  });

  it("puts organizations on plans and sets flags", async () => {
    const who = await signIn("lead@desk.example");
    const set = await product.cadastre("plans", "set", "desk.example", "TRIAL_ALL_ACCESS", "--days", "5");
    expect(set).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("desk.example is on TRIAL_ALL_ACCESS until"),
    });
    expect((await me(who)).features["enable-api-keys"]).toBe(true);
    await product.cadastre("flags", "set", "user", "lead@desk.example", "enable-api-keys", "off");
    expect((await me(who)).features["enable-api-keys"]).toBe(false);
    expect((await product.cadastre("flags", "list")).stdout).toContain("enable-api-keys  off");
    await product.cadastre("flags", "set", "user", "lead@desk.example", "enable-api-keys", "default");
    expect((await me(who)).features["enable-api-keys"]).toBe(true);
  });
});

describe("features for everyone", () => {
  const statusOf = async (path: string) => (await fetch(product.url + path, { redirect: "manual" })).status;
  const poolsCode = async () =>
    (await visitor().query("market.table", { resource: "pools", query: {} })).code;

  it("open pages and their data to visitors without an account, cached pages included, and close them again", async () => {
    expect([await statusOf("/pools"), await poolsCode()]).toEqual([302, "UNAUTHORIZED"]);
    expect(
      await product.cadastre("flags", "set", "enable-experimental-features", "on", "--everyone"),
    ).toEqual({
      code: 0,
      stdout: "enable-experimental-features is on for everyone.\n",
      stderr: expect.stringMatching(/^Installation: .*, server running \(process \d+\)\n$/),
    });
    await expect.poll(() => statusOf("/pools")).toBe(200);
    expect(await poolsCode()).toBeUndefined();
    expect(await (await fetch(`${product.url}/pools`)).text()).not.toContain("This page is not included");
    // The menu links to them as well.
    expect(await (await fetch(product.url)).text()).toContain('href="/pools"');
    expect((await product.cadastre("flags", "list")).stdout).toContain(
      "everyone  enable-experimental-features  on",
    );
    await product.cadastre("flags", "set", "enable-experimental-features", "default", "--everyone");
    await expect.poll(() => statusOf("/pools")).toBe(302);
    expect(await poolsCode()).toBe("UNAUTHORIZED");
  });

  it("do not include administration, and are overridden by settings of a user", async () => {
    expect(await product.cadastre("flags", "set", "enable-admin-tools", "on", "--everyone")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("enable-admin-tools cannot be set for everyone"),
    });
    const who = await signIn("one@single.example");
    await product.cadastre("flags", "set", "enable-api-keys", "on", "--everyone");
    expect((await me(who)).features["enable-api-keys"]).toBe(true);
    await product.cadastre("flags", "set", "user", "one@single.example", "enable-api-keys", "off");
    expect((await me(who)).features["enable-api-keys"]).toBe(false);
    await product.cadastre("flags", "set", "enable-api-keys", "default", "--everyone");
  });

  it("report missing and invalid arguments", async () => {
    for (const [words, message] of [
      [["user", "a@b.example", "enable-api-keys"], "Give a kind, a subject, a flag and a value"],
      [["user", "a@b.example", "enable-api-keys", "on", "off"], 'Too many arguments: "off"'],
      [["group", "a@b.example", "enable-api-keys", "on"], 'Unknown kind "group". Use one of'],
      [["user", "a@b.example", "api", "on"], 'Unknown flag "api". Use one of'],
      [["enable-api-keys", "yes", "--everyone"], 'Unknown value "yes". Use one of on, off, default'],
    ] as const) {
      expect(await product.cadastre("flags", "set", ...words)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(message),
      });
    }
  });
});

describe("a shutdown", () => {
  it("loses no counted request", async () => {
    const owner = await signIn("lead@counted.example");
    // Plans without the data API have no limit of requests.
    expect((await owner.query("plan.get")).data).toMatchObject({ usage: { requestsPerMinute: null } });
    await product.cadastre("plans", "set", "counted.example", "PREMIUM_ALL_ACCESS");
    const { key } = (await owner.mutate("apiKeys.create", { name: "Desk" })).data as { key: string };
    for (let i = 0; i < 3; i += 1) {
      const headers = { authorization: `Bearer ${key}` };
      expect((await fetch(`${product.url}/api/v4/platforms`, { headers })).status).toBe(200);
    }
    expect(await product.stop()).toBe(0);
    product = await startProduct({ env: { SAMPLE_DATA: "off" }, dataDir: product.dataDir });
    const again = visitor();
    again.cookies.set("cadastre_session", owner.cookies.get("cadastre_session") ?? "");
    expect((await again.query("plan.get")).data).toMatchObject({
      usage: { apiRequestsThisMonth: 3, requestsPerMinute: 600 },
    });
  });
});

describe("pages", () => {
  it("are the same for all anonymous visitors and never cached for signed-in users", async () => {
    const [one, other] = [visitor(), visitor()];
    const pages = await Promise.all([one.fetch("/networks"), other.fetch("/networks")]);
    expect(pages[0]?.headers.get("cache-control")).toBe("public, max-age=0, must-revalidate");
    expect(pages[0]?.headers.get("etag")).toBe(pages[1]?.headers.get("etag"));
    const mine = await (await signIn("reader@pages.example")).fetch("/networks");
    expect(mine.headers.get("cache-control")).toBe("private, no-store");
    expect(await mine.text()).toContain("reader@pages.example");
    expect(await (await visitor().fetch("/networks")).text()).not.toContain("reader@pages.example");
  });

  it("report an error in their embed view, too", async () => {
    const customer = await signIn("embeds@pages.example");
    for (const path of ["/assets", "/assets?embed=1"]) {
      const refused = await customer.fetch(path);
      expect(refused.status, path).toBe(403);
      const html = await refused.text();
      expect(html, path).toContain("This page is not included in your plan");
      expect(html, path).not.toContain("<table");
    }
  });

  it("redirect a visitor to sign in if an account is needed", async () => {
    const led = await visitor().fetch("/settings/profile");
    expect(led.status).toBe(302);
    expect(led.headers.get("location")).toBe(
      "/login?error=SessionRequired&callbackUrl=%2Fsettings%2Fprofile",
    );
  });
});
