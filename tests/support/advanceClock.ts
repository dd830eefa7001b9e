import type { Page } from "playwright-core";

/**
 * Advances the clock of a page, so that a test need not wait to check that nothing happens. Requires
 * `page.clock.install()` before the page is opened.
 */
export async function advanceClock(page: Page, milliseconds: number): Promise<void> {
  await page.clock.fastForward(milliseconds);
  // A timer's changes are on the screen after the next frame.
  await page.evaluate(
    () => new Promise<void>((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn()))),
  );
}
