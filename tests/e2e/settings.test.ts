/** The settings in a real browser: profile, theme, sessions, plan, team and keys. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import {
  acquisitionChannelOptions,
  assetClassInterestOptions,
  companyTypeOptions,
  occupationOptions,
} from "#domain/vocabulary";
import { accessibilityProblems } from "../support/accessibilityProblems";
import { problemsInBothThemes } from "../support/expectFit";
import { untilFrameHydrated } from "../support/openPage";
import {
  accountButton,
  completeProfile,
  enterEmail,
  openPeopleProduct,
  type SharedPeople,
  startPeopleBrowser,
} from "../support/peopleBrowser";
import { pick, pickByKey } from "../support/pick";
import { saveScreenshot } from "../support/saveScreenshot";
import { waitForEvent } from "../support/waitForEvent";

let people: SharedPeople;

describe.skipIf(inject("browserMissing") !== "")("the settings", () => {
  beforeAll(async () => {
    people = await openPeopleProduct();
  });
  afterAll(() => people?.close());

  const member = async (email: string, path = "/settings") => {
    const opened = await people.open();
    await people.signInKnown(opened.page, email, path);
    await untilFrameHydrated(opened.page);
    return opened;
  };
  const optionsOf = async (page: Page, label: string) => {
    await page.getByRole("combobox", { name: label }).click();
    await page.getByRole("option").first().waitFor();
    const labels = await page.getByRole("option").allTextContents();
    await page.keyboard.press("Escape");
    // Otherwise the next list is read while this one is still shown.
    await page.getByRole("option").first().waitFor({ state: "detached" });
    return labels;
  };
  const profileOf = (page: Page) =>
    page.evaluate(() =>
      fetch("/api/trpc/users.getProfile")
        .then((response) => response.json())
        .then((answer) => answer.result.data),
    );
  const chosenTheme = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme);
  const plan = async (domain: string, type: string) => {
    const { code, stderr } = await people.product.cadastre("plans", "set", domain, type);
    expect(stderr).toMatch(/^Installation: .*\n$/);
    expect(code).toBe(0);
  };

  describe("of the profile", () => {
    it("offer every option of the specification", async () => {
      const { page } = await member("options@profile.example", "/settings/profile");
      const labels = (options: readonly { label: string }[]) => options.map(({ label }) => label);
      expect(await optionsOf(page, "Company type")).toEqual(labels(companyTypeOptions));
      expect(await optionsOf(page, "Occupation")).toEqual(labels(occupationOptions));
      expect(await optionsOf(page, "How did you hear about us?")).toEqual(labels(acquisitionChannelOptions));
      expect(await page.getByRole("checkbox").count()).toBe(assetClassInterestOptions.length);
      expect(await page.getByLabel("Email", { exact: true }).getAttribute("readonly")).not.toBeNull();
    });

    it("print their content, without their buttons", async () => {
      const { page } = await member("prints@profile.example", "/settings/profile");
      await page.emulateMedia({ media: "print" });
      for (const label of ["Full name", "Company"]) {
        expect(await page.getByLabel(label, { exact: true }).isVisible()).toBe(true);
      }
      expect(await page.getByRole("combobox", { name: "Occupation" }).isVisible()).toBe(true);
      expect(await page.locator('button[type="submit"]').isVisible()).toBe(false);
      await saveScreenshot(page, "settings-profile-print");
    });

    it("save changes and confirm them", async () => {
      const { page, errors } = await member("saves@profile.example", "/settings/profile");
      const save = page.getByRole("button", { name: "Save changes" });
      await expect.poll(() => save.isDisabled()).toBe(true);
      await page.getByLabel("Full name").fill(" Sam Saver ");
      await page.getByRole("combobox", { name: "Occupation" }).click();
      await pick(page.getByRole("option", { name: "Investor - Credit" }));
      await page.getByRole("checkbox", { name: "Stablecoins" }).click();
      await page.getByRole("switch").click();
      await save.click();
      await page.getByRole("status").filter({ hasText: "Saved" }).waitFor();
      await expect.poll(() => save.isDisabled()).toBe(true);
      await page.getByRole("button", { name: "Account: Sam Saver" }).waitFor();
      expect(await profileOf(page)).toMatchObject({
        name: "Sam Saver",
        profile: {
          company: "Acme",
          companyType: "Media",
          occupation: "Investor - Credit",
          assetClassInterests: ["Stablecoins"],
          shouldReceiveMarketing: false,
        },
      });
      expect(errors).toEqual([]);
    });

    it("keep input while the server is slow to save", async () => {
      const { page } = await member("types@profile.example", "/settings/profile");
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route("**/api/trpc/users.updateName*", async (route) => {
        await released;
        await route.continue();
      });
      const name = page.getByLabel("Full name");
      const company = page.getByLabel("Company", { exact: true });
      const save = page.getByRole("button", { name: "Save changes" });
      await name.fill("Tess Typist");
      await waitForEvent(page.waitForRequest(/users\.updateName/), () => save.press("Enter"));
      // The focus stays in place for keyboard users.
      await expect.poll(() => save.getAttribute("aria-busy")).toBe("true");
      expect(await save.evaluate((button) => button === document.activeElement)).toBe(true);
      await company.fill("Typed later");
      release();
      await page.getByRole("button", { name: "Account: Tess Typist" }).waitFor();
      expect(await company.inputValue()).toBe("Typed later");
      expect((await profileOf(page)).profile.company).toBe("Acme");
      await save.click();
      await page.getByRole("status").filter({ hasText: "Saved" }).waitFor();
      expect(await profileOf(page)).toMatchObject({
        name: "Tess Typist",
        profile: { company: "Typed later" },
      });
    });

    it("name the invalid field, and report what failed", async () => {
      const { page } = await member("wrong@profile.example", "/settings/profile");
      await page.getByLabel("Company", { exact: true }).fill("x".repeat(201));
      await page.getByRole("button", { name: "Save changes" }).click();
      await page.getByText("Company names can have at most 200 characters").waitFor();
      await expect
        .poll(() => page.getByLabel("Company", { exact: true }).getAttribute("aria-invalid"))
        .toBe("true");
      await page.getByLabel("Company", { exact: true }).fill("Shorter");
      await page.route("**/api/trpc/userSettings.updateProfile*", (route) => route.abort());
      await page.getByRole("button", { name: "Save changes" }).click();
      await page.getByRole("alert").filter({ hasText: "Cannot reach the server." }).waitFor();
    });
  });

  describe("of the theme", () => {
    it("follow the account to another browser, and back", async () => {
      const here = await member("theme@themes.example");
      await here.page.getByRole("radio", { name: "Dark", exact: true }).check({ force: true });
      await expect.poll(() => chosenTheme(here.page)).toBe("dark");
      await expect.poll(async () => (await profileOf(here.page)).preferences.darkMode).toBe(true);

      const there = await people.open({ colorScheme: "light" });
      await people.signIn(there.page, "theme@themes.example");
      await expect.poll(() => chosenTheme(there.page)).toBe("dark");
      await there.page.getByRole("radio", { name: "Light", exact: true }).check({ force: true });
      await expect.poll(async () => (await profileOf(there.page)).preferences.darkMode).toBe(false);

      await here.page.reload();
      await expect.poll(() => chosenTheme(here.page)).toBe("light");
    });

    it("adopt this browser's choice if the account has none", async () => {
      const { page } = await people.open({ colorScheme: "light" });
      await page.goto("/login");
      await page.evaluate(() => localStorage.setItem("theme", "dark"));
      await people.signIn(page, "first@themes.example");
      await expect.poll(async () => (await profileOf(page)).preferences.darkMode).toBe(true);
      await expect.poll(() => chosenTheme(page)).toBe("dark");
    });
  });

  it("list sessions, end one elsewhere, and all of them", async () => {
    const here = await member("many@sessions.example");
    const there = await people.open();
    await people.signIn(there.page, "many@sessions.example");
    await here.page.reload();
    await untilFrameHydrated(here.page);
    const rows = here.page.getByRole("region", { name: "Sessions" }).getByRole("listitem");
    await expect.poll(() => rows.count()).toBe(2);
    await rows.filter({ hasText: "This browser" }).waitFor();
    await rows.getByRole("button", { name: /^Sign out / }).click();
    await expect.poll(() => rows.count()).toBe(1);
    await there.page.goto("/settings");
    await there.page.waitForURL("**/login?**");

    await here.page.getByRole("button", { name: "Sign out everywhere" }).click();
    await here.page.waitForURL(`${people.product.url}/`);
    await here.page.goto("/settings");
    await here.page.waitForURL("**/login?**");
  });

  it("export everything that is stored, and delete the account when confirmed", async () => {
    const { page } = await member("gone@gmail.com");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download my data" }).click(),
    ]);
    const data = JSON.parse(readFileSync(await download.path(), "utf8"));
    expect(data.user).toMatchObject({ email: "gone@gmail.com", company: "Acme" });

    await page.getByRole("button", { name: "Delete account…" }).click();
    const confirm = page.getByRole("button", { name: "Delete permanently" });
    await expect.poll(() => confirm.isDisabled()).toBe(true);
    await page.getByLabel("Type gone@gmail.com to confirm").fill("gone@gmail.com");
    await confirm.click();
    await page.waitForURL(`${people.product.url}/`);
    await page.goto("/settings");
    await page.waitForURL("**/login?**");
  });

  it("show the plan, its features and how to change it", async () => {
    const { page, errors } = await member("pays@plans.example", "/settings/plan");
    await page.getByRole("heading", { name: "Free plan" }).waitFor();
    expect(await page.getByRole("row").count()).toBe(5);
    await page.getByRole("row", { name: /^Free .* none$/ }).waitFor();
    const tabs = page.getByRole("navigation", { name: "Settings" });
    // On a phone the head names the subject of the limits, which would otherwise be bare numbers.
    const limit = page.locator("thead").getByText("Requests per minute");
    await page.setViewportSize({ width: 320, height: 900 });
    await expect.poll(async () => (await limit.boundingBox())?.height).toBeGreaterThan(10);
    expect(await tabs.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await page.setViewportSize({ width: 1280, height: 900 });
    expect(await tabs.getByRole("link").allTextContents()).toEqual([
      "Account",
      "Profile",
      "Plan",
      "Organizations",
      "Watches",
    ]);
    await plan("plans.example", "TRIAL_ALL_ACCESS");
    await page.reload();
    await page.getByText(/The trial ends on .*, then the plan changes to Free\./).waitFor();
    expect(
      await page.getByRole("navigation", { name: "Settings" }).getByRole("link").allTextContents(),
    ).toEqual(["Account", "Profile", "Plan", "Organizations", "Watches", "Team", "API keys"]);
    expect(errors).toEqual([]);
  });

  it("are linked from the menu of the account, as far as the plan includes them", async () => {
    const { page } = await member("leads@menus.example");
    await plan("menus.example", "PREMIUM_ALL_ACCESS");
    await page.reload();
    await untilFrameHydrated(page);
    await accountButton(page).click();
    await page.getByRole("menu").waitFor();
    const items = page.getByRole("menuitem");
    await expect
      .poll(() => items.allTextContents())
      .toEqual([
        "Watchlist",
        "Settings",
        "Profile",
        "Plan",
        "Organizations",
        "Watches",
        "Team",
        "API keys",
        "Sign out",
      ]);
    await items.filter({ hasText: "API keys" }).click();
    await page.waitForURL("**/settings/api-keys");
    await expect.poll(() => page.title()).toBe("Cadastre | API keys");
  });

  it("say what is missing if the plan does not include a page", async () => {
    const { page } = await member("free@without.example");
    const response = await page.goto("/settings/team");
    expect(response?.status()).toBe(403);
    await page.getByText("This page is not included in your plan").waitFor();
    await page.getByRole("link", { name: "Your plan", exact: true }).click();
    await page.waitForURL("**/settings/plan");
  });

  it("invite colleagues, assign their roles and remove them", async () => {
    const { page } = await member("owner@team.example");
    await plan("team.example", "PREMIUM");
    await page.goto("/settings/team");
    await untilFrameHydrated(page);
    await page.getByLabel("Email", { exact: true }).fill("nonsense");
    await page.getByRole("button", { name: "Invite" }).click();
    await page.getByText("Please enter a valid email address").waitFor();
    await page.getByLabel("Email", { exact: true }).fill("guest@elsewhere.example");
    await page.getByRole("button", { name: "Invite" }).click();
    await page.getByText("Invitation sent to guest@elsewhere.example.").waitFor();
    const invitations = page.getByRole("region", { name: "Open invitations" });
    await invitations.getByText("guest@elsewhere.example").waitFor();
    expect(people.mail.mails.some((mail) => mail.to.includes("guest@elsewhere.example"))).toBe(true);

    const guest = await people.open();
    await guest.page.goto("/login?callbackUrl=%2Fsettings");
    await enterEmail(guest.page, "guest@elsewhere.example");
    await guest.page.getByLabel("6-digit code").fill(people.mail.codeFor("guest@elsewhere.example"));
    await guest.page.getByRole("button", { name: "Verify" }).click();
    await accountButton(guest.page).waitFor();
    // Nothing happens before the invitation is accepted.
    await guest.page.getByText("owner@team.example has invited you to join team.example.").waitFor();
    await completeProfile(guest.page);
    await guest.page.getByRole("link", { name: "Review" }).click();
    await guest.page.getByRole("button", { name: "Accept the invitation to team.example" }).click();
    await guest.page.getByRole("listitem").filter({ hasText: "team.example" }).getByText("Current").waitFor();
    // The page has reloaded for the other organization.
    await untilFrameHydrated(guest.page);
    await accountButton(guest.page).press("Enter");
    await pickByKey(guest.page.getByRole("menuitemradio", { name: "elsewhere.example", exact: true }));
    await guest.page
      .getByRole("listitem")
      .filter({ hasText: "elsewhere.example" })
      .getByText("Current")
      .waitFor();

    await page.reload();
    await untilFrameHydrated(page);
    const row = page.getByRole("listitem").filter({ hasText: "guest@elsewhere.example" });
    await row.getByRole("combobox").click();
    await pick(page.getByRole("option", { name: "Admin" }));
    await page.getByText("Role updated.").first().waitFor();
    await row.getByRole("button", { name: "Remove guest@elsewhere.example" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
    await row.waitFor({ state: "detached" });
  });

  it("let a colleague request to join and an owner respond", async () => {
    const owner = await member("owner@asked.example");
    const colleague = await member("new@asked.example", "/settings/organizations");
    await colleague.page.getByRole("button", { name: "Ask to join" }).click();
    await colleague.page.getByText("Your request is awaiting approval by an owner or admin.").waitFor();
    expect(await accessibilityProblems(colleague.page)).toEqual([]);
    // A dismissed notice stays dismissed, also after a reload.
    const notice = owner.page.getByText("new@asked.example has asked to join asked.example.");
    await owner.page.goto("/networks");
    await untilFrameHydrated(owner.page);
    await notice.waitFor();
    await owner.page.getByRole("button", { name: "Later" }).click();
    await notice.waitFor({ state: "detached" });
    await waitForEvent(
      owner.page.waitForResponse((response) => response.url().includes("organizations.get")),
      () => owner.page.reload(),
    );
    await untilFrameHydrated(owner.page);
    expect(await notice.count()).toBe(0);
    await owner.page.goto("/settings/organizations");
    await untilFrameHydrated(owner.page);
    expect(await accessibilityProblems(owner.page)).toEqual([]);
    await owner.page.getByRole("button", { name: "Accept new@asked.example" }).click();
    await owner.page.getByText("Request accepted.").first().waitFor();
    await colleague.page.reload();
    await colleague.page
      .getByRole("listitem")
      .filter({ hasText: "asked.example" })
      .getByText("Current")
      .waitFor();
    expect([...owner.errors, ...colleague.errors]).toEqual([]);
  });

  it("of a tab that still shows another organization change nothing, say so and offer to reload", async () => {
    const owner = await member("owner@tabs.example");
    await plan("tabs.example", "PREMIUM");
    const { page, errors } = await member("new@tabs.example", "/settings/organizations");
    await page.getByRole("button", { name: "Ask to join" }).click();
    await page.getByText("Your request is awaiting approval by an owner or admin.").waitFor();
    await owner.page.goto("/settings/organizations");
    await untilFrameHydrated(owner.page);
    await owner.page.getByRole("button", { name: "Accept new@tabs.example" }).click();
    await owner.page.getByText("Request accepted.").first().waitFor();
    await page.goto("/settings/team");
    await untilFrameHydrated(page);
    await page.getByRole("button", { name: "Leave tabs.example" }).waitFor();
    const other = await page.context().newPage();
    await other.goto("/settings/organizations");
    await untilFrameHydrated(other);
    await Promise.all([
      other.waitForEvent("load"),
      other
        .getByRole("button", { name: /^(Switch|Act)/ })
        .first()
        .click(),
    ]);
    await page.getByRole("button", { name: "Leave tabs.example" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Leave", exact: true }).click();
    const notice = page.getByRole("region", { name: "Another organization" });
    await notice
      .getByText("This page shows tabs.example, but your current organization is now", { exact: false })
      .waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await accessibilityProblems(page)).toEqual([]);
    await Promise.all([page.waitForEvent("load"), notice.getByRole("button", { name: "Reload" }).click()]);
    await untilFrameHydrated(page);
    await expect.poll(() => page.getByRole("button", { name: "Leave tabs.example" }).count()).toBe(0);
    await other.reload();
    await other.getByRole("listitem").filter({ hasText: "tabs.example" }).first().waitFor();
    // The browser's own reports of a rejected request, and of a page that the other's plan does not include.
    expect(errors.filter((error) => !/40[39]/.test(error))).toEqual([]);
  });

  it("show what cannot be emailed: the link of an invitation, and the email of a watch", async () => {
    const withoutMail = await startPeopleBrowser({ SMTP_URL: "" });
    try {
      const { page, errors } = await withoutMail.open();
      await page.goto("/login?callbackUrl=%2Fsettings");
      const words = async () => (await page.getByRole("main").textContent()) ?? "";
      const claims = /We (will|sent|send)\b|we emailed|No email\?|spam folder|link that expires/;
      expect(await words()).toContain("Sign in with a code, printed in the server log.");
      await enterEmail(page, "owner@unmailed.example");
      expect(await words()).toContain("Enter the 6-digit code for owner@unmailed.example.");
      expect(await words()).not.toMatch(claims);
      await page.goto("/auth/verify");
      await untilFrameHydrated(page);
      await page
        .getByText("Enter the 6-digit code for owner@unmailed.example. It can be used once.")
        .waitFor();
      expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Enter your code");
      expect(await words()).toContain("No mail server is configured. The code is printed in the server log.");
      expect(await words()).not.toMatch(claims);
      const logged = /owner@unmailed\.example.*?(\d{6})/s;
      await expect.poll(() => withoutMail.product.output()).toMatch(logged);
      await page.getByLabel("6-digit code").fill(logged.exec(withoutMail.product.output())?.[1] ?? "");
      await page.getByRole("button", { name: "Verify" }).click();
      await page.waitForURL("**/settings");
      await completeProfile(page);
      await withoutMail.product.cadastre("plans", "set", "unmailed.example", "PREMIUM");
      await page.goto("/settings/team");
      await page.getByLabel("Email", { exact: true }).fill("guest@elsewhere.example");
      await page.getByRole("button", { name: "Invite" }).click();
      await page
        .getByText("The invitation could not be emailed. Share the link below with guest@elsewhere.example.")
        .waitFor();
      expect(await page.getByText("Invitation sent to").count()).toBe(0);
      const invitation = page.getByRole("region", { name: "Open invitations" }).getByRole("listitem");
      await invitation.waitFor();
      const link = (await invitation.locator("code").textContent()) ?? "";
      const guest = await withoutMail.open();
      expect((await guest.page.goto(link))?.status()).toBe(200);
      await guest.page.getByLabel("Email", { exact: true }).waitFor();

      await page.goto("/settings/watches");
      await untilFrameHydrated(page);
      const choose = async (label: string, option: string) => {
        await page.getByRole("combobox", { name: label, exact: true }).click();
        await pick(page.getByRole("option", { name: option, exact: true }));
      };
      const note = page.getByRole("note").filter({ hasText: "No mail server is configured" });
      await note.getByRole("link", { name: "Use a webhook" }).waitFor();
      await choose("Email", "No email");
      await note.waitFor({ state: "detached" });
      await choose("Email", "Daily");
      await choose("Watch", "All assets");
      await choose("Condition", "New asset");
      await page.getByRole("button", { name: "Create watch" }).click();
      await page
        .getByText("Watch created. Its email cannot be sent: no mail server is configured.")
        .first()
        .waitFor();
      await page
        .getByRole("region", { name: "Watches", exact: true })
        .getByText("Email daily (not sent: no mail server is configured)")
        .waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(errors).toEqual([]);
    } finally {
      await withoutMail.close();
    }
  });

  it("create a key that works once shown, and revoke it", async () => {
    const { page, errors } = await member("dev@keys.example");
    await plan("keys.example", "PREMIUM_ALL_ACCESS");
    await page.goto("/settings/api-keys");
    await untilFrameHydrated(page);
    await page.getByText("No keys yet").waitFor();
    await page.getByRole("button", { name: "Create key" }).click();
    await page.getByText("Enter a name for the key").waitFor();
    await page.getByLabel("Name", { exact: true }).fill("Nightly");
    await page.getByRole("button", { name: "Create key" }).click();
    const key = (await page.getByRole("status").locator("code").textContent()) ?? "";
    expect(key).toMatch(/^cad_/);
    const ask = () =>
      fetch(`${people.product.url}/api/v4/platforms`, { headers: { authorization: `Bearer ${key}` } });
    expect((await ask()).status).toBe(200);
    await page.getByRole("button", { name: "Show usage of Nightly" }).press("Enter");
    await page.getByRole("figure", { name: "Requests with Nightly" }).waitFor();
    await page.getByRole("button", { name: "Keep Nightly in the organization" }).press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Keep", exact: true }).press("Enter");
    await page.getByRole("listitem").getByText("Organization", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Rotate Nightly" }).press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Rotate", exact: true }).press("Enter");
    const secret = page.getByRole("dialog").getByRole("status").locator("code");
    await secret.waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const rotated = (await secret.textContent()) ?? "";
    expect((await ask()).status).toBe(401);
    const again = await fetch(`${people.product.url}/api/v4/platforms`, {
      headers: { authorization: `Bearer ${rotated}` },
    });
    expect(again.status).toBe(200);
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().press("Enter");
    await page.getByRole("button", { name: "Revoke Nightly" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke", exact: true }).click();
    await page.getByText("Revoked", { exact: true }).waitFor();
    expect((await ask()).status).toBe(401);
    expect(errors).toEqual([]);
  });

  it("show a secret that is shown once although the list of keys cannot be read", async () => {
    const { page } = await member("away@keys-away.example");
    await plan("keys-away.example", "PREMIUM_ALL_ACCESS");
    await page.goto("/settings/api-keys");
    await untilFrameHydrated(page);
    await page.getByText("No keys yet").waitFor();
    await page.getByLabel("Name", { exact: true }).fill("Nightly");
    await page.getByRole("button", { name: "Create key" }).click();
    await page.getByRole("button", { name: "Rotate Nightly" }).waitFor();
    const lists = /\/api\/trpc\/[^?]*apiKeys\.list/;
    await page.route(lists, (route) => route.abort());
    await page.getByRole("button", { name: "Rotate Nightly" }).press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Rotate", exact: true }).press("Enter");
    const rotated = page.getByRole("dialog").getByRole("status").locator("code");
    await rotated.waitFor();
    await page.getByText("Your keys could not be loaded").waitFor();
    expect(await rotated.textContent()).toMatch(/^cad_/);
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().press("Enter");
    await page.getByLabel("Name", { exact: true }).fill("Weekly");
    await page.getByRole("button", { name: "Create key" }).click();
    const made = page.getByText("Key created.");
    await made.waitFor();
    await page.unroute(lists);
    expect(await page.getByRole("status").locator("code").textContent()).toMatch(/^cad_/);
  });

  it("are accessible in both themes", async () => {
    const { page } = await member("axe@axe.example");
    await plan("axe.example", "PREMIUM_ALL_ACCESS");
    for (const path of ["", "/profile", "/plan", "/team", "/api-keys"]) {
      await page.goto(`/settings${path}`);
      await accountButton(page).waitFor();
      await untilFrameHydrated(page);
      // Data requested once scripts run arrives in parts.
      await expect.poll(() => problemsInBothThemes(page), { message: path }).toEqual([]);
    }
    await accountButton(page).click();
    await page.getByRole("menu").waitFor();
    expect(await problemsInBothThemes(page), "menu").toEqual([]);
  });
});
