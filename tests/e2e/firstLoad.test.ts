/** Hydration of pages on interaction, in a browser that opens them for the first time. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { sharedChromium } from "../support/chromium";
import { openPage, untilFrameHydrated } from "../support/openPage";
import { delayScripts } from "../support/slowBrowser";

const site = inject("productUrl");

const loaded = (page: Page, name: string) =>
  page.evaluate(
    (part) => performance.getEntriesByType("resource").some((entry) => entry.name.includes(part)),
    `/_build/${name}`,
  );

/** Opens a page and waits until its frame is hydrated, while the page in it is not. */
async function openStatic(browser: Browser, path: string) {
  const opened = await openPage(browser, site + path, { isStatic: true });
  await untilFrameHydrated(opened.page);
  return opened;
}

/** Marks markup of the server, to check later whether it is still there. */
const mark = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => element.setAttribute("data-written", ""));

/** Runs in the page: queues timers without a delay, to run them one by one. */
function holdSteps() {
  const pendingSteps: (() => void)[] = [];
  const { setTimeout: later } = window;
  const hold = (run: TimerHandler, delay?: number, ...rest: unknown[]) =>
    typeof run === "function" && !delay ? pendingSteps.push(() => run(...rest)) : later(run, delay, ...rest);
  Object.assign(window, { pendingSteps, setTimeout: hold });
}

/** Runs in the page: runs the first of those steps. */
function takeStep(): number {
  const step = Reflect.get(window, "pendingSteps").shift();
  step?.();
  return step === undefined ? 0 : 1;
}

/** Whether the last section of a page has been laid out. */
const isLaidOut = (page: Page) =>
  page
    .locator("main .sections > :last-child *")
    .first()
    .evaluate((one) => one.checkVisibility({ contentVisibilityAuto: true }));

/**
 * Height of the lower half of a full-page capture, and of its longest run of rows of a single colour, in CSS pixels.
 */
async function paintedLowerHalf(page: Page) {
  const capture = await page.screenshot({ fullPage: true, scale: "css" });
  const reader = await sharedChromium().then((browser) => browser.newPage());
  try {
    return await reader.evaluate(async (image) => {
      const blob = await fetch(`data:image/png;base64,${image}`).then((response) => response.blob());
      const bitmap = await createImageBitmap(blob);
      const half = Math.floor(bitmap.height / 2);
      // The menu on the left is as high as the window.
      const left = bitmap.width > 1_000 ? 240 : 0;
      const canvas = new OffscreenCanvas(bitmap.width - left, half);
      const context = canvas.getContext("2d");
      if (context === null) throw new Error("no canvas");
      context.drawImage(bitmap, -left, half - bitmap.height);
      const pixels = new Uint32Array(context.getImageData(0, 0, canvas.width, half).data.buffer);
      let longestBlank = 0;
      let blank = 0;
      for (let row = 0; row < half; row += 1) {
        const colours = new Set(pixels.subarray(row * canvas.width, (row + 1) * canvas.width));
        // A card without layout still has its two borders.
        blank = colours.size <= 2 ? blank + 1 : 0;
        longestBlank = Math.max(longestBlank, blank);
      }
      return { height: half, longestBlank };
    }, capture.toString("base64"));
  } finally {
    await reader.close();
  }
}

/** Runs in the page: resolves once the browser has notified intersection observers that an element is in view. */
const seeInView = (element: Element) =>
  new Promise<void>((resolve) => {
    new IntersectionObserver(() => requestAnimationFrame(() => resolve())).observe(element);
  });

/** Runs in the page: records created formatters. */
function countFormatters() {
  const formatters: string[] = [];
  for (const name of ["DateTimeFormat", "NumberFormat", "PluralRules", "ListFormat", "DisplayNames"]) {
    const made = Reflect.get(Intl, name);
    Reflect.set(
      Intl,
      name,
      new Proxy(made, {
        construct: (target, given) => {
          formatters.push(name);
          return Reflect.construct(target, given);
        },
      }),
    );
  }
  Object.assign(window, { formatters });
}

