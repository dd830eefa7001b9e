import type { Page } from "playwright-core";

/** Slows the scripts of a page down as a weaker processor would: 6 is a phone of the middle class. */
export async function throttle(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate });
}

/** Keeps the scripts of pages from arriving, until they are let through. */
export async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/_build/*.js", async (route) => {
    await held;
    await route.continue();
  });
  return release;
}
