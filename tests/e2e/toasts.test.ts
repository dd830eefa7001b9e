/** Toasts in a real browser: position, duration, what keeps them open, and announcements. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { accessibilityProblems } from "../support/accessibilityProblems";
import { untilFrameHydrated } from "../support/openPage";
import { openSharedProduct, type PeopleInBrowser, visitEnough } from "../support/peopleBrowser";

let people: PeopleInBrowser;

describe.skipIf(inject("browserMissing") !== "")("a toast", () => {
  beforeAll(async () => {
    people = await openSharedProduct();
  });
  afterAll(() => people?.close());

  /** The page that shows the components of the interface. */
  const gallery = async () => {
    const { page } = await people.open({ viewport: { width: 1280, height: 800 } });
    await page.clock.install();
    await page.goto("/developer/ui");
    await untilFrameHydrated(page);
    // The region is created with the first interaction.
    expect(await region(page).count()).toBe(0);
    await page.mouse.move(5, 5);
    await region(page).waitFor({ state: "attached" });
    return page;
  };
  /** The clock is stopped from now on, and advances by `page.clock.runFor` only. */
  const stopTime = async (page: Page) => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
  const region = (page: Page) => page.getByRole("region", { name: "Notifications" });
  const toast = (page: Page, variant: string) =>
    region(page).getByText(`A message of variant ${variant}.`, { exact: true });
  const show = (page: Page, variant: string) =>
    page.getByRole("button", { name: variant, exact: true }).last().click();
  const dismiss = (page: Page) => region(page).getByRole("button", { name: "Dismiss" });
  const isShown = (page: Page, variant: string) => toast(page, variant).isVisible();

  it("is at the bottom right, one width for all, in each of the four variants", async () => {
    const page = await gallery();
    await stopTime(page);
    for (const variant of ["primary", "success", "warning", "danger"]) {
      await show(page, variant);
      await toast(page, variant).waitFor();
    }
    const box = await region(page).boundingBox();
    expect(box).not.toBeNull();
    expect(1280 - ((box?.x ?? 0) + (box?.width ?? 0))).toBeLessThanOrEqual(32);
    expect(800 - ((box?.y ?? 0) + (box?.height ?? 0))).toBeLessThanOrEqual(32);
    const widths = await region(page)
      .locator('[role="dialog"], [role="alertdialog"]')
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().width)));
    expect(widths).toHaveLength(4);
    expect(new Set(widths).size).toBe(1);
  });

  it("closes after five seconds, and sooner when dismissed", async () => {
    const page = await gallery();
    await stopTime(page);
    await page.mouse.move(5, 5);
    await show(page, "success");
    await page.mouse.move(5, 5);
    await toast(page, "success").waitFor();
    await page.clock.runFor(4_800);
    expect(await isShown(page, "success")).toBe(true);
    await page.clock.runFor(400);
    await page.clock.resume();
    await toast(page, "success").waitFor({ state: "detached" });

    await show(page, "primary");
    await dismiss(page).click();
    await toast(page, "primary").waitFor({ state: "detached" });
  });

  it("has no button if it cannot be dismissed, and closes after its own time", async () => {
    const page = await gallery();
    await page.getByRole("button", { name: /not dismissible/i }).click();
    const message = region(page).getByText("Closes by itself and has no button.");
    await message.waitFor();
    expect(await region(page).locator("button").count()).toBe(0);
    await page.mouse.move(5, 5);
    await message.waitFor({ state: "detached" });
  });

  it("stays while the pointer is on it", async () => {
    const page = await gallery();
    await stopTime(page);
    await show(page, "success");
    await toast(page, "success").hover();
    await page.clock.runFor(7_000);
    expect(await isShown(page, "success")).toBe(true);
    await page.clock.resume();
    await page.mouse.move(5, 5);
    await toast(page, "success").waitFor({ state: "detached" });
  });

  it("stays while the keyboard is on it, is reached by F6 and dismissed by Enter", async () => {
    const page = await gallery();
    await stopTime(page);
    const button = page.getByRole("button", { name: "danger", exact: true }).last();
    await button.focus();
    await page.keyboard.press("Enter");
    await toast(page, "danger").waitFor();
    await page.keyboard.press("F6");
    await expect.poll(() => region(page).evaluate((one) => one.contains(document.activeElement))).toBe(true);
    await page.clock.runFor(7_000);
    expect(await isShown(page, "danger")).toBe(true);
    await page.clock.resume();
    for (let i = 0; i < 4; i += 1) {
      const name = await page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
      if (name === "Dismiss") break;
      await page.keyboard.press("Tab");
    }
    await page.keyboard.press("Enter");
    await toast(page, "danger").waitFor({ state: "detached" });
  });

  it("is announced: warnings and dangers at once, the others queued", async () => {
    const page = await gallery();
    expect(await region(page).getAttribute("aria-live")).toBe("polite");
    for (const variant of ["primary", "success"]) {
      await show(page, variant);
      await toast(page, variant).waitFor();
    }
    expect(await page.getByRole("alert").filter({ hasText: "A message of variant" }).count()).toBe(0);
    for (const variant of ["warning", "danger"]) {
      await show(page, variant);
      await page
        .getByRole("alert")
        .filter({ hasText: `A message of variant ${variant}.` })
        .waitFor();
    }
  });

  it("is announced over a dialog that hides the page", async () => {
    const { page } = await people.open();
    await visitEnough(page);
    await page.getByLabel("Work email").fill("told@work.example");
    await page.route("**/api/auth/signin/email", (route) => route.fulfill({ status: 500, body: "{}" }));
    await page.getByRole("button", { name: "Continue" }).click();
    await page
      .getByRole("alert")
      .filter({ hasText: "Error sending verification email - please try again." })
      .waitFor();
  });

  it("is announced to screen readers with its button, wherever pointer and focus are", async () => {
    const page = await gallery();
    await stopTime(page);
    for (const variant of ["success", "danger"]) {
      await show(page, variant);
      await toast(page, variant).waitFor();
    }
    await page.mouse.move(5, 5);
    // Toasts expand under the pointer, and collapse once it has left.
    await page.clock.runFor(1_000);
    await expect.poll(() => region(page).locator("[data-expanded]").count()).toBe(0);
    expect(await dismiss(page).count()).toBe(2);
    // A toast announced at once is not announced again by its region.
    expect(await region(page).getByRole("alertdialog").getAttribute("aria-live")).toBe("off");
    // Checks of a page wait for its time to pass.
    await page.clock.resume();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it("does not prevent the search from opening", async () => {
    const page = await gallery();
    await show(page, "danger");
    await toast(page, "danger").waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Search" }).waitFor();
  });
});
