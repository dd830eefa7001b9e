/**
 * Policies, roles and their assignments in a real browser: created, found, changed and deleted by an administrator
 * only.
 */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { accessibilityProblems } from "../support/accessibilityProblems";
import { problemsInBothThemes } from "../support/expectFit";
import { statusOf, untilFrameHydrated } from "../support/openPage";
import { type PeopleBrowser, startPeopleBrowser } from "../support/peopleBrowser";
import { pick } from "../support/pick";
import { saveScreenshot } from "../support/saveScreenshot";
import { overflow } from "../support/screenProblems";
import { delayScripts } from "../support/slowBrowser";

const administrator = "operator@admin.example";
const sets = [
  ["/admin/api_access_policies", "Access policies", "New policy"],
  ["/admin/api_access_roles", "Access roles", "New role"],
  ["/admin/api_access_policy_assignments", "Policy assignments", "New policy assignment"],
  ["/admin/api_access_user_roles", "User roles", "New user role"],
  ["/admin/api_access_org_roles", "Organization roles", "New organization role"],
  ["/admin/api_access_key_roles", "Key roles", "New key role"],
] as const;

describe.skipIf(inject("browserMissing") !== "")("the administration of API access", () => {
  let people: PeopleBrowser;
  let storageState: Awaited<ReturnType<ReturnType<Page["context"]>["storageState"]>>;

  beforeAll(async () => {
    people = await startPeopleBrowser({ ADMIN_EMAILS: administrator });
  });
  afterAll(() => people?.close());

  const open = () =>
    people.open({ storageState, viewport: { width: 1280, height: 900 }, colorScheme: "light" });
  const choose = async (page: Page, label: string | RegExp, option: string) => {
    await untilFrameHydrated(page);
    // By keyboard: a list opened by mouse takes a click at once for the end of the press that opened it.
    await page.getByRole("combobox", { name: label }).press("Enter");
    await pick(page.getByRole("option", { name: option, exact: true }));
    await page.keyboard.press("Escape");
  };

  /** A reference to a record of another kind: its list closes with the choice, since only one is allowed. */
  const refer = async (page: Page, label: string, option: string) => {
    await page.getByRole("combobox", { name: label }).click();
    await pick(page.getByRole("option", { name: option, exact: true }));
    await page.getByRole("option").first().waitFor({ state: "detached" });
    await expect.poll(() => page.getByRole("combobox", { name: label }).textContent()).toBe(option);
  };

  /** Adds the condition “Name contains dollar” to a row filter, without submitting the surrounding form. */
  const addCondition = async (page: Page) => {
    await page.getByRole("button", { name: "Add condition" }).click();
    const form = page.getByRole("dialog");
    await form.getByRole("combobox", { name: "Field" }).press("Enter");
    await pick(page.getByRole("option", { name: "Name", exact: true }));
    await form.getByRole("textbox", { name: "Value" }).fill("dollar");
    await form.getByRole("textbox", { name: "Value" }).press("Enter");
    await page.getByText("Name contains dollar").waitFor();
  };

  it("is rejected for visitors and non-administrators by the server", async () => {
    const { page } = await people.open();
    await people.signInKnown(page, "member@admin.example");
    for (const [path] of sets) {
      for (const address of [path, `${path}/new`, `${path}/1`, `${path}/1/edit`]) {
        const stranger = await fetch(`${people.product.url}${address}`, { redirect: "manual" });
        expect([address, stranger.status]).toEqual([address, 302]);
        expect([address, await statusOf(page, address)]).toEqual([address, 403]);
      }
    }
    const code = await page.evaluate(async () => {
      const response = await fetch("/api/trpc/records.create", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ record: "api_access_roles", values: { name: "Mine" } }),
      });
      return (await response.json()).error.data.code;
    });
    expect(code).toBe("FORBIDDEN");
  });

  it("shows that a kind has no records", async () => {
    const { page } = await people.open();
    await people.signInKnown(page, administrator);
    storageState = await page.context().storageState();
    for (const [path, heading, create] of sets) {
      await page.goto(path);
      expect(await page.locator("h1").textContent()).toBe(heading);
      await page.getByText(`No ${heading.toLowerCase()} yet`).waitFor();
      expect(await page.getByRole("link", { name: create }).count()).toBe(1);
    }
  });

  it("creates a policy, reports errors at their field, and shows it", async () => {
    const { page, errors } = await open();
    await page.goto("/admin/api_access_policies");
    await page.getByRole("link", { name: "New policy" }).click();
    await page.getByRole("button", { name: "Create policy" }).click();
    await page.getByText("Enter a name").waitFor();
    await expect.poll(() => page.getByLabel("Name").getAttribute("aria-invalid")).toBe("true");
    await page.waitForFunction(() => document.activeElement?.getAttribute("name") === "name");
    await page.getByText("Choose an effect").waitFor();
    await page.getByLabel("Name").fill("Ethereum only");
    expect(await page.getByRole("combobox", { name: /^Resources/ }).textContent()).toBe("All");
    await choose(page, "Effect", "Allow");
    await choose(page, /^Resources/, "assets");
    await page.getByRole("button", { name: "Edit as JSON" }).click();
    await page.getByLabel(/^Row filter/).fill("{not json");
    await page.getByLabel(/^Days of history/).fill("many");
    await page.getByRole("button", { name: "Create policy" }).click();
    await page.getByText("Enter a whole number").waitFor();
    await page.getByLabel(/^Days of history/).fill("365");
    await page.getByRole("button", { name: "Create policy" }).click();
    await page.getByText("Enter a filter in JSON").waitFor();
    await saveScreenshot(page, "policy-form-errors");
    await page.getByLabel(/^Row filter/).fill('{"operator": "equals", "field": "nope", "value": 1}');
    await page.getByRole("button", { name: "Create policy" }).click();
    await page.getByText('nope: Assets cannot be filtered by "nope"').waitFor();
    await page.getByRole("button", { name: "Edit as JSON" }).click();
    await page.getByRole("button", { name: /^Remove condition: nope/ }).click();
    await addCondition(page);
    const filter = '{"operator":"ilike","field":"name","value":"%dollar%"}';
    await page.getByRole("button", { name: "Create policy" }).click();
    await page.waitForURL(/\/admin\/api_access_policies\/\d+$/);
    await page.getByRole("heading", { name: "Ethereum only", level: 1 }).waitFor();
    await expect.poll(() => page.locator("dd pre").textContent()).toBe(filter);
    const shown = await page.locator("dl > div").allTextContents();
    expect(shown).toEqual(expect.arrayContaining(["ActionsBoth", "Hidden fields and metricsNone"]));
    expect(errors.filter((line) => !line.includes("400"))).toEqual([]);
  });

  it("creates a role, assigns the policy to it and the role to a user and an organization", async () => {
    const { page } = await open();
    await page.goto("/admin/api_access_roles/new");
    await page.getByLabel("Name").fill("Analysts");
    await page.getByRole("button", { name: "Create role" }).click();
    await page.waitForURL(/\/admin\/api_access_roles\/\d+$/);
    for (const [path, fields, button] of [
      [
        "/admin/api_access_policy_assignments",
        [
          ["Policy", "Ethereum only"],
          ["Role", "Analysts"],
        ],
        "Create policy assignment",
      ],
      [
        "/admin/api_access_user_roles",
        [
          ["User", "member@admin.example"],
          ["Role", "Analysts"],
        ],
        "Create user role",
      ],
    ] as const) {
      await page.goto(`${path}/new`);
      for (const [label, option] of fields) await refer(page, label, option);
      await saveScreenshot(page, `new-${path.split("/").at(-1)}`);
      await page.getByRole("button", { name: button }).click();
      await page.waitForURL((url) => url.pathname.startsWith(path) && !url.pathname.endsWith("/new"));
    }
    await page.goto("/admin/api_access_user_roles");
    await page.getByRole("link", { name: "member@admin.example" }).waitFor();
    await page.goto("/admin/api_access_org_roles/new");
    await page.getByRole("combobox", { name: "Organization" }).click();
    await pick(page.getByRole("option").first());
    await refer(page, "Role", "Analysts");
    await page.getByRole("button", { name: "Create organization role" }).click();
    await page.waitForURL((url) => url.pathname === "/admin/api_access_org_roles");
    await page.locator("main tbody th a").waitFor();
  });

  it("finds records by words and filters, and sorts them, by the URL", async () => {
    const { page } = await open();
    await page.goto("/admin/api_access_policies/new");
    await page.getByLabel("Name").fill("No loans");
    await choose(page, "Effect", "Deny");
    await choose(page, /^Resources/, "loans");
    await page.getByRole("button", { name: "Create policy" }).click();
    await page.waitForURL(/\/admin\/api_access_policies\/\d+$/);
    const names = () => page.locator("main tbody th").allTextContents();
    await page.goto("/admin/api_access_policies");
    await expect.poll(names).toEqual(["Ethereum only", "No loans"]);
    await page.getByRole("row", { name: /^No loans Deny Loans Both/ }).waitFor();
    await page.goto("/admin/api_access_policies?q=loan");
    await expect.poll(names).toEqual(["No loans"]);
    await page.goto("/admin/api_access_policies?sort=-name");
    await expect.poll(names).toEqual(["No loans", "Ethereum only"]);
    const filters = JSON.stringify([["effect", "in", ["allow"]]]);
    await page.goto(`/admin/api_access_policies?${new URLSearchParams({ filters })}`);
    await expect.poll(names).toEqual(["Ethereum only"]);
    await page.getByRole("link", { name: "Remove filter: Effect is one of Allow" }).click();
    await page.getByRole("link", { name: "No loans" }).waitFor();
  });

  it("edits by keyboard alone", async () => {
    const { page } = await open();
    await page.goto("/admin/api_access_roles");
    await page.getByRole("link", { name: "Analysts" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Edit", exact: true }).focus();
    await page.keyboard.press("Enter");
    await page.getByLabel(/^Description/).focus();
    await page.keyboard.type("Reads stablecoins.");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByText("Reads stablecoins.").waitFor();
  });

  it("saves text typed before scripts ran", async () => {
    const { page } = await open();
    const release = await delayScripts(page);
    await page.goto("/admin/api_access_roles/1/edit", { waitUntil: "commit" });
    await page.getByLabel(/^Description/).fill("Reads treasuries.");
    release();
    await page.locator("main form:not([data-awaits-scripts])").waitFor();
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByText("Reads treasuries.").waitFor();
  });

  it("saves a form submitted before scripts ran", async () => {
    const { page } = await open();
    const release = await delayScripts(page);
    await page.goto("/admin/api_access_roles/1/edit", { waitUntil: "commit" });
    await page.getByLabel(/^Description/).fill("Reads bonds.");
    await page.getByRole("button", { name: "Save changes" }).click();
    release();
    await page.getByText("Reads bonds.").waitFor();
  });

  it("explains why a user's keys may read a resource or not, and which policy decides", async () => {
    const { page, errors } = await open();
    await page.goto("/admin/api_access_policies");
    await page.getByRole("link", { name: "Check API access" }).click();
    await page.getByLabel("User or API key").fill("nobody@admin.example");
    await page.getByRole("button", { name: "Check", exact: true }).click();
    await page.getByText("No user or API key matches").waitFor();
    await people.product.cadastre("plans", "set", "admin.example", "PREMIUM_ALL_ACCESS");
    await page.getByLabel("User or API key").fill("member@admin.example");
    await page.getByRole("button", { name: "Check", exact: true }).click();
    await page.getByText("The plan includes it, and no policy denies it.").waitFor();
    await page.getByRole("row", { name: /Ethereum only/ }).waitFor();
    await saveScreenshot(page, "check-access");
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(errors.filter((line) => !line.includes("404"))).toEqual([]);
  });

  it("creates a key for a partner with its own role, and shows the key once", async () => {
    const { page, errors } = await open();
    await page.goto("/admin/api_access_policies");
    await page.getByRole("link", { name: "Key for a partner" }).click();
    await page.getByRole("heading", { name: "Key for a partner", level: 1 }).waitFor();
    await page.getByRole("button", { name: "Create key" }).click();
    await expect.poll(() => page.getByLabel("Name").getAttribute("aria-invalid")).toBe("true");
    await page.getByLabel("Name").fill("Acme");
    await addCondition(page);
    await page.getByLabel(/^Days of history/).fill("365");
    await page.getByLabel(/^Requests per minute/).fill("30");
    await saveScreenshot(page, "partner-key");
    await page.getByRole("button", { name: "Create key" }).click();
    const secret = await page.locator("code", { hasText: /^cad_/ }).textContent();
    const ask = (path: string) =>
      fetch(`${people.product.url}/api/v4/${path}`, { headers: { authorization: `Bearer ${secret}` } });
    expect((await ask("assets")).status).toBe(200);
    expect((await ask("companies")).status).toBe(403);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("link", { name: "Open the key" }).click();
    await page.getByRole("heading", { name: /^Acme · cad_/, level: 1 }).waitFor();
    await page.getByRole("heading", { name: "Used by" }).waitFor();
    await untilFrameHydrated(page);
    await page.getByRole("button", { name: /^Revoke Acme/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await page.getByRole("button", { name: /^Revoke Acme/ }).waitFor({ state: "detached" });
    expect((await ask("assets")).status).toBe(401);
    expect(errors.filter((line) => !line.includes("400"))).toEqual([]);
  });

  it("shows the dependants of a role before its deletion, and deletes all of them", async () => {
    const { page } = await open();
    await page.goto("/admin/api_access_roles");
    await page.getByRole("link", { name: "Analysts" }).click();
    await page.getByRole("heading", { name: "Used by" }).waitFor();
    // The browser may have followed the link itself: the page listens once its scripts run.
    await untilFrameHydrated(page);
    await page.getByRole("button", { name: "Delete" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Ethereum only · Analysts").waitFor();
    await dialog.getByText("member@admin.example · Analysts").waitFor();
    await saveScreenshot(page, "delete-role");
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Delete all 4" }).click();
    await page.waitForURL((url) => url.pathname === "/admin/api_access_roles");
    await expect.poll(() => page.locator("main tbody th").allTextContents()).toEqual(["Acme"]);
    await page.goto("/admin/api_access_policy_assignments");
    await expect.poll(() => page.locator("main tbody th").allTextContents()).toEqual(["Acme"]);
  });

  it("responds with 404 for unknown records", async () => {
    const { page } = await open();
    for (const [path] of sets) {
      for (const id of ["999999", "abc"]) {
        expect(await statusOf(page, `${path}/${id}/edit`)).toBe(404);
      }
    }
    expect((await page.goto("/admin/api_access_policies/999999"))?.status()).toBe(404);
  });

  it("is accessible in both themes, and fits 1280 and 320 px", async () => {
    const { page, errors } = await open();
    const first = async () => {
      await page.goto("/admin/api_access_policies");
      return (await page.getByRole("link", { name: "Ethereum only" }).getAttribute("href")) ?? "";
    };
    const policy = await first();
    await page.goto("/admin/audit_log");
    const entry = await page.locator("main tbody th a").first().getAttribute("href");
    for (const path of [
      "/admin/api_access_policies",
      policy,
      // JSON values, some of which cannot wrap.
      entry ?? "",
      `${policy}/edit`,
      "/admin/api_access_user_roles/new",
      "/admin/api_access_partner_key",
    ]) {
      await page.goto(path, { waitUntil: "networkidle" });
      for (const width of [320, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        await saveScreenshot(page, `${width}-${path.replaceAll("/", "_")}`);
        expect(await overflow(page), `${path} at ${width}`).toBe(0);
      }
      expect(await problemsInBothThemes(page), path).toEqual([]);
    }
    expect(errors).toEqual([]);
  });
});
