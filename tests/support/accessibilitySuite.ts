/** Every page about the market against the rules of axe; a file for each view, so that two run at once. */
import AxeBuilder from "@axe-core/playwright";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { launchChromium } from "./chromium";
import { type OpenOptions, openPage } from "./openPage";
import { publicPages } from "./publicPages";

const site = inject("productUrl");

/** The pages, and what a reader can open on them. */
const paths = [
  ...publicPages.map(({ path }) => path),
  "/treasuries?explain=bridged_token_value_dollar&table=1",
  "/treasuries?embed=1",
  "/assets/no-such-asset",
];

/** Runs `check` on every page, in one browser. */
function onEveryPage(
  title: string,
  check: (open: (options: OpenOptions) => ReturnType<typeof openPage>) => Promise<void>,
): void {
  describe.skipIf(inject("browserMissing") !== "")(title, () => {
    let browser: Browser;

    beforeAll(async () => {
      browser = await launchChromium();
    });
    afterAll(() => browser?.close());

    it.each(paths)("%s", (path) => check((options) => openPage(browser, site + path, options)));
  });
}

export interface Rules {
  /**
   * `all`, or what can differ from the view that is held to all: `colors` in another theme, `structure` at another
   * width. Measuring contrasts is most of what a check costs.
   */
  rules: "all" | "colors" | "structure";
}

const colorRules = ["color-contrast", "link-in-text-block"];

export function breaksNoRule(view: string, { rules, ...options }: OpenOptions & Rules): void {
  onEveryPage(`no rule of accessibility is broken ${view}`, async (open) => {
    const { page, context } = await open(options);
    const axe = new AxeBuilder({ page });
    if (rules === "colors") axe.withRules(colorRules);
    if (rules === "structure") axe.disableRules(colorRules);
    const { violations } = await axe.analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`)).toEqual(
      [],
    );
    await context.close();
  });
}

export function hasHeadingsInOrder(): void {
  onEveryPage("headings go down one level at a time", async (open) => {
    const { page, context } = await open({ scripts: false });
    const levels = await page
      .locator("main :is(h1, h2, h3, h4, h5, h6)")
      .evaluateAll((all) => all.map((heading) => Number(heading.tagName.slice(1))));
    for (const [index, level] of levels.entries()) {
      expect(level).toBeLessThanOrEqual((levels[index - 1] ?? level) + 1);
    }
    await context.close();
  });
}
