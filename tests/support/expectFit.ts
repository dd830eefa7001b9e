import type { Page } from "playwright-core";
import { expect } from "vitest";
import { accessibilityProblems } from "./accessibilityProblems";
import { hydratePage } from "./openPage";
import { expectNoOverflow, expectNoOverflowHere, widths } from "./screenProblems";

/** Sets the theme of a page as the user menu does, once the page is hydrated. */
export const setTheme = (page: Page, theme: "light" | "dark") =>
  page.waitForFunction((chosen) => {
    localStorage.setItem("theme", chosen);
    dispatchEvent(new StorageEvent("storage", { key: "theme" }));
    return document.documentElement.dataset.theme === chosen;
  }, theme);

/**
 * Problems that axe finds on an open page in both themes, one line each: all rules in its current theme, those of
 * colours in the other, which stays set.
 */
export async function problemsInBothThemes(page: Page): Promise<string[]> {
  const problems = await accessibilityProblems(page);
  const theme = await page.evaluate(() => document.documentElement.dataset.theme);
  await setTheme(page, theme === "dark" ? "light" : "dark");
  return [...problems, ...(await accessibilityProblems(page, "colors"))];
}

const phone = 390;

/**
 * Checks a page opened at 1280 px against the rules of every page: no overflow at any width or on paper, and no
 * problems of axe in both themes and at the width of a phone, which stays set. Hydrates the page first if needed.
 */
export async function expectFit(page: Page): Promise<void> {
  await expectNoOverflow(
    page,
    widths.filter((width) => width !== phone),
  );
  await page.setViewportSize({ width: 1280, height: 900 });
  await hydratePage(page);
  expect(await problemsInBothThemes(page)).toEqual([]);
  const levels = await page
    .locator("main :is(h1, h2, h3, h4, h5, h6)")
    .evaluateAll((all) => all.map((heading) => Number(heading.tagName.slice(1))));
  for (const [index, level] of levels.entries()) {
    expect(level, "headings go down one level at a time").toBeLessThanOrEqual(
      (levels[index - 1] ?? level) + 1,
    );
  }
  await page.setViewportSize({ width: phone, height: 900 });
  await expectNoOverflowHere(page);
  expect(await accessibilityProblems(page, "all but colors")).toEqual([]);
}
