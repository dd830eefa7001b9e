/** Every page about the market against the rules of axe, in both themes and on a phone. */
import AxeBuilder from "@axe-core/playwright";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { launchChromium } from "../support/chromium";
import { type OpenOptions, openPage } from "../support/openPage";
import { publicPages } from "../support/publicPages";

const missing = inject("browserMissing");
const site = inject("productUrl");

const paths = [
  ...publicPages.map(({ path }) => path),
  "/treasuries?explain=bridged_token_value_dollar&table=1",
  "/treasuries?embed=1",
  "/assets/no-such-asset",
];

const views: readonly [name: string, options: OpenOptions][] = [
  ["in light", { theme: "light" }],
  ["in dark", { theme: "dark" }],
  ["on a phone", { theme: "light", width: 390 }],
];

describe.skipIf(missing !== "")("accessibility", () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  describe.each(views)("%s", (_, options) => {
    it.each(paths)("%s breaks no rule", async (path) => {
      const { page, context } = await openPage(browser, site + path, options);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`),
      ).toEqual([]);
      await context.close();
    });
  });

  it.each(paths)("%s has headings in order, one level at a time", async (path) => {
    const { page, context } = await openPage(browser, site + path, { scripts: false });
    const levels = await page
      .locator("main :is(h1, h2, h3, h4, h5, h6)")
      .evaluateAll((all) => all.map((heading) => Number(heading.tagName.slice(1))));
    for (const [index, level] of levels.entries()) {
      expect(level).toBeLessThanOrEqual((levels[index - 1] ?? level) + 1);
    }
    await context.close();
  });
});
