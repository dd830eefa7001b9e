import { setTimeout as wait } from "node:timers/promises";
import type { BrowserContext, Page } from "playwright-core";
import { randomStream } from "../../src/ingest/sample/primitives/randomStream";

/**
 * Slows the scripts of a page down as a weaker processor would: 6 is a phone of the middle class. The browser does so by
 * keeping this processor busy meanwhile.
 *
 * @returns what ends it
 */
export async function throttle(page: Page, rate: number): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate });
  return () => session.detach();
}

/** Milliseconds by which an answer comes late at most, where `E2E_SLOW` asks for slowness. */
const LATEST = 400;

/**
 * Makes the pages of a context as slow as `E2E_SLOW` says, and its answers late, each by another while: a test that
 * looks or clicks before the page is ready for it fails. Without `E2E_SLOW` it does nothing.
 */
export function slowDown(context: BrowserContext): void {
  const rate = Number(process.env.E2E_SLOW ?? 1);
  if (rate === 1) return;
  const random = randomStream(1);
  // Neither has to be waited for: both are asked of the browser before whatever the test asks of it. A page may close meanwhile.
  context.on("page", (page) => void throttle(page, rate).catch(() => {}));
  void context.route("**/*", async (route) => {
    const late = random.between(0, LATEST);
    const isCall = new URL(route.request().url()).pathname.startsWith("/api/trpc/");
    try {
      if (isCall) {
        // What it changed is changed, and the page does not know it yet.
        const response = await route.fetch();
        await wait(late);
        await route.fulfill({ response });
      } else {
        await wait(late);
        await route.continue();
      }
    } catch {
      // The page has closed, or has let go of the answer.
    }
  });
}

/**
 * Keeps the scripts of pages from arriving, until they are let through.
 *
 * @param name which ones: how their file is called, before its hash. Default: all.
 */
export async function delayScripts(page: Page, name = ""): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**/_build/${name}*.js`, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}
