import { setTimeout as wait } from "node:timers/promises";
import type { BrowserContext, Page } from "playwright-core";
import { randomStream } from "../../src/ingest/sample/primitives/randomStream";

/**
 * Slows down the scripts of a page to simulate a weaker processor: 6 is a mid-range phone. The browser does so by
 * keeping this processor busy meanwhile.
 * @returns a function that ends it
 */
export async function throttle(page: Page, rate: number): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate });
  return () => session.detach();
}

/** Maximum delay of a response in milliseconds if `E2E_SLOW` is set. */
const LATEST = 400;

/**
 * Slows down the pages of a context by `E2E_SLOW`, and delays its responses at random: a test that reads or clicks
 * before the page is ready fails. Does nothing without `E2E_SLOW`.
 */
export function slowDown(context: BrowserContext): void {
  const rate = Number(process.env.E2E_SLOW ?? 1);
  if (rate === 1) return;
  const random = randomStream(1);
  // No need to await either: the browser receives both before anything that the test sends. A page may close
  // meanwhile.
  context.on("page", (page) => void throttle(page, rate).catch(() => {}));
  void context.route("**/*", async (route) => {
    const late = random.between(0, LATEST);
    const isCall = new URL(route.request().url()).pathname.startsWith("/api/trpc/");
    try {
      if (isCall) {
        // The change is done, and the page does not know it yet.
        const response = await route.fetch();
        await wait(late);
        await route.fulfill({ response });
      } else {
        await wait(late);
        await route.continue();
      }
    } catch {
      // The page has closed, or has aborted the request.
    }
  });
}

/**
 * Delays the scripts of pages until they are released.
 * @param name which scripts: their file name before the hash. Default: all.
 */
export async function delayScripts(page: Page, name = ""): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**/_build/${name}*.js`, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
