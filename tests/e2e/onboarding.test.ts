/** The welcome form: when it opens, what it requires, saves and links to. */
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { advanceClock } from "../support/advanceClock";
import { problemsInBothThemes } from "../support/expectFit";
import { untilFrameHydrated } from "../support/openPage";
import { accountButton, openPeopleProduct, type SharedPeople } from "../support/peopleBrowser";
import { waitForEvent } from "../support/waitForEvent";

let people: SharedPeople;

describe.skipIf(inject("browserMissing") !== "")("the welcome form", () => {
  beforeAll(async () => {
    people = await openPeopleProduct();
  });
  afterAll(() => people?.close());

  const form = (page: Page) => page.getByRole("dialog", { name: "Welcome to the product" });
  const submit = (page: Page) => page.getByRole("button", { name: "Create profile" });
  /**
   * As assistive technology does: a list that has just opened takes a click of a mouse for the end of the press that
   * opened it.
   */
  const choose = async (page: Page, label: string, option: string) => {
    // While its list is open, the rest is hidden from assistive technology.
    const chosen = page.getByRole("combobox", { name: label, includeHidden: true }).first();
    await chosen.press("Enter");
    await page
      .getByRole("option", { name: option, exact: true })
      .evaluate((one) => (one as HTMLElement).click());
    await expect.poll(() => chosen.textContent()).toContain(option);
    await page.getByRole("listbox").waitFor({ state: "hidden" });
  };

  it("requires its mandatory fields, saves them, confirms, and stays on the page", async () => {
    const { page } = await people.open();
    await people.signIn(page, "new@welcome.example", "/networks");
    await form(page).waitFor();
    await page.keyboard.press("Escape");
    await page.mouse.click(5, 5);
    expect(await form(page).isVisible()).toBe(true);
    await expect.poll(() => page.getByRole("switch").getAttribute("aria-checked")).toBe("true");

    await expect.poll(() => submit(page).isDisabled()).toBe(true);
    await page.getByLabel("Full name").fill("  New Person ");
    await page.getByLabel("Company", { exact: true }).fill("   ");
    await choose(page, "Company type", "Sell-Side - Market Maker");
    await choose(page, "How did you hear about us?", "Search Engine");
    await expect.poll(() => submit(page).isDisabled()).toBe(true);
    await page.getByLabel("Company", { exact: true }).fill(" Firm Ltd ");
    await page.getByLabel("Full name").fill("  ");
    await expect.poll(() => submit(page).isDisabled()).toBe(true);
    await page.getByLabel("Full name").fill(" New Person ");

    const sent = await waitForEvent(
      page.waitForRequest((request) => request.url().includes("userSettings.updateProfile")),
      () => submit(page).click(),
    );
    expect(sent.postData()).toContain('"company":"Firm Ltd"');
    await page
      .getByText("Welcome to the product! Your profile has been created.", { exact: true })
      .first()
      .waitFor();
    await form(page).waitFor({ state: "detached" });
    await page.waitForURL((url) => url.pathname === "/networks");
    await page.getByRole("button", { name: "Account: New Person" }).waitFor();

    await page.reload();
    await page.getByRole("button", { name: "Account: New Person" }).waitFor();
    await page.waitForTimeout(1_000);
    expect(await form(page).count()).toBe(0);
  });

  it("offers the channels and company types of the specification", async () => {
    const { page } = await people.open();
    await people.signIn(page, "options@welcome.example", "/networks");
    await page.getByRole("combobox", { name: "How did you hear about us?" }).click();
    const offered = () => page.getByRole("option").allTextContents();
    await expect.poll(offered).toEqual(["Social Media", "Word of Mouth", "Search Engine", "Other"]);
    await page.keyboard.press("Escape");
    await expect.poll(offered).toEqual([]);
    await page.getByRole("combobox", { name: "Company type" }).click();
    await expect.poll(offered).toHaveLength(18);
    const types = await offered();
    expect(types).toContain("Buy-Side - Family Office");
    expect(types).not.toContain("None");
  });

  it("reports a failed save, keeps its input, and saves on the next attempt", async () => {
    const { page } = await people.open();
    await people.signIn(page, "again@welcome.example", "/networks");
    await page.getByLabel("Full name").fill("Second Try");
    await page.getByLabel("Company", { exact: true }).fill("Firm");
    await choose(page, "Company type", "Media");
    await choose(page, "How did you hear about us?", "Other");
    await page.getByRole("switch").click();
    await page.route("**/api/trpc/userSettings.updateProfile*", (route) =>
      route.fulfill({ status: 500, body: "{}" }),
    );
    await submit(page).click();
    await page
      .getByText("Error creating your profile - please try again.", { exact: true })
      .first()
      .waitFor();
    await expect.poll(() => page.getByLabel("Company", { exact: true }).inputValue()).toBe("Firm");
    await page.unroute("**/api/trpc/userSettings.updateProfile*");
    await submit(page).click();
    await form(page).waitFor({ state: "detached" });
    const saved = await page.evaluate(() => fetch("/api/trpc/users.getProfile").then((r) => r.json()));
    expect(saved.result.data).toMatchObject({
      name: "Second Try",
      profile: {
        company: "Firm",
        companyType: "Media",
        acquisitionChannel: "Other",
        shouldReceiveMarketing: false,
      },
    });
  });

  it("returns to the page where it opened, not to the current one", async () => {
    const { page } = await people.open();
    await people.signIn(page, "returns@welcome.example", "/networks");
    await form(page).waitFor();
    await page.getByLabel("Full name").fill("Re Turns");
    await page.getByLabel("Company", { exact: true }).fill("Firm");
    await choose(page, "Company type", "Media");
    await choose(page, "How did you hear about us?", "Other");
    // As with the browser's own buttons.
    await page.evaluate(() => history.pushState({}, "", "/treasuries"));
    await page.waitForURL("**/treasuries");
    await submit(page).click();
    await page.waitForURL("**/networks");
  });

  it("does not open if the rollout or the flag says so", async () => {
    const { page } = await people.open();
    await people.signIn(page, "control@welcome.example", "/networks");
    await form(page).waitFor();
    await page.evaluate(() => window.cadastreRollouts?.force("popup-auth", "optional-auth"));
    expect(await page.evaluate(() => window.cadastreRollouts?.list())).toEqual([
      { name: "popup-auth", variants: ["forced-auth", "optional-auth"], decision: "optional-auth" },
    ]);
    await page.reload();
    await accountButton(page).waitFor();
    await page.waitForTimeout(1_000);
    expect(await form(page).count()).toBe(0);
    await page.evaluate(() => window.cadastreRollouts?.clear());
    await page.reload();
    await form(page).waitFor();
    const user = ["user", "control@welcome.example", "enable-inline-onboarding"];
    expect((await people.product.cadastre("flags", "set", ...user, "off")).code).toBe(0);
    await page.reload();
    await accountButton(page).waitFor();
    await page.waitForTimeout(1_000);
    expect(await form(page).count()).toBe(0);
  });

  it("keeps a stored channel and newsletter choice, and does not open on sign-in pages", async () => {
    const { page } = await people.open();
    await people.signIn(page, "stored@welcome.example", "/networks");
    const stored = { acquisitionChannel: "Podcast", shouldReceiveMarketing: false };
    await page.request.post("/api/trpc/userSettings.updateProfile", {
      headers: { "sec-fetch-site": "same-origin" },
      data: { profile: stored },
    });
    await page.clock.install();
    for (const path of ["/login", "/auth/error?error=Verification"]) {
      await page.goto(path);
      await untilFrameHydrated(page);
      await accountButton(page).waitFor();
      await advanceClock(page, 60_000);
      expect(await form(page).count(), path).toBe(0);
    }
    await page.goto("/networks");
    await page.getByLabel("Full name").fill("Stored Answers");
    await page.getByLabel("Company", { exact: true }).fill("Firm");
    await choose(page, "Company type", "Media");
    await submit(page).click();
    await form(page).waitFor({ state: "detached" });
    const saved = await page.evaluate(() => fetch("/api/trpc/users.getProfile").then((r) => r.json()));
    expect(saved.result.data.profile).toMatchObject({ company: "Firm", ...stored });
  });

  it("works with the keyboard alone", async () => {
    const { page } = await people.open();
    await people.signIn(page, "tabs@welcome.example", "/networks");
    const untilFocused = (part: Locator) =>
      expect.poll(() => part.evaluate((one) => one.contains(document.activeElement))).toBe(true);
    const list = (name: string) => page.getByRole("combobox", { name, includeHidden: true }).first();
    // A dialog takes the focus when it opens, a list returns it when it closes: each a moment later.
    await untilFocused(form(page));
    await page.getByLabel("Full name").focus();
    await page.keyboard.type("Tab Only");
    await page.keyboard.press("Tab");
    await page.keyboard.type("Firm");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByRole("option", { name: "Academia" }).waitFor();
    await untilFocused(page.getByLabel("Search Company type"));
    await page.keyboard.type("Academia");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("option").first().waitFor({ state: "detached" });
    await untilFocused(list("Company type"));
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByRole("option", { name: "Word of Mouth" }).waitFor();
    await untilFocused(page.getByRole("listbox"));
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("option").first().waitFor({ state: "detached" });
    await untilFocused(list("How did you hear about us?"));
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await form(page).waitFor({ state: "detached" });
  });

  it("is accessible in both themes", async () => {
    const { page, errors } = await people.open();
    await people.signIn(page, "axe@welcome.example", "/networks");
    await form(page).waitFor();
    expect(await problemsInBothThemes(page)).toEqual([]);
    expect(errors).toEqual([]);
  });
});
