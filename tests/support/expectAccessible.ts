import type { Page } from "playwright-core";
import { expect } from "vitest";
import { accessibilityProblems } from "./accessibilityProblems";

/** As the user menu does it, once the page listens. */
export const turnDark = (page: Page) =>
  page.waitForFunction(() => {
    localStorage.setItem("theme", "dark");
    dispatchEvent(new StorageEvent("storage", { key: "theme" }));
    return document.documentElement.dataset.theme === "dark";
  });

/** Holds a page that is open in light to the rules of axe: in light, on a phone and in dark, in which it is left. */
export async function expectAccessible(page: Page): Promise<void> {
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
