/** Elements skipped by the check of colours have the same look as measured ones. */
import type axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { accessibilityProblems, loadAxe } from "../support/accessibilityProblems";
import { sharedChromium } from "../support/chromium";
import { lookAttribute, markLooks, unmarkLooks } from "../support/looks";
import { openPage } from "../support/openPage";

/** Every colour of text with its background and font that axe measures on a page, with its result. */
const measuredOn = (page: Page, selector: string): Promise<string[]> =>
  page.evaluate(async (chosen) => {
    const { configure, run } = Reflect.get(window, "axe") as typeof axe;
    configure({ rules: [{ id: "color-contrast", selector: chosen }] });
    const { passes, violations, incomplete } = await run(document, { runOnly: ["color-contrast"] });
    const looks = [...passes, ...violations].flatMap(({ nodes }) =>
      nodes.map(({ any }) => {
        const { fgColor, bgColor, fontSize, fontWeight } = any[0]?.data ?? {};
        return [fgColor, bgColor, fontSize, fontWeight].join(" ");
      }),
    );
    const reasons = incomplete.flatMap(({ nodes }) => nodes.map(({ any }) => any[0]?.data?.messageKey));
    return [...new Set([...looks, ...reasons])].sort();
  }, selector);

describe.skipIf(inject("browserMissing") !== "")("the check of colours", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await sharedChromium();
  });
  afterAll(() => browser?.close());

  it.each(["light", "dark"] as const)(
    "measures in %s every colour of a page, with a fraction of its elements",
    async (theme) => {
      const { page, context } = await openPage(browser, `${inject("productUrl")}/treasuries`, { theme });
      await loadAxe(page);
      const all = await measuredOn(page, "*");
      await markLooks(page);
      expect(await measuredOn(page, `[${lookAttribute}]`)).toEqual(all);
      expect(all.length).toBeGreaterThan(10);
      const shares = await page.evaluate(
        (mark) => document.querySelectorAll(mark).length / document.querySelectorAll("body *").length,
        `[${lookAttribute}]`,
      );
      expect(shares).toBeLessThan(0.2);
      await unmarkLooks(page);
      expect(await page.locator(`[${lookAttribute}]`).count()).toBe(0);
      await context.close();
    },
  );

  it.each([
    ["text", "color: #bbb"],
    ["ground", "background: #555"],
    ["opacity", "opacity: 0.3"],
  ])("finds the one row of a hundred whose %s differs", async (_, style) => {
    const page = await browser.newPage();
    const rows = Array.from(
      { length: 100 },
      (_, i) => `<tr ${i === 60 ? `style="${style}"` : ""}><td>Figure</td></tr>`,
    );
    await page.setContent(`<main><table>${rows.join("")}</table></main>`);
    expect(await accessibilityProblems(page, "colors")).toEqual([
      expect.stringMatching(/^color-contrast: tr:nth-child\(61\) > td\b/),
    ]);
    await page.close();
  });

  it("finds text in a known colour that could not be judged before", async () => {
    const page = await browser.newPage();
    const hidden = `<span style="position: absolute; clip-path: inset(50%)">Figures of a screen reader</span>`;
    const cutOff = `<div style="height: 1px; overflow: hidden"><p style="margin-top: 90px">Figures of nobody</p></div>`;
    const faint = (content: string) => `<main style="color: #b7b8b9">${content}</main>`;
    await page.setContent(faint(cutOff));
    expect(await accessibilityProblems(page, "colors")).toEqual([]);
    await page.setContent(faint(`${hidden}<p>Figures of today</p>${hidden}`));
    expect(await accessibilityProblems(page, "colors")).toEqual([
      expect.stringMatching(/^color-contrast: p\b/),
    ]);
    await page.close();
  });

  it.each(["all", "colors", "all but colors"] as const)("leaves a page unchanged (%s)", async (rules) => {
    const page = await browser.newPage();
    const rows = Array.from({ length: 100 }, (_, i) => `<tr><td>Figure ${i}</td></tr>`);
    await page.setContent(
      `<html lang="en"><title>Figures</title><main><h1>Figures</h1><section><svg></svg></section><table>${rows.join("")}</table></main></html>`,
    );
    await page.evaluate(() => window.scrollTo(0, 700));
    const seen = async () => [await page.content(), await page.evaluate(() => window.scrollY)];
    const before = await seen();
    await accessibilityProblems(page, rules);
    expect(await seen()).toEqual(before);
    await page.close();
  });

  it("finds a link that is not distinguishable from its surrounding text", async () => {
    const page = await browser.newPage();
    await page.setContent(
      `<main><p>Figures <a href="/" style="color: #333; text-decoration: none">of today</a> and before.</p></main>`,
    );
    expect(await accessibilityProblems(page, "colors")).toEqual([
      expect.stringMatching(/^link-in-text-block: a\b/),
    ]);
    await page.close();
  });
});
