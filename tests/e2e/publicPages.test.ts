/** Every page about the market, opened once: what it says of itself, and the rules of axe in both themes and on a phone. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { accessibilityProblems } from "../support/accessibilityProblems";
import { launchChromium } from "../support/chromium";
import { openPage } from "../support/openPage";
import { publicPages } from "../support/publicPages";

const site = inject("productUrl");

/** The pages, and what a reader can open on them. */
const views = [
  "/treasuries?explain=bridged_token_value_dollar&table=1",
  "/treasuries?embed=1",
  "/assets/no-such-asset",
];

/** As the user menu does it, once the page listens. */
const turnDark = (page: Page) =>
  page.waitForFunction(() => {
    localStorage.setItem("theme", "dark");
    dispatchEvent(new StorageEvent("storage", { key: "theme" }));
    return document.documentElement.dataset.theme === "dark";
  });

/** In light, on a phone and in dark. */
async function expectAccessible(page: Page): Promise<void> {
  expect(await accessibilityProblems(page)).toEqual([]);
  const levels = await page
    .locator("main :is(h1, h2, h3, h4, h5, h6)")
    .evaluateAll((all) => all.map((heading) => Number(heading.tagName.slice(1))));
  for (const [index, level] of levels.entries()) {
    expect(level, "headings go down one level at a time").toBeLessThanOrEqual(
      (levels[index - 1] ?? level) + 1,
    );
  }
  await page.setViewportSize({ width: 390, height: 900 });
  expect(await accessibilityProblems(page, "all but colors")).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });
  await turnDark(page);
  expect(await accessibilityProblems(page, "colors")).toEqual([]);
}

describe.skipIf(inject("browserMissing") !== "").concurrent("the pages about the market", () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  it.each(publicPages)(
    "$path says what it is, and breaks no rule of accessibility",
    async ({ path, heading }) => {
      const { page, context, status, complaints } = await openPage(browser, site + path);
      expect(status).toBe(200);
      expect(await page.locator("h1").allTextContents()).toEqual([heading]);
      expect(await page.title()).toMatch(/^Cadastre \| \S/);
      expect(await page.locator('link[rel="canonical"]').getAttribute("href")).toBe(site + path);
      expect(await page.locator('meta[name="description"]').getAttribute("content")).toMatch(/\w{3}/);
      expect(await page.locator('meta[property="og:image"]').getAttribute("content")).toBe(
        `${site}/social.png`,
      );
      expect(await page.getByRole("region", { name: "Sample data" }).count()).toBe(1);
      expect(complaints).toEqual([]);
      await expectAccessible(page);
      expect(complaints).toEqual([]);
      await context.close();
    },
  );

  it.each(views)("%s breaks no rule of accessibility", async (path) => {
    const { page, context } = await openPage(browser, site + path);
    await expectAccessible(page);
    await context.close();
  });
});
