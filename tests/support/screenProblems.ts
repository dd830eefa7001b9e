/** Layout problems of a page. Functions without a page run in it, and so use nothing outside themselves. */
import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Phones, tablets and desks, in pixels. */
export const widths: readonly number[] = [320, 390, 768, 1024, 1280, 1920];
/** A sheet of A4 less its margins, in pixels. */
const sheet = 703;

/**
 * Checks a page at every width: only the page itself scrolls, targets fit a finger, figures are in
 * view; and on paper, nothing is cut off and no control is printed.
 * @param at widths beyond the current one of the page, which comes first
 */
export async function expectNoOverflow(page: Page, at: readonly number[] = widths): Promise<void> {
  // Laid out, but not painted, since no test looks at it.
  const paint = (opacity: string) =>
    page.evaluate((chosen) => {
      document.documentElement.style.opacity = chosen;
    }, opacity);
  await paint("0");
  const opened = page.viewportSize()?.width;
  await expectNoOverflowHere(page);
  for (const width of at.filter((one) => one !== opened)) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoOverflowHere(page);
  }
  await page.setViewportSize({ width: sheet, height: 900 });
  await page.emulateMedia({ media: "print" });
  expect(await overflow(page), "on paper").toBe(0);
  expect(await page.evaluate(controlsInView), "on paper").toEqual([]);
  await page.emulateMedia({ media: "screen" });
  await paint("");
}

/** The same at the current width of a page. */
export async function expectNoOverflowHere(page: Page): Promise<void> {
  const width = page.viewportSize()?.width ?? 0;
  expect(await overflow(page), `${width}`).toBe(0);
  expect(await page.evaluate(fieldsThatScroll), `${width}`).toEqual([]);
  if (width > 390) return;
  expect(await page.evaluate(smallTargets), `${width}`).toEqual([]);
  expect(await page.evaluate(tablesWithoutMainFigure), `${width}`).toEqual([]);
}

/** Lays out sections below the view without waiting for the page: until then they have neither width nor colours. */
export const layOutPage = (page: Page): Promise<void> =>
  page.evaluate(() => {
    if ("laidOut" in document.documentElement.dataset) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(".sections > * { content-visibility: visible !important }");
    document.adoptedStyleSheets.push(sheet);
  });

/** Pixels by which a page is wider than its window. */
export async function overflow(page: Page): Promise<number> {
  await layOutPage(page);
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Parts of the page that scroll on their own. */
export function fieldsThatScroll(): string[] {
  return [...document.querySelectorAll("main *")].flatMap((part) => {
    const { overflowX, overflowY } = getComputedStyle(part);
    // Few of thousands of elements.
    if (!/auto|scroll/.test(overflowX + overflowY)) return [];
    // Code keeps its lines, in a region that scrolls by keyboard too.
    if (part.matches('section[aria-label][tabindex="0"]:has(> pre, > code)')) return [];
    // On a phone, tiles form a strip; a button in each brings it into view by keyboard.
    if (part.matches("section.tile-grid[aria-label]")) return [];
    // Links to the sections of a page, which scroll into view by themselves.
    if (part.matches("nav.section-bar")) return [];
    // Closed menus are laid out, too.
    if (!part.checkVisibility() || part.closest("details:not([open])")) return [];
    const wide = /auto|scroll/.test(overflowX) && part.scrollWidth > part.clientWidth;
    const high = /auto|scroll/.test(overflowY) && part.scrollHeight > part.clientHeight;
    return wide || high ? [`${part.tagName} ${part.getAttribute("aria-label") ?? part.className}`] : [];
  });
}

/** Elements without use on paper: menus, buttons, fields, and fixed elements. */
export function controlsInView(): string[] {
  return [...document.querySelectorAll("body *")].flatMap((part) => {
    const isControl = part.matches("nav, aside, main button:not(.chart-legend *), main input, main form");
    return (isControl || getComputedStyle(part).position === "fixed") &&
      part.checkVisibility() &&
      part.getBoundingClientRect().height > 1
      ? [`${part.tagName} ${part.getAttribute("aria-label") ?? part.textContent}`]
      : [];
  });
}

/** Targets smaller than 24 px including an exclusive margin, except words in a sentence. */
export function smallTargets(): string[] {
  const least = 24;
  return [...document.querySelectorAll("a[href], button, input, select, summary, [role=button]")].flatMap(
    (target) => {
      const { width: ownWidth, height: ownHeight } = target.getBoundingClientRect();
      const { marginLeft, marginRight, marginTop, marginBottom } = getComputedStyle(target);
      const width = ownWidth + Number.parseFloat(marginLeft) + Number.parseFloat(marginRight);
      const height = ownHeight + Number.parseFloat(marginTop) + Number.parseFloat(marginBottom);
      const isShown = target.checkVisibility({ visibilityProperty: true }) && ownWidth > 1 && ownHeight > 1;
      if (!isShown || (width >= least - 0.5 && height >= least - 0.5)) return [];
      const inSentence =
        getComputedStyle(target).display === "inline" &&
        (target.parentElement?.textContent ?? "").trim() !== (target.textContent ?? "").trim();
      return inSentence
        ? []
        : [`${target.tagName} “${target.textContent}” ${width.toFixed(1)} × ${height.toFixed(1)}`];
    },
  );
}

/** Tables with figures whose first row shows no complete figure beside its name. */
export function tablesWithoutMainFigure(): string[] {
  return [...document.querySelectorAll("main table")].flatMap((table) => {
    const row = table.querySelector("tbody tr");
    const figures = [...(row?.querySelectorAll("td.figure") ?? [])];
    const name = row?.querySelector("th")?.getBoundingClientRect();
    if (figures.length === 0 || name === undefined) return [];
    const beside = figures.some((figure) => {
      const { left, right, top, bottom } = figure.getBoundingClientRect();
      return left >= 0 && right <= innerWidth && top < name.bottom && bottom > name.top;
    });
    return beside ? [] : [table.querySelector("caption")?.textContent ?? "a table"];
  });
}
