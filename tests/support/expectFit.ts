import type { Page } from "playwright-core";
import { expect } from "vitest";
import { accessibilityProblems } from "./accessibilityProblems";
import { hydratePage } from "./openPage";
import { expectNoOverflow, expectNoOverflowHere, widths } from "./screenProblems";

/** Turns a page to a theme as the user menu does it, once the page listens. */
export const turn = (page: Page, theme: "light" | "dark") =>
  page.waitForFunction((chosen) => {
    localStorage.setItem("theme", chosen);
    dispatchEvent(new StorageEvent("storage", { key: "theme" }));
    return document.documentElement.dataset.theme === chosen;
  }, theme);

/**
 * What axe finds wrong with an open page in both themes, one line each: all rules in the theme that it has, those of
 * colours in the other, in which it is left.
 */
export async function problemsInBothThemes(page: Page): Promise<string[]> {
  const problems = await accessibilityProblems(page);
  const theme = await page.evaluate(() => document.documentElement.dataset.theme);
  await turn(page, theme === "dark" ? "light" : "dark");
  return [...problems, ...(await accessibilityProblems(page, "colors"))];
}

const phone = 390;

/**
 * Holds a page that was opened 1280 px wide to what every page is held to: whole at every width and on paper, and the
 * rules of axe in both themes and on a phone, as which it is left. Wakes it where it sleeps.
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
