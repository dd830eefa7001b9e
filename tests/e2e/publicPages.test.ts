/**
 * Every page about the market, opened once: its metadata, its cost for a browser that opens it for the first time,
 * its layout at every width, and the rules of axe in both themes and on a phone.
 */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { sharedChromium } from "../support/chromium";
import { expectFit } from "../support/expectFit";
import { overBudget } from "../support/firstLoad";
import { openPage } from "../support/openPage";
import { publicPages } from "../support/publicPages";

const site = inject("productUrl");

/** Views that a reader can open on pages. */
const views = ["/treasuries?explain=bridged_token_value_dollar&table=1", "/treasuries?embed=1"];

/** Pages outside the list of screens: sign-in pages, and missing ones. */
const otherPages = [
  "/login?error=SessionRequired",
  "/auth/verify",
  "/auth/error?error=Verification",
  "/assets/no-such-asset",
  "/docs/no-such-page",
];

describe.skipIf(inject("browserMissing") !== "").concurrent("the pages about the market", () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await sharedChromium();
  });
  afterAll(() => browser?.close());

  it.each(publicPages)(
    "$path has its metadata, stays within the budget, fits every width, and passes accessibility checks",
    async ({ path, heading }) => {
      const opened = await openPage(browser, site + path, { isStatic: true, isFirstVisit: true });
      const { page, context, status, complaints } = opened;
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
      expect(await overBudget(opened.responses)).toEqual([]);
      await expectFit(opened.page);
      expect(complaints).toEqual([]);
      await context.close();
    },
  );

  it.each(views)("%s fits every width, and passes accessibility checks", async (path) => {
    const opened = await openPage(browser, site + path, { isStatic: true });
    await expectFit(opened.page);
    await opened.context.close();
  });

  it.each(otherPages)(
    "%s stays within the budget, fits every width, and passes accessibility checks",
    async (path) => {
      const opened = await openPage(browser, site + path, { isStatic: true, isFirstVisit: true });
      expect(await overBudget(opened.responses)).toEqual([]);
      await expectFit(opened.page);
      await opened.context.close();
    },
  );

  it("the longest page of an asset stays within the budget", async () => {
    const opened = await openPage(browser, `${site}/assets/usdc`, { isStatic: true, isFirstVisit: true });
    expect(await overBudget(opened.responses)).toEqual([]);
    await expectFit(opened.page);
    await opened.context.close();
  });
});
