import type { Page } from "playwright-core";

/**
 * Moves the clock of a page on, so that a test need not wait for what should not
 * happen: `page.clock.install()` comes first, before the page is opened.
 */
export async function advanceClock(page: Page, milliseconds: number): Promise<void> {
  await page.clock.fastForward(milliseconds);
  // What a timer changed is on the screen after the next frame.
  await page.evaluate(
    () => new Promise<void>((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn()))),
  );
}