describe.skipIf(inject("browserMissing") !== "")("the first load", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await sharedChromium();
  });
  afterAll(() => browser?.close());

  it("evaluates its scripts in steps, between which the browser responds", async () => {
    const { page, context } = await openPage(browser, `${site}/`, {
      isStatic: true,
      prepare: (opened) => opened.addInitScript(holdSteps),
    });
    const isHydrated = () => page.evaluate(() => "hydrated" in document.documentElement.dataset);
    let steps = 0;
    while (!(await isHydrated())) {
      await page.waitForFunction(
        () =>
          "hydrated" in document.documentElement.dataset || Reflect.get(window, "pendingSteps").length > 0,
      );
      steps += await page.evaluate(takeStep);
    }
    expect(steps).toBeGreaterThanOrEqual(2);
    await context.close();
  });

  it.each(["/", "/treasuries", "/assets/usdc", "/tokens"])(
    "hydrates %s without a formatter, each of which takes longer than the rest of a script on a slow phone",
    async (path) => {
      const { page, context } = await openPage(browser, site + path, {
        isStatic: true,
        prepare: (opened) => opened.addInitScript(countFormatters),
      });
      await untilFrameHydrated(page);
      expect(await page.evaluate(() => Reflect.get(window, "formatters"))).toEqual([]);
      await context.close();
    },
  );

  it("keeps the markup of the server on hydration, and draws its chart", async () => {
    const { page, context, complaints } = await openStatic(browser, "/treasuries");
    await mark(page, "main h1");
    await mark(page, "main tbody tr");
    await mark(page, "main figure");
    expect(await loaded(page, "drawing")).toBe(false);
    await page.locator("#chart").hover();
    await page.locator("#chart .chart-frame[data-live]").waitFor();
    expect(await page.locator("[data-written]").count()).toBe(3);
    await expect.poll(() => loaded(page, "drawing")).toBe(true);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("draws a chart in view once a finger touches it, and not before", async () => {
    const requested: string[] = [];
    const { page, context } = await openPage(browser, `${site}/treasuries`, {
      prepare: async (opened) => opened.on("request", (request) => requested.push(request.url())),
    });
    const chart = page.locator("#chart .chart-frame");
    await chart.scrollIntoViewIfNeeded();
    await page.locator("#chart").getByRole("application").waitFor();
    // Observers of the view have run by then, and their requests precede that of the icon.
    await chart.evaluate(seeInView);
    await page.evaluate(() => fetch("/favicon.svg").then((answer) => answer.text()));
    expect(requested.filter((url) => url.includes("/_build/drawing"))).toEqual([]);
    await chart.dispatchEvent("touchstart");
    await page.locator("#chart .chart-frame[data-live]").waitFor();
    await context.close();
  });

  it("lays out sections below the view while loading only near the view or in print", async () => {
    const { page, context } = await openPage(browser, `${site}/treasuries`, {
      isStatic: true,
      prepare: (opened) =>
        opened.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 })),
    });
    expect(await isLaidOut(page)).toBe(false);
    await page.emulateMedia({ media: "print" });
    expect(await isLaidOut(page)).toBe(true);
    await page.emulateMedia({ media: "screen" });
    await page.locator("main .sections > *").last().scrollIntoViewIfNeeded();
    await expect.poll(() => isLaidOut(page)).toBe(true);
    await context.close();
  });

  it.each([
    { path: "/treasuries", width: 1280, scripts: true },
    { path: "/assets/usdc", width: 390, scripts: true },
    { path: "/treasuries", width: 1280, scripts: false },
  ])("paints all of $path in a full-page capture, $width px wide, scripts: $scripts", async (opened) => {
    const { page, context } = await openPage(browser, site + opened.path, { ...opened, isStatic: true });
    if (opened.scripts) await page.locator("html[data-laid-out]").waitFor();
    const { height, longestBlank } = await paintedLowerHalf(page);
    expect(height).toBeGreaterThan(2_500);
    // A section that is not laid out is 480 px of background.
    expect(longestBlank).toBeLessThan(200);
    await context.close();
  });

  it("hydrates a page on focus, which then reaches the chart", async () => {
    const { page, context, complaints } = await openStatic(browser, "/networks/ethereum");
    await page.getByRole("link", { name: "Skip to content" }).focus();
    await page.keyboard.press("Enter");
    const chart = page.getByRole("application").first();
    await chart.focus();
    await page.locator(".chart-frame[data-live]").first().waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("keeps a click on a button before the page is hydrated", async () => {
    const { page, context } = await openStatic(browser, "/treasuries");
    const release = await delayScripts(page);
    await page.getByRole("button", { name: /^Filter/ }).click();
    expect(await page.getByRole("dialog").count()).toBe(0);
    release();
    await page.getByRole("dialog").first().waitFor();
    await context.close();
  });

  it("closes a list by Escape before the page is hydrated", async () => {
    const { page, context } = await openStatic(browser, "/treasuries");
    await delayScripts(page);
    const list = page.locator("main details.link-picker").first();
    await list.locator("summary").focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await expect.poll(() => list.getAttribute("open")).toBe("");
    await page.keyboard.press("Escape");
    await expect.poll(() => list.getAttribute("open")).toBe(null);
    expect(await list.locator("summary").evaluate((one) => one === document.activeElement)).toBe(true);
    await context.close();
  });

  it("sorts by a click before the page is hydrated, without reloading it", async () => {
    const { page, context } = await openStatic(browser, "/tokens");
    const release = await delayScripts(page);
    await mark(page, "header");
    await page.getByRole("columnheader", { name: "Symbol" }).getByRole("link").click();
    release();
    await page.waitForURL(/sort=symbol/);
    await page.getByRole("columnheader", { name: "Symbol" }).and(page.locator("[aria-sort]")).waitFor();
    expect(await page.locator("header[data-written]").count()).toBe(1);
    await context.close();
  });

  it.each([true, false])("follows a link of a table within the page, static: %s", async (isStatic) => {
    const { page, context, complaints } = isStatic
      ? await openStatic(browser, "/networks")
      : await openPage(browser, `${site}/networks`);
    await mark(page, "header");
    await page.getByRole("rowheader").getByRole("link", { name: "Ethereum", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Ethereum" }).waitFor();
    await page.waitForURL((url) => url.pathname === "/networks/ethereum");
    expect(await page.locator("header[data-written]").count()).toBe(1);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("leaves a click that opens another tab to the browser", async () => {
    const { page, context } = await openPage(browser, `${site}/networks`);
    const [tab] = await Promise.all([
      context.waitForEvent("page"),
      page
        .getByRole("rowheader")
        .getByRole("link", { name: "Ethereum", exact: true })
        .click({ modifiers: ["ControlOrMeta"] }),
    ]);
    await tab.waitForURL("**/networks/ethereum");
    expect(new URL(page.url()).pathname).toBe("/networks");
    await context.close();
  });

  it("links from a page that is not hydrated to another of its kind, and back", async () => {
    const { page, context, complaints } = await openStatic(browser, "/treasuries");
    await mark(page, "header");
    const menu = page.getByRole("complementary");
    await menu.getByRole("link", { name: "Stablecoins" }).click();
    await page.getByRole("heading", { level: 1, name: "Stablecoins" }).waitFor();
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: "US Treasuries" }).waitFor();
    await expect.poll(() => page.getByRole("heading", { level: 1 }).count()).toBe(1);
    expect(await page.locator("header[data-written]").count()).toBe(1);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("shows ten of a hundred tokens, and the rest by keyboard", async () => {
    const { page, context } = await openStatic(browser, "/assets/usdc");
    const rows = page.getByRole("table", { name: /^Tokens of/ }).locator("tbody tr");
    expect(await rows.count()).toBe(10);
    await page.getByRole("button", { name: /^Show all 100/ }).press("Enter");
    await expect.poll(() => rows.count()).toBeGreaterThan(10);
    await context.close();
  });
});
